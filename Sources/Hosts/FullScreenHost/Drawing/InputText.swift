import HostKit

/// The typed text wrapped to a width, with its cursor.
///
/// Every character is shown. Rows break between words if possible, otherwise where they are full.
struct InputText: Equatable, Sendable {
    private struct Item: Equatable, Sendable {
        /// The offset of its character, in bytes.
        let offset: Int
        /// The glyph; nil for the end of a line.
        let glyph: Glyph?

        var width: Int { glyph?.width ?? 0 }
    }

    let rows: [[Glyph]]
    let cursor: Frame.Position

    /// - Parameters:
    ///   - cursor: an offset in `text`, in bytes of UTF-8.
    ///   - columns: the width of a row, at least 1.
    init(_ text: String, cursor offset: Int, columns: Int) {
        let columns = max(1, columns)
        let rows = Self.rows(text, columns)
        self.rows = rows.map { $0.compactMap(\.glyph) }
        // Behind the last character, unless it is found on one.
        var place = Frame.Position(row: rows.count - 1, column: rows[rows.count - 1].reduce(0) { $0 + $1.width })
        search: for (row, items) in rows.enumerated() {
            var column = 0
            for item in items {
                if item.offset >= offset {
                    place = Frame.Position(row: row, column: column)
                    break search
                }
                column += item.width
            }
        }
        // At the end of a full row it is where the next character will be.
        cursor = place.column < columns ? place : Frame.Position(row: place.row + 1, column: 0)
    }

    /// The number of rows, with room for the cursor.
    var rowCount: Int { max(rows.count, cursor.row + 1) }

    private static func rows(_ text: String, _ columns: Int) -> [[Item]] {
        var rows: [[Item]] = [[]]
        var (offset, width) = (0, 0)
        for character in text {
            defer { offset += character.utf8.count }
            if character == "\n" {
                rows[rows.count - 1].append(Item(offset: offset, glyph: nil))
                rows.append([])
                width = 0
                continue
            }
            var glyphs: [Glyph] = []
            Glyph.append(character, to: &glyphs, measuredBy: TerminalText.width(_:))
            for glyph in glyphs.map({ $0.width <= columns ? $0 : .replacement }) {
                if width + glyph.width > columns {
                    let last = rows.count - 1
                    // A word that does not fit moves to the next row, unless it fills this one.
                    let blank = glyph == .blank ? nil : rows[last].lastIndex { $0.glyph == .blank }
                    let word = blank.map { rows[last][($0 + 1)...] } ?? []
                    rows[last].removeLast(word.count)
                    rows.append(Array(word))
                    width = word.reduce(0) { $0 + $1.width }
                }
                rows[rows.count - 1].append(Item(offset: offset, glyph: glyph))
                width += glyph.width
            }
        }
        return rows
    }
}
