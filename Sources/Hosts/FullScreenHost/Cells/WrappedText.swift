/// A row of a wrapped text.
struct WrappedRow: Equatable, Sendable {
    /// The column where the row begins.
    let column: Int
    let glyphs: [Glyph]

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
    /// Glyphs read but not on a row yet, the next one last.
    private var pending: [Glyph] = []
    /// The column where the next row begins.
    private var column: Int
    private var isEnded = false

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
        self.columns = Swift.max(1, columns)
        self.indent = Swift.max(0, Swift.min(indent, self.columns / 2))
        self.measure = measure
        characters = text.makeIterator()
        column = Swift.max(0, opening)
    }

    /// Returns the next row; even an empty text has one.
    mutating func next() -> WrappedRow? {
        guard !isEnded else { return nil }
        defer { column = indent }
        return WrappedRow(column: column, glyphs: nextGlyphs())
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

    private mutating func nextGlyphs() -> [Glyph] {
        let room = columns - column
        var row: [Glyph] = []
        var width = 0
        // A possible break: glyphs before `end` stay on this row, those from `start` on begin the next.
        var (end, start) = (0, 0)
        var isFull = false
        while let glyph = nextGlyph() {
            let fits = !isFull && width + glyph.width <= room
            if glyph == .blank {
                if row.last != .blank { end = row.count }
                start = row.count + 1
                isFull = !fits
            } else if let last = row.last, last != .blank, last.width == 2 || glyph.width == 2 {
                (end, start) = (row.count, row.count)
            }
            if fits {
                row.append(glyph)
                width += glyph.width
            } else if isFull, glyph != .blank {
                pending.append(glyph)
                return Array(row[..<(end > 0 ? end : row.count)])
            } else if glyph != .blank {
                // A word is cut unless it can go below the opening, where there is more room.
                if end == 0, column <= indent { (end, start) = (row.count, row.count) }
                pending += [glyph] + row[start...].reversed()
                return Array(row[..<end])
            }
        }
        return row
    }

    /// Returns the next glyph; nil at the end of a line or of the text.
    private mutating func nextGlyph() -> Glyph? {
        while pending.isEmpty {
            guard let character = characters.next() else {
                isEnded = true
                return nil
            }
            if character == "\n" || character == "\r\n" { return nil }
            Glyph.append(character, to: &pending, measuredBy: measure)
            pending.reverse()
        }
        let glyph = pending.removeLast()
        return glyph.width <= columns - indent ? glyph : .replacement
    }
}
