/// A text after an opening. Text that does not fit beside the opening is below it, indented.
///
/// On a terminal of known width, text from others never begins in the first column, where the program's own words
/// begin.
package struct Paragraph {
    /// The opening, such as `9:00 am  Ada: `; safe.
    package var opening: String
    /// The text in safe lines.
    package var body: [String]
    /// The program's words after the text, such as `(read)`.
    package var ending = ""
    /// The indent in columns; nil for the width of the opening.
    package var indent: Int?
    var styleOpening: (String) -> String = { $0 }
    var styleEnding: (String) -> String = { $0 }

    /// Returns a paragraph for each row, whose opening is its number; the numbers end in one column.
    static func numbered<Row>(from first: Int, _ rows: [Row], _ make: (_ row: Row, _ opening: String) -> Paragraph)
        -> [Paragraph]
    {
        let width = String(first + rows.count - 1).count
        return zip(first..., rows).map { number, row in
            make(row, "  \(String(repeating: " ", count: width - String(number).count))\(number)  ")
        }
    }

    /// - Parameter columns: the maximum width of a line; lines are wrapped between words if possible. Nil if the
    ///   output is not a terminal: only the text's own line breaks are kept then.
    package func lines(columns: Int?) -> [String] {
        let taken = TerminalText.width(opening)
        let indent = min(self.indent ?? taken, columns.map { $0 / 2 } ?? .max)
        var rows = body
        var startsBeside = true
        if let columns {
            // An opening that leaves almost no room is on a line of its own.
            startsBeside = columns - taken >= max(1, columns / 4)
            let room = columns - indent
            rows = body.enumerated().flatMap { index, line in
                TextWrapping(room: room, first: index == 0 && startsBeside ? columns - taken : room).rows(of: line)
            }
        }
        let first = styleOpening(startsBeside ? opening : TerminalText.fit(opening, columns: columns ?? .max))
        var lines = startsBeside ? [] : [first]
        for (index, row) in rows.enumerated() {
            lines.append((startsBeside && index == 0 ? first : String(repeating: " ", count: indent)) + row)
        }
        guard !ending.isEmpty, let last = rows.last else { return lines }
        let used = TerminalText.width(last) + (startsBeside && rows.count == 1 ? taken : indent)
        if let columns, used + 2 + TerminalText.width(ending) > columns {
            let ending = TerminalText.fit(ending, columns: columns - indent)
            lines.append(String(repeating: " ", count: indent) + styleEnding(ending))
        } else {
            lines[lines.count - 1] += "  " + styleEnding(ending)
        }
        return lines
    }
}

extension LineOutput {
    /// Writes a safe line. On a terminal it is wrapped between words, so that no group of a key is cut.
    package func write(wrapping line: String) {
        write(Paragraph(opening: "", body: [line], indent: 2).lines(columns: columns))
    }
}

/// A safe sentence of the program as rows of a terminal. A command in it and any long word stay whole, so that they can be copied.
package enum WrappedSentence {
    /// Returns the rows, of which all but the first are indented.
    ///
    /// - Parameter columns: the width of the terminal; nil if the output is not a terminal, whose reader breaks lines itself.
    package static func rows(of sentence: String, columns: Int?) -> [String] {
        guard let columns, TerminalText.width(sentence) > columns else { return [sentence] }
        let command = sentence.firstRange(of: "viperchat ")?.lowerBound ?? sentence.endIndex
        let parts = sentence[..<command].split(separator: " ") + [sentence[command...]].filter { !$0.isEmpty }
        var (rows, row) = ([String](), String(sentence.prefix { $0 == " " }))
        for (index, part) in parts.enumerated() {
            let text = (index == 0 ? "" : " ") + part
            if index > 0, TerminalText.width(row + text) > columns {
                rows.append(row)
                row = "  \(part)"
            } else {
                row += text
            }
        }
        return rows + [row]
    }
}

extension LineOutput {
    /// Writes a safe sentence, in rows on a terminal.
    package func write(sentence: String) { write(WrappedSentence.rows(of: sentence, columns: columns)) }
}

/// Wraps a safe line into rows, at spaces if possible, and within a word that is wider than a row.
struct TextWrapping {
    /// The width of a row.
    package let room: Int
    /// The width of the first row.
    package let first: Int

    private var rows: [String] = []
    private var row = ""
    private var used = 0
    private var hasWord = false

    package init(room: Int, first: Int) {
        (self.room, self.first) = (room, first)
    }

    private var limit: Int { rows.isEmpty ? first : room }

    /// Returns at least one row. A space at which the line is wrapped is on no row.
    package consuming func rows(of line: String) -> [String] {
        row = String(line.prefix { $0 == " " }.prefix(limit / 2))
        used = row.count
        for word in line.split(separator: " ") {
            let width = TerminalText.width(String(word))
            let fits = used + (hasWord ? 1 : 0) + width <= limit
            // A word that is wider than a row is wrapped where it begins.
            if !fits, hasWord || width <= room { breakRow() }
            if hasWord { add(" ", width: 1) }
            if width <= limit - used {
                add(String(word), width: width)
            } else {
                for character in word { add(String(character), width: TerminalText.width(String(character))) }
            }
        }
        return rows + [row]
    }

    private mutating func add(_ text: String, width: Int) {
        if hasWord, used + width > limit { breakRow() }
        row += text
        used += width
        hasWord = true
    }

    private mutating func breakRow() {
        rows.append(row)
        (row, used, hasWord) = ("", 0, false)
    }
}
