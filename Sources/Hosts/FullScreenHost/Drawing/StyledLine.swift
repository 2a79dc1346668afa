import HostKit

/// A sanitized text of one style.
struct Span: Equatable, Sendable {
    let glyphs: [Glyph]
    let style: CellStyle

    init(glyphs: [Glyph], style: CellStyle) {
        (self.glyphs, self.style) = (glyphs, style)
    }

    /// - Parameter text: one line; characters that act on the terminal are replaced.
    init(_ text: String, _ style: CellStyle = .plain) {
        self.init(glyphs: .of(text), style: style)
    }

    var width: Int { glyphs.width }
}

/// A line to draw from the left of an area.
struct StyledLine: Equatable, Sendable {
    var indent = 0
    var spans: [Span]
    /// Whether the line is a part of a picture, whose colours a selection leaves as they are.
    var isPicture = false

    var width: Int { indent + spans.reduce(0) { $0 + $1.width } }
}

extension StyledLine {
    /// The line in one style over a whole width.
    func filled(with style: CellStyle, columns: Int) -> StyledLine {
        if isPicture { return self }
        let blanks = { (count: Int) in Span(glyphs: Array(repeating: .blank, count: max(0, count)), style: style) }
        return StyledLine(
            spans: [blanks(indent)] + spans.map { Span(glyphs: $0.glyphs, style: style) } + [blanks(columns - width)]
        )
    }

}

extension [Glyph] {
    /// The glyphs of one line; characters that act on the terminal are replaced.
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

    /// Draws text on a row of an area; text that does not fit is cut with an ellipsis.
    ///
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

    /// Draws text at the right edge of an area, if it fits behind `column`.
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

extension StyledLine {
    /// Wraps pieces of text in their styles to a width, on lines after an opening and below it.
    static func wrap(_ pieces: [(text: String, style: CellStyle)], columns: Int, after opening: StyledLine, indent: Int)
        -> [StyledLine]
    {
        let wrapped = WrappedText(
            pieces.map(\.text),
            columns: columns,
            opening: opening.width,
            indent: indent,
            measuredBy: TerminalText.width(_:)
        )
        return wrapped.enumerated().map { index, row in
            var (spans, start) = ([Span](), 0)
            while start < row.glyphs.count {
                let piece = row.pieces.isEmpty ? 0 : row.pieces[start]
                let end =
                    row.pieces.isEmpty
                    ? row.glyphs.count : row.pieces[start...].firstIndex { $0 != piece } ?? row.glyphs.count
                spans.append(Span(glyphs: Array(row.glyphs[start..<end]), style: pieces[piece].style))
                start = end
            }
            return index == 0
                ? StyledLine(indent: opening.indent, spans: opening.spans + spans)
                : StyledLine(indent: row.column, spans: spans)
        }
    }

    /// Wraps a text to a width.
    ///
    /// - Parameters:
    ///   - opening: precedes the text on the first line.
    ///   - indent: the indentation of all other lines, at most half of the width.
    ///   - limit: the maximum number of lines, if any; an ellipsis marks omitted text.
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
