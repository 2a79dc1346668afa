/// A row of a wrapped text.
struct WrappedRow: Equatable, Sendable {
    /// The column where the row begins.
    let column: Int
    let glyphs: [Glyph]
    /// For each glyph, the index of the piece of the text that it comes from; empty for a text of one piece.
    var pieces: [Int] = []

    var width: Int { glyphs.reduce(0) { $0 + $1.width } }
}

/// A text wrapped to a width. Rows are made on demand: rows that are not shown cost nothing.
///
/// Rows break between words, dropping the spaces there, beside a wide glyph, and within a word longer than a row. LF and CRLF
/// end a row. All rows except the first are indented, so that a contact's text never begins at the left edge. Right-to-left
/// text stays in logical order; the terminal reorders it.
struct WrappedText: Sequence, IteratorProtocol {
    private let columns: Int
    private let indent: Int
    private let measure: (Character) -> Int
    private var characters: String.Iterator
    /// The pieces of the text, and the index of the one that is read.
    private let pieces: [String]
    private var piece = 0
    /// Glyphs read but not on a row yet, the next one last.
    private var pending: [Placed] = []
    /// The column where the next row begins.
    private var column: Int
    private var isEnded = false

    private struct Placed {
        let glyph: Glyph
        let piece: Int
        var isBlank: Bool { glyph == .blank }
    }

    /// - Parameters:
    ///   - columns: the width, at least 1.
    ///   - opening: the occupied columns of the first row.
    ///   - indent: the indentation of all other rows, at most half of the width.
    ///   - measure: returns the columns of a character.
    init(
        _ text: String,
        columns: Int,
        opening: Int = 0,
        indent: Int = 0,
        measuredBy measure: @escaping (Character) -> Int
    ) {
        self.init([text], columns: columns, opening: opening, indent: indent, measuredBy: measure)
    }

    /// - Parameter pieces: the text in pieces of different styles.
    init(
        _ pieces: [String],
        columns: Int,
        opening: Int = 0,
        indent: Int = 0,
        measuredBy measure: @escaping (Character) -> Int
    ) {
        self.columns = Swift.max(1, columns)
        self.indent = Swift.max(0, Swift.min(indent, self.columns / 2))
        self.measure = measure
        self.pieces = pieces
        characters = (pieces.first ?? "").makeIterator()
        column = Swift.max(0, opening)
    }

    /// Returns the next row; even an empty text has one.
    mutating func next() -> WrappedRow? {
        guard !isEnded else { return nil }
        defer { column = indent }
        let row = nextGlyphs()
        return WrappedRow(column: column, glyphs: row.map(\.glyph), pieces: pieces.count > 1 ? row.map(\.piece) : [])
    }

    /// Returns the first rows, at least one; if there are more, the last ends with an ellipsis.
    consuming func rows(upTo limit: Int) -> [WrappedRow] {
        let (limit, columns) = (Swift.max(1, limit), columns)
        var rows = Array(prefix(limit + 1))
        guard rows.count > limit else { return rows }
        rows.removeLast()
        let last = rows.removeLast()
        var glyphs = last.glyphs
        while let end = glyphs.last, end == .blank || last.column + glyphs.width >= columns { glyphs.removeLast() }
        return rows + [WrappedRow(column: last.column, glyphs: glyphs + [Glyph].of("…"))]
    }

    private mutating func nextGlyphs() -> [Placed] {
        let room = columns - column
        var row: [Placed] = []
        var width = 0
        // A possible break: glyphs before `end` stay on this row, those from `start` on begin the next.
        var (end, start) = (0, 0)
        var isFull = false
        while let next = nextGlyph() {
            let glyph = next.glyph
            let fits = !isFull && width + glyph.width <= room
            if next.isBlank {
                if row.last?.isBlank != true { end = row.count }
                start = row.count + 1
                isFull = !fits
            } else if let last = row.last, !last.isBlank, last.glyph.width == 2 || glyph.width == 2 {
                (end, start) = (row.count, row.count)
            }
            if fits {
                row.append(next)
                width += glyph.width
            } else if isFull, !next.isBlank {
                pending.append(next)
                return Array(row[..<(end > 0 ? end : row.count)])
            } else if !next.isBlank {
                // A word is cut unless it can go below the opening, where there is more room.
                if end == 0, column <= indent { (end, start) = (row.count, row.count) }
                pending += [next] + row[start...].reversed()
                return Array(row[..<end])
            }
        }
        return row
    }

    /// Returns the next glyph; nil at the end of a line or of the text.
    private mutating func nextGlyph() -> Placed? {
        while pending.isEmpty {
            guard let character = characters.next() else {
                guard piece + 1 < pieces.count else {
                    isEnded = true
                    return nil
                }
                piece += 1
                characters = pieces[piece].makeIterator()
                continue
            }
            if character == "\n" || character == "\r\n" { return nil }
            var glyphs: [Glyph] = []
            Glyph.append(character, to: &glyphs, measuredBy: measure)
            pending = glyphs.reversed().map { Placed(glyph: $0, piece: piece) }
        }
        let next = pending.removeLast()
        return next.glyph.width <= columns - indent ? next : Placed(glyph: .replacement, piece: next.piece)
    }
}
