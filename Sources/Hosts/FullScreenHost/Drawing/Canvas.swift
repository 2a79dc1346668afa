import TerminalHost

/// A text of one style, safe to show.
struct Span: Equatable, Sendable {
    let glyphs: [Glyph]
    let style: CellStyle

    init(glyphs: [Glyph], style: CellStyle) {
        (self.glyphs, self.style) = (glyphs, style)
    }

    /// - Parameter text: safe text of one line.
    init(_ text: String, _ style: CellStyle = .plain) {
        self.init(glyphs: .of(text), style: style)
    }

    var width: Int { glyphs.width }
}

/// One line as it is drawn, from the left of its area.
struct StyledLine: Equatable, Sendable {
    var indent = 0
    var spans: [Span]

    var width: Int { indent + spans.reduce(0) { $0 + $1.width } }
}

extension [Glyph] {
    /// - Parameter text: of one line; what acts on a terminal is replaced.
    static func of(_ text: String) -> [Glyph] { Glyph.glyphs(of: text, measuredBy: TerminalText.width(_:)) }

    var width: Int { reduce(0) { $0 + $1.width } }
}

extension CellGrid {
    /// Draws a line on a row of an area, cut at its right edge.
    mutating func draw(_ line: StyledLine, row: Int, within area: CellArea) {
        var column = area.columns.lowerBound + line.indent
        for span in line.spans {
            column = draw(span.glyphs, row: row, column: column, style: span.style, within: area)
        }
    }

    /// Draws text on a row of an area: what does not fit is cut, with an ellipsis.
    /// - Returns: the column behind it.
    @discardableResult
    mutating func draw(
        _ text: String,
        row: Int,
        from column: Int? = nil,
        _ style: CellStyle = .plain,
        within area: CellArea
    ) -> Int {
        let start = column ?? area.columns.lowerBound
        let room = area.columns.upperBound - start
        guard room > 0 else { return start }
        return draw(
            [Glyph].of(TerminalText.fit(text, columns: room)),
            row: row,
            column: start,
            style: style,
            within: area
        )
    }

    /// Draws text that ends at the right edge of an area, if all of it fits behind `column`.
    mutating func draw(
        _ text: String,
        row: Int,
        rightOf column: Int,
        _ style: CellStyle = .plain,
        within area: CellArea
    ) {
        let start = area.columns.upperBound - TerminalText.width(text)
        if start >= column { draw(text, row: row, from: start, style, within: area) }
    }
}
