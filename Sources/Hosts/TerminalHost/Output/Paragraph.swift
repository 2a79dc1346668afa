/// A text behind an opening: what does not fit beside the opening stands below the text, indented.
///
/// So on a terminal whose width is known, no text of others ever begins at the left, where the program's own words do.
struct Paragraph {
    /// As `9:00 am  Ada: `; safe.
    var opening: String
    /// Safe lines.
    var body: [String]
    /// What the program says behind the text, as `(read)`.
    var ending = ""
    /// In columns; nil for as much as the opening takes.
    var indent: Int?
    var styleOpening: (String) -> String = { $0 }
    var styleEnding: (String) -> String = { $0 }

    /// - Parameter columns: how wide the terminal is: no line is wider, and breaks are between words where possible. Nil
    ///   where the output is no terminal: only the text's own lines are told apart then.
    func lines(columns: Int?) -> [String] {
        let taken = TerminalText.width(opening)
        let indent = min(self.indent ?? taken, columns.map { $0 / 2 } ?? .max)
        var rows = body
        var startsBeside = true
        if let columns {
            // Where next to nothing fits beside the opening, it stands alone.
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

/// Breaks a safe line into rows, at its spaces where it can, and within a word where that is too wide.
struct TextWrapping {
    /// How wide a row may be.
    let room: Int
    /// How wide the first one may be.
    let first: Int

    private var rows: [String] = []
    private var row = ""
    private var used = 0
    private var hasWord = false

    init(room: Int, first: Int) {
        (self.room, self.first) = (room, first)
    }

    private var limit: Int { rows.isEmpty ? first : room }

    /// At least one; a space at which it is broken stands on no row.
    consuming func rows(of line: String) -> [String] {
        row = String(line.prefix { $0 == " " }.prefix(limit / 2))
        used = row.count
        for word in line.split(separator: " ") {
            let width = TerminalText.width(String(word))
            let fits = used + (hasWord ? 1 : 0) + width <= limit
            // A word that no row holds is broken where it stands.
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
