import Chat
import ChatApp
import ChatDetails
import ChatList
import TerminalHost

extension HostModel {
    var layout: Layout {
        let room = max(1, size.columns - TerminalText.width(prompt))
        let text = InputText(editor.buffer.text, cursor: editor.buffer.cursor, columns: room)
        let told = notice.map { $0.isNews ? 1 : $0.rows(columns: size.columns, upTo: max(1, size.rows / 3)).count }
        return Layout(rows: size.rows, columns: size.columns, inputRows: text.rowCount, statusRows: told ?? 1)
    }

    /// The chat in lines, where there is one.
    var chatText: ChatText? { chatText(in: layout) }

    var chatSight: ChatSight? {
        let layout = layout
        return chatText(in: layout).flatMap { sight(of: $0, in: layout) }
    }

    /// The chat's rows down to the last one in sight.
    var rowsInSight: ArraySlice<ChatViewState.Row> {
        guard let rows = chat?.state?.rows, let last = chatSight?.lastRow else { return [] }
        return rows[...last]
    }

    private func chatText(in layout: Layout) -> ChatText? {
        chat?.state.map { state in
            ChatText(state: state, columns: layout.main.columns.count, theme: theme, environment: environment)
        }
    }

    private func sight(of text: ChatText, in layout: Layout) -> ChatSight? {
        chat.map { ChatSight(of: text, at: $0.viewport, height: layout.main.withHeading.body.rows.count) }
    }

    /// What is to be shown now, and what a person can see of it that the app is to know.
    mutating func frame() -> (frame: Frame, effects: [ModelEffect]) {
        let layout = layout
        var drawing = FrameDrawing(layout: layout, theme: theme)
        var effects: [ModelEffect] = []
        if let area = layout.list ?? (screen == .chatList ? layout.main : nil) {
            effects += drawList(with: &drawing, in: area, isCovered: overlay != nil && layout.list == nil)
        }
        var below: String?
        switch overlay {
        case .help(let top, let screen): overlay = .help(top: drawing.draw(help: helpLines, from: top), on: screen)
        case .switcher(let chosen): drawing.draw(foundChats, chosen: chosen)
        case nil:
            switch screen {
            case .createChat: drawing.draw(form)
            case .chat: below = drawChat(with: &drawing, &effects)
            case .details:
                guard var details, let lastTop else { break }
                details.top = min(details.top, lastTop)
                drawing.draw(details)
                self.details = details
            default: if layout.list != nil { drawBesideList(with: &drawing) }
            }
        }
        let counts = [below, badge > 0 ? "\(badge) unread" : nil].compactMap(\.self)
        drawing.drawStatus(notice, connection: status, hints: hints, counts: counts)
        return (drawing.finish(prompt: prompt, editor.buffer), effects)
    }

    private mutating func drawList(
        with drawing: inout FrameDrawing,
        in area: CellArea,
        isCovered: Bool
    ) -> [ModelEffect] {
        guard !isCovered else { return [] }
        let body = area.withHeading.body
        list.scroll(height: body.rows.count)
        drawing.draw(listDrawing, heading: listHeading, in: area)
        if isSearching {
            drawing.highlight(list.state?.searchText.searchWords ?? [], in: body)
        } else if let state = list.state, state.rows.isEmpty, !state.isSearching {
            drawing.draw("None yet: Alt-n begins one", in: area)
        }
        // Whose row can be seen, their picture is worth loading.
        let count = (body.rows.count + ListDrawing.rowHeight - 1) / ListDrawing.rowHeight
        let seen = list.rows.dropFirst(list.top).prefix(count).map(\.id)
        guard seen != list.reported, !seen.isEmpty else { return [] }
        list.reported = seen
        return [.list(.rowsVisible(seen))]
    }

    private func drawBesideList(with drawing: inout FrameDrawing) {
        guard isSearching, let index = list.chosenIndex else { return drawing.drawWelcome(welcomeLines) }
        drawing.draw(find: list.rows[index])
        drawing.highlight(list.state?.searchText.searchWords ?? [], in: drawing.layout.main.withHeading.body)
    }

    /// - Returns: what is below.
    private mutating func drawChat(with drawing: inout FrameDrawing, _ effects: inout [ModelEffect]) -> String? {
        guard let text = chatText, let sight = sight(of: text, in: drawing.layout) else { return nil }
        drawing.draw(sight, of: text.state)
        let rows = text.state.rows
        guard let newest = sight.newestRow else { return nil }
        let seen = rows[newest].id
        if chat?.reported.seen != seen || chat?.reported.newest != rows.last?.id {
            chat?.reported = (seen, rows.last?.id)
            effects.append(.chat(.rowsVisible(upTo: seen)))
        }
        let isAtEnd = newest == rows.count - 1 && sight.bottom.hidden == 0 && !text.state.hasLater
        let new = countNew(in: text.state, below: newest)
        return isAtEnd ? nil : new > 0 ? "\(new) new below" : "more below"
    }

    /// How many came since the chat's end was known; none while it is not in the window.
    private mutating func countNew(in state: ChatViewState, below newest: Int) -> Int {
        let last = state.rows.count - 1
        let known = chat?.newestKnown.flatMap { id in state.rows.lastIndex { $0.id == id } }
        if let known {
            if known < newest { chat?.newestKnown = state.rows[newest].id }
        } else if !state.hasLater {
            chat?.newestKnown = state.rows[last].id
        }
        return state.hasLater ? 0 : last - max(newest, known ?? last)
    }

    var listDrawing: ListDrawing {
        ListDrawing(
            rows: list.rows,
            top: list.top,
            chosen: openChat.flatMap { open in list.rows.first { $0.id.chat == open }?.id } ?? list.chosen,
            isActive: screen == .chatList && overlay == nil,
            theme: theme
        )
    }

    private var listHeading: String {
        guard let state = list.state else { return "Chats" }
        if state.isSearching { return "Searching…" }
        if state.searchText.isEmpty { return "Chats" }
        return state.rows.isEmpty ? "Nothing found" : "Found"
    }

    /// What the screen on top says beside its content.
    private var status: String? {
        switch screen {
        case .chatList: list.state?.status
        case .chat: chat?.state?.status ?? chat?.state?.typing
        case .details: details?.state?.status
        default: nil
        }
    }
}
