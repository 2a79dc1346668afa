/// A row of a text that was wrapped.
struct WrappedRow: Equatable, Sendable {
    /// Where it begins; what stands before it is not part of the text.
    let column: Int
    let glyphs: [Glyph]

    var width: Int { glyphs.reduce(0) { $0 + $1.width } }
}

/// A text in rows of a width, made one by one as they are asked for: what is not shown costs nothing.
///
/// Rows end between words, and the spaces there are left out; on either side of a wide glyph; and within a word that is longer
/// than a row. LF and CRLF end a row, too. All rows but the first are indented, so that no text of others begins
/// at the left. Text from right to left stays in its logical order, for the terminal to turn.
struct WrappedText: Sequence, IteratorProtocol {
    private let columns: Int
    private let indent: Int
    private let measure: (Character) -> Int
    private var characters: String.Iterator
    /// What was read and is on no row yet, the next one last.
    private var waiting: [Glyph] = []
    /// Where the next row begins.
    private var column: Int
    private var isEnded = false

    /// - Parameters:
    ///   - columns: where rows end, at least 1.
    ///   - opening: how many columns of the first row are taken already.
    ///   - indent: where all rows but the first begin, at most half of the columns.
    ///   - measure: how many columns a character takes.
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

    /// The next row; even an empty text has one.
    mutating func next() -> WrappedRow? {
        guard !isEnded else { return nil }
        defer { column = indent }
        return WrappedRow(column: column, glyphs: nextGlyphs())
    }

    /// The first rows, at least one; where there are more, an ellipsis ends the last.
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
        // Where the row can be broken: what is before the first stays on it, what is from the second on begins the next.
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
                waiting.append(glyph)
                return Array(row[..<(end > 0 ? end : row.count)])
            } else if glyph != .blank {
                // Beside an opening nothing has to stand, and below it there is more room; otherwise a word is cut.
                if end == 0, column <= indent { (end, start) = (row.count, row.count) }
                waiting += [glyph] + row[start...].reversed()
                return Array(row[..<end])
            }
        }
        return row
    }

    /// Nil at the end of a line, and at that of the text.
    private mutating func nextGlyph() -> Glyph? {
        while waiting.isEmpty {
            guard let character = characters.next() else {
                isEnded = true
                return nil
            }
            if character == "\n" || character == "\r\n" { return nil }
            Glyph.append(character, to: &waiting, measuredBy: measure)
            waiting.reverse()
        }
        let glyph = waiting.removeLast()
        return glyph.width <= columns - indent ? glyph : .replacement
    }
}
