@testable import FullScreenHost

/// A terminal that understands the writer's bytes and shows cells.
struct TerminalFake {
    private(set) var rows: [[String]]
    private(set) var isCursorVisible = true
    private(set) var cursor = (row: 0, column: 0)
    /// Whether emoji of several scalars have their full width or half of it.
    var drawsJoinedNarrow = false
    private var style = ""

    init(rows: Int, columns: Int) {
        self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The capabilities, with control sequences of the fake's own.
    static let capabilities = TerminalCapabilities(
        move: { "\u{1}m\($0),\($1);" },
        clear: "\u{1}c;",
        goRight: { "\u{1}f\($0);" },
        goToColumn: { "\u{1}t\($0);" },
        clearLine: "\u{1}k;",
        erase: { "\u{1}e\($0);" },
        showCursor: "\u{1}v;",
        hideCursor: "\u{1}h;",
        plain: "\u{1}p;",
        bold: "\u{1}sB;",
        dim: "\u{1}sD;",
        underlined: "\u{1}sU;",
        reversed: "\u{1}sR;",
        colorCount: 256,
        foreground: { "\u{1}sf\($0);" },
        background: { "\u{1}sb\($0);" },
        scrollUp: { rows, count, _ in "\u{1}u\(rows.lowerBound),\(rows.upperBound),0,1000,\(count);" },
        scrollColumnsUp: { area, count, _ in
            "\u{1}u\(area.rows.lowerBound),\(area.rows.upperBound),\(area.columns.lowerBound),"
                + "\(area.columns.upperBound),\(count);"
        }
    )

    mutating func take(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self)[...]
        while let character = rest.popFirst() {
            if character == "\u{1}" {
                let command = rest.prefix { $0 != ";" }
                rest = rest.dropFirst(command.count + 1)
                obey(command.first ?? " ", command.dropFirst())
            } else if character == "\r\n" {
                cursor = (cursor.row + 1, 0)
            } else if character == "\n" {
                cursor.row += 1
            } else {
                put(character)
            }
        }
    }

    private mutating func obey(_ command: Character, _ rest: Substring) {
        let numbers = rest.split(separator: ",").compactMap { Int($0) }
        switch command {
        case "m": cursor = (numbers[0], numbers[1])
        case "c":
            for row in rows.indices { rows[row] = Array(repeating: " ", count: rows[row].count) }
            cursor = (0, 0)
        case "k": for column in cursor.column..<rows[0].count { rows[cursor.row][column] = " " }
        case "v": isCursorVisible = true
        case "h": isCursorVisible = false
        case "p": style = ""
        case "s": style += rest
        case "f": cursor.column += numbers[0]
        case "t": cursor.column = numbers[0]
        case "e":
            for column in cursor.column..<(cursor.column + numbers[0]) { rows[cursor.row][column] = " " }
        case "u":
            for row in numbers[0]..<numbers[1] {
                let from = row + numbers[4]
                for column in numbers[2]..<min(numbers[3], rows[row].count) {
                    rows[row][column] = from < numbers[1] ? rows[from][column] : " "
                }
            }
            // The cursor may be anywhere.
            cursor = (0, 0)
        default: break
        }
    }

    private mutating func put(_ character: Character) {
        let isJoined = character.unicodeScalars.count > 1
        let width = isJoined && drawsJoinedNarrow ? 1 : testWidth(character)
        guard cursor.column < rows[0].count else { return }
        // Blanks do not show foreground colours and weights.
        let isBlank = character == " " && !style.contains { "URb".contains($0) }
        rows[cursor.row][cursor.column] = (isBlank ? "" : style) + String(character)
        if width == 2, cursor.column + 1 < rows[0].count { rows[cursor.row][cursor.column + 1] = style + "<" }
        cursor.column += width
    }

    /// The cells that a grid should look like.
    static func rows(of grid: CellGrid) -> [[String]] {
        (0..<grid.rowCount).map { row in
            grid[row].map { cell in
                var style = ""
                if cell.style.attributes.contains(.bold) { style += "B" }
                if cell.style.attributes.contains(.dim) { style += "D" }
                if cell.style.attributes.contains(.underlined) { style += "U" }
                if cell.style.attributes.contains(.reversed) { style += "R" }
                if case .indexed(let color) = cell.style.foreground { style += "f\(color)" }
                if case .indexed(let color) = cell.style.background { style += "b\(color)" }
                guard case .glyph(let glyph) = cell.content else { return style + "<" }
                return style + String(glyph.character)
            }
        }
    }
}
