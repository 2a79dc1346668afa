import TerminalHost

/// Something to tell a person at the bottom of the screen.
struct Notice: Equatable, Sendable {
    /// In one or more lines.
    let text: String
    /// Whether it is news rather than a problem.
    var isNews = false

    /// As it is shown: safe, and in rows of a width, of which only the first begins at the left.
    func rows(columns: Int, upTo limit: Int) -> [WrappedRow] {
        let lines = TerminalText.lines(text).joined(separator: "\n")
        return WrappedText(lines, columns: columns, indent: 2, measuredBy: TerminalText.width(_:)).rows(upTo: limit)
    }
}
