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
        let opening = StyledLine(indent: 2, spans: [Span(text, theme.mine)])
        let wrapped = WrappedText(
            summary,
            columns: columns,
            opening: indent,
            indent: indent,
            measuredBy: TerminalText.width(_:)
        )
        var rest = wrapped.map { StyledLine(indent: $0.column, spans: [Span(glyphs: $0.glyphs, style: theme.plain)]) }
        if isBeside, let first = rest.first {
            rest[0] = StyledLine(indent: 2, spans: opening.spans + [Span(" ")] + first.spans)
        } else {
            lines.append(opening)
        }
        lines += rest
    }
}
