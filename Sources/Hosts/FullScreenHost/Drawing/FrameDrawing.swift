import Chat
import CreateChat
import TerminalHost

/// Puts the parts of a screen on a grid.
struct FrameDrawing {
    let layout: Layout
    let theme: Theme
    private var grid: CellGrid
    private var moving: CellArea?

    init(layout: Layout, theme: Theme) {
        (self.layout, self.theme) = (layout, theme)
        grid = CellGrid(rows: layout.rows, columns: layout.columns)
        if let separator = layout.separator {
            for row in layout.main.rows { grid.draw([Glyph].of("│"), row: row, column: separator, style: theme.dim) }
        }
    }

    mutating func draw(_ list: ListDrawing, heading text: String, in area: CellArea) {
        heading(text, in: area)
        list.draw(on: &grid, within: area.withHeading.body)
    }

    mutating func draw(_ sight: ChatSight, of state: ChatViewState) {
        let loading = state.isLoadingEarlier ? "  (asking for earlier messages)" : ""
        heading(TerminalText.name(state.title) + loading, in: layout.main)
        draw(sight.lines)
        moving = layout.main.withHeading.body
    }

    mutating func draw(_ form: FormPane) {
        heading("A new chat", in: layout.main)
        guard let state = form.state else { return }
        var lines: [StyledLine] = []
        if state.isBusy { lines.append(StyledLine(spans: [Span("Beginning the chat…", theme.notice)])) }
        if let message = state.message, !state.name.isEmpty {
            lines.append(StyledLine(spans: [Span(TerminalText.oneLine(message), theme.problem)]))
        } else if state.canCreate {
            lines.append(StyledLine(spans: [Span("Enter begins it", theme.unread)]))
        } else if state.name.isEmpty {
            lines.append(StyledLine(spans: [Span("Type the name of the person to chat with", theme.dim)]))
        }
        lines += choices(state.suggestions, chosen: form.chosen)
        draw(lines)
    }

    mutating func draw(chats: [String], chosen: Int) {
        heading("Go to a chat", in: layout.main)
        // What is chosen stays in sight.
        let height = layout.main.withHeading.body.rows.count
        let first = max(0, min(chosen, chats.count - 1) - max(0, height - 1))
        draw(Array(choices(chats, chosen: chosen).dropFirst(first)))
    }

    /// - Returns: the first line that is shown.
    mutating func draw(help lines: [StyledLine], from top: Int) -> Int {
        heading("Help", in: layout.main)
        let height = layout.main.withHeading.body.rows.count
        let first = max(0, min(top, lines.count - height))
        draw(Array(lines.dropFirst(first)))
        return first
    }

    mutating func drawWelcome() {
        draw(
            ["Choose a chat with the arrows and open it with Enter.", "Typing / searches names and messages."]
                .map { StyledLine(indent: 2, spans: [Span($0, theme.dim)]) }
        )
    }

    mutating func drawStatus(_ notice: Notice?, hint: String, below: Int, unread: Int) {
        guard let row = layout.status else { return }
        let area = CellArea(rows: row..<(row + 1), columns: 0..<layout.columns)
        grid.clear(area, style: theme.bar)
        let counts = [below > 0 ? "\(below) new below" : nil, unread > 0 ? "\(unread) unread" : nil]
        let right = counts.compactMap(\.self).joined(separator: ", ")
        let room = layout.columns - (right.isEmpty ? 0 : right.count + 2)
        let style = notice.map { $0.isNews ? theme.bar : theme.chosen } ?? theme.bar
        let text = TerminalText.fit(TerminalText.oneLine(notice?.text ?? hint), columns: max(1, room))
        let end = grid.draw(text, row: row, style, within: area)
        grid.draw(right, row: row, rightOf: end, theme.chosen, within: area)
    }

    /// Draws what is typed, around its cursor, and gives everything that was drawn.
    consuming func finish(prompt: String, _ buffer: EditBuffer) -> Frame {
        let area = layout.input
        // Where the prompt would leave next to nothing, it is left out.
        let prompt = TerminalText.width(prompt) * 2 <= layout.columns ? prompt : ""
        let start = grid.draw(prompt, row: area.rows.lowerBound, theme.strong, within: area)
        let text = InputText(buffer.text, cursor: buffer.cursor, columns: layout.columns - start)
        let top = max(0, text.cursor.row - area.rows.count + 1)
        for (offset, glyphs) in text.rows.dropFirst(top).prefix(area.rows.count).enumerated() {
            grid.draw(glyphs, row: area.rows.lowerBound + offset, column: start, within: area)
        }
        let cursor = Frame.Place(
            row: area.rows.lowerBound + text.cursor.row - top,
            column: min(start + text.cursor.column, layout.columns - 1)
        )
        return Frame(grid: grid, cursor: cursor, moving: moving)
    }

    private mutating func heading(_ text: String, in area: CellArea) {
        guard let row = area.withHeading.heading else { return }
        grid.draw(text, row: row, theme.strong, within: area)
    }

    private mutating func draw(_ lines: [StyledLine]) {
        let area = layout.main.withHeading.body
        for (row, line) in zip(area.rows, lines) { grid.draw(line, row: row, within: area) }
    }

    private func choices(_ names: [String], chosen: Int?) -> [StyledLine] {
        names.enumerated().map { index, name in
            let isChosen = index == chosen
            let text = (isChosen ? "> " : "  ") + TerminalText.name(name)
            return StyledLine(spans: [Span(text, isChosen ? theme.bar : theme.plain)])
        }
    }
}
