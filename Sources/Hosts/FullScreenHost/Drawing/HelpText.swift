import TerminalHost

/// What can be pressed and typed, in lines of a width.
struct HelpText {
    let columns: Int
    let theme: Theme
    private(set) var lines: [StyledLine] = []

    mutating func add(title: String) {
        if !lines.isEmpty { lines.append(StyledLine(spans: [])) }
        lines.append(StyledLine(spans: [Span(title, theme.strong)]))
    }

    /// What it is called at the left, and beside it, or below where that is too long, what it does.
    mutating func add(_ label: String, _ summary: String) {
        let width = columns >= 70 ? 26 : columns >= 40 ? 18 : 0
        let indent = width == 0 ? 4 : width + 3
        let isBeside = TerminalText.width(label) <= width
        let text = isBeside ? TerminalText.pad(label, columns: width) : TerminalText.fit(label, columns: columns - 2)
        var opening = StyledLine(indent: 2, spans: [Span(text, theme.mine)])
        if isBeside {
            opening.spans.append(Span(" "))
        } else {
            lines.append(opening)
            opening = StyledLine(indent: indent, spans: [])
        }
        lines += StyledLine.wrap(summary, columns: columns, after: opening, indent: indent, style: theme.plain)
    }
}
