import Chat
import ChatDetails
import ChatList
import ChatTypes
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

    mutating func draw(_ visibility: ChatVisibility, of state: ChatViewState) {
        let loading = state.isLoadingEarlier ? "  (asking for earlier messages)" : ""
        let muted = state.isMuted ? " (muted)" : ""
        let people = state.subtitle.map { ", \(TerminalText.oneLine($0))" } ?? ""
        heading(TerminalText.name(state.title) + people + muted + loading, in: layout.main)
        draw(visibility.lines)
        if state.rows.isEmpty, state.canWrite, !state.hasEarlier, !state.isLoadingEarlier {
            draw("No messages yet: Enter sends what is typed", in: layout.main)
        }
        moving = layout.main.withHeading.body
    }

    mutating func draw(_ details: DetailsPanel) {
        guard let state = details.state else { return }
        let about = state.isLeaving ? "leaving…" : state.subtitle.map { TerminalText.oneLine($0) }
        heading(TerminalText.name(state.title) + (about.map { ", \($0)" } ?? ""), in: layout.main)
        draw(DetailsText(state: state, theme: theme).lines(from: details.top))
    }

    mutating func draw(_ form: FormPanel) {
        heading(form.state?.added.isEmpty == false ? "A new group" : "A new chat", in: layout.main)
        guard let state = form.state else { return }
        let height = layout.main.withHeading.body.rows.count
        let selected = form.selected.flatMap { state.suggestions.indices.contains($0) ? state.suggestions[$0] : nil }
        var lines: [StyledLine] = []
        if state.isBusy { lines.append(StyledLine(spans: [Span("Beginning the chat…", theme.notice)])) }
        if !state.added.isEmpty {
            let names = state.added.map { TerminalText.name($0, columns: 40) }.joined(separator: ", ")
            // However many they are, what can be done stays in sight.
            lines += wrapped("In the group: \(names)", theme.plain, upTo: height / 3)
        }
        if let message = state.message, !state.name.isEmpty {
            lines += wrapped(TerminalText.oneLine(message), theme.problem, upTo: height)
        } else if state.canCreate {
            let others = state.suggestions.isEmpty || selected != nil ? "" : "; Down chooses one of these:"
            lines += wrapped(state.promise(choosing: selected) + others, theme.unread, upTo: height)
        } else if state.name.isEmpty {
            lines += wrapped("Type the name of the person to chat with", theme.dim, upTo: height)
        }
        // What is selected stays in sight.
        let first = max(0, (form.selected ?? 0) + 1 - max(1, height - lines.count))
        lines += choices(state.suggestions, selected: form.selected).dropFirst(first)
        draw(lines)
    }

    mutating func draw(_ switcher: SwitcherPanel) {
        let (chats, selected) = (switcher.chats, switcher.selected)
        heading("Go to a chat", in: layout.main)
        // What is selected stays in sight.
        let height = layout.main.withHeading.body.rows.count
        let first = max(0, min(selected, chats.count - 1) - max(0, height - 1))
        var lines = choices(chats.map(\.title), selected: selected)
        for (index, chat) in chats.enumerated() where chat.unreadCount > 0 {
            lines[index].spans.append(Span(" [\(chat.unreadCount)]", theme.unread))
        }
        if lines.isEmpty { lines = [StyledLine(spans: [Span("No chat has such a name", theme.dim)])] }
        draw(Array(lines.dropFirst(first)))
    }

    /// - Returns: the first line that is shown.
    mutating func draw(help lines: [StyledLine], from top: Int) -> Int {
        heading("Help", in: layout.main)
        let height = layout.main.withHeading.body.rows.count
        let first = max(0, min(top, lines.count - height))
        draw(Array(lines.dropFirst(first)))
        return first
    }

    mutating func drawWelcome(_ lines: [StyledLine]) {
        heading("viperchat", in: layout.main)
        draw(lines)
    }

    /// Something in place of rows that are not there.
    mutating func draw(_ text: String, in area: CellArea) {
        let body = area.withHeading.body
        guard let row = body.rows.first else { return }
        grid.draw(text, row: row, from: body.columns.lowerBound + 2, theme.dim, within: body)
    }

    /// Draws the hit that is selected, with all its words.
    mutating func draw(result row: ChatListViewState.Row) {
        heading("\(TerminalText.name(row.title)), \(TerminalText.oneLine(row.time))", in: layout.main)
        let writer = TerminalText.name(row.sender ?? row.title, of: row.author, columns: 20)
        let author = row.author.map { $0 == .me ? "You: " : "\(writer): " } ?? ""
        let style = row.author == .me ? theme.mine : theme.author(row.sender ?? row.title)
        draw(
            StyledLine.wrap(
                TerminalText.oneLine(row.preview),
                columns: layout.main.columns.count - 1,
                after: StyledLine(indent: 2, spans: [Span(author, style)]),
                indent: 4,
                style: theme.plain
            )
        )
    }

    mutating func highlight(_ words: [String], in area: CellArea) {
        grid.highlight(words, in: area, theme.found)
    }

    /// - Parameters:
    ///   - notice: goes before what stands here otherwise: the connection, and what can be pressed. It takes the rows that the
    ///     layout has for it; news take one.
    ///   - hints: the first that fits is shown.
    ///   - counts: stand at the right.
    mutating func drawStatus(_ notice: Notice?, connection: String?, hints: [String], counts: [String]) {
        guard let area = layout.status else { return }
        let row = area.rows.upperBound - 1
        grid.clear(area, style: theme.bar)
        let right = counts.joined(separator: ", ")
        let room = max(1, layout.columns - (right.isEmpty ? 0 : right.count + 2))
        var end = 0
        if let notice, notice.isNews {
            let text = TerminalText.fit(TerminalText.oneLine(notice.text), columns: room)
            end = grid.draw(text, row: row, theme.bar, within: area)
        } else if let notice {
            for (row, line) in zip(area.rows, notice.rows(columns: layout.columns, upTo: area.rows.count)) {
                end = grid.draw(line.glyphs, row: row, column: line.column, style: theme.selected, within: area) + 2
            }
        } else {
            if let connection {
                let text = TerminalText.fit(TerminalText.oneLine(connection), columns: room)
                end = grid.draw(text, row: row, theme.selected, within: area) + 3
            }
            let hint = hints.first { TerminalText.width($0) <= room - end }
            if let hint = hint ?? (end == 0 ? hints.last : nil) {
                let text = TerminalText.fit(hint, columns: room)
                end = grid.draw(text, row: row, from: end, theme.bar, within: area)
            }
        }
        grid.draw(right, row: row, rightOf: end, theme.selected, within: area)
    }

    /// Draws what is typed, around its cursor, and gives everything that was drawn.
    consuming func finish(prompt: String, _ buffer: EditBuffer) -> Frame {
        let area = layout.input
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

    /// In rows of the main area's width, so many at most; what is left out is marked.
    private func wrapped(_ text: String, _ style: CellStyle, upTo limit: Int) -> [StyledLine] {
        StyledLine.wrap(text, columns: layout.main.columns.count, indent: 2, style: style, upTo: limit)
    }

    private func choices(_ names: [String], selected: Int?) -> [StyledLine] {
        let room = max(1, min(TerminalText.nameColumns, layout.main.columns.count - 2))
        return names.enumerated().map { index, name in
            let isSelected = index == selected
            let text = (isSelected ? "> " : "  ") + TerminalText.name(name, columns: room)
            return StyledLine(spans: [Span(text, isSelected ? theme.bar : theme.plain)])
        }
    }
}

extension CreateChatViewState {
    /// What Enter does.
    /// - Parameter selected: one of the suggestions; nil for what is typed.
    fileprivate func promise(choosing selected: String?) -> String {
        let name = TerminalText.name(selected ?? name, columns: 40)
        if added.isEmpty { return "Enter begins a chat with \(name)" }
        return name.isEmpty ? "Enter begins it, or type another name" : "Enter begins it, with \(name)"
    }
}
