import TerminalHost

/// What is typed, in rows of a width, and where its cursor is among them.
struct InputText: Equatable, Sendable {
    private(set) var rows: [[Glyph]] = [[]]
    private(set) var cursor = Frame.Place(row: 0, column: 0)

    /// - Parameters:
    ///   - cursor: in bytes of UTF-8 from the beginning of `text`.
    ///   - columns: how wide a row is, at least 1. Every character is shown: rows end wherever they are full.
    init(_ text: String, cursor offset: Int, columns: Int) {
        let columns = max(1, columns)
        var (position, width) = (0, 0)
        for character in text {
            if position == offset { place(width, columns) }
            position += character.utf8.count
            if character.isNewline {
                rows.append([])
                width = 0
                continue
            }
            var glyphs: [Glyph] = []
            Glyph.append(character, to: &glyphs, measuredBy: TerminalText.width(_:))
            for glyph in glyphs.map({ $0.width <= columns ? $0 : .replacement }) {
                if width + glyph.width > columns {
                    rows.append([])
                    width = 0
                }
                rows[rows.count - 1].append(glyph)
                width += glyph.width
            }
        }
        if position <= offset { place(width, columns) }
    }

    /// At the end of a full row it stands where the next character will.
    private mutating func place(_ width: Int, _ columns: Int) {
        if width < columns {
            cursor = Frame.Place(row: rows.count - 1, column: width)
        } else {
            cursor = Frame.Place(row: rows.count, column: 0)
        }
    }

    /// With room for the cursor.
    var rowCount: Int { max(rows.count, cursor.row + 1) }
}
