import TerminalHost

extension StyledLine {
    /// A text in lines of a width.
    ///
    /// - Parameters:
    ///   - opening: stands before the text on the first line.
    ///   - indent: where all lines but the first begin, at most half of the columns.
    ///   - limit: how many lines there are at most, where that is said; what is left out is marked.
    static func wrap(
        _ text: String,
        columns: Int,
        after opening: StyledLine = StyledLine(spans: []),
        indent: Int,
        style: CellStyle,
        upTo limit: Int? = nil
    ) -> [StyledLine] {
        let wrapped = WrappedText(
            text,
            columns: columns,
            opening: opening.width,
            indent: indent,
            measuredBy: TerminalText.width(_:)
        )
        let rows = limit.map { wrapped.rows(upTo: $0) } ?? Array(wrapped)
        return rows.enumerated().map { index, row in
            let span = Span(glyphs: row.glyphs, style: style)
            return index == 0
                ? StyledLine(indent: opening.indent, spans: opening.spans + [span])
                : StyledLine(indent: row.column, spans: [span])
        }
    }
}
