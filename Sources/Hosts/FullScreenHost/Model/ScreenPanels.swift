import Chat
import ChatApp
import ChatList
import ChatTypes
import HostKit

/// The panels of all screens and overlays, and which of them is on top.
struct ScreenPanels: Sendable {
    /// The screens from the list up.
    private(set) var stack: [AppScreen] = [.chatList]
    var list = ListPanel()
    var form = FormPanel()
    /// The panels of the open chat, of its threads and of the list of these, also while other screens cover them.
    private var chats: [TimelinePart: ChatPanel] = [:]
    /// The part whose state is being handled, though another may be on top; nil otherwise.
    var handledPart: TimelinePart?
    /// The panels of the other screens, also while a chat that was opened from one covers it.
    private var others: [ScreenName: any ScreenPanel] = [:]
    var switcher: SwitcherPanel?
    /// The search within a chat that was begun last.
    var messageSearch: MessageSearch?
    /// Above everything else, the switcher included.
    var help: HelpPanel?

    /// The screen on top.
    var screen: AppScreen { stack.last ?? .chatList }

    /// The part of the chat that is on top, or was before other screens covered it.
    var shownPart: TimelinePart { stack.last { $0.part != nil }?.part ?? .main }

    /// The open chat, or the thread of it that is above it, also while its details or pictures cover it.
    var chat: ChatPanel? {
        get { chats[handledPart ?? shownPart] }
        set { chats[handledPart ?? shownPart] = newValue }
    }

    // MARK: - Screens

    /// The screen or overlay that keys are for; help has none of its own.
    var keyScreen: KeyScreen { switcher == nil ? keyScreen(of: screen) : .switcher }

    private func keyScreen(of screen: AppScreen) -> KeyScreen {
        switch screen.name.kind {
        case .list: list.isSearching ? .search : .list
        case .form: .form
        case .chat: chat?.selected != nil ? .message : chat?.state?.isInvitation == true ? .invitation : .chat
        case .panel(let panel): panel.keyScreen
        }
    }

    /// The panel of a screen; nil if the screen has not begun.
    private(set) subscript(screen: KeyScreen) -> (any Panel)? {
        get {
            switch screen {
            case .list, .search: list
            case .form: form
            case .chat, .invitation, .message: chat
            case .panel(let keys): others[keys.screen]
            case .switcher: switcher
            }
        }
        set {
            switch screen {
            case .list, .search: if let panel = newValue as? ListPanel { list = panel }
            case .form: if let panel = newValue as? FormPanel { form = panel }
            case .chat, .invitation, .message: chat = newValue as? ChatPanel
            case .panel(let keys): others[keys.screen] = newValue as? any ScreenPanel
            case .switcher: switcher = newValue as? SwitcherPanel
            }
        }
    }

    /// Replaces the panel of a screen that begins anew.
    mutating func begin(_ screen: AppScreen) {
        switch screen.name.kind {
        case .list: list.restart()
        case .form: form = FormPanel()
        case .chat:
            guard let part = screen.part, let chat = screen.chat ?? screen.subject else { return }
            if part == .main { chats = [:] }
            chats[part] = ChatPanel(chat: chat)
        case .panel(let panel): others[screen.name] = panel.init()
        }
    }

    /// The panel of a type; nil if its screen is not on the stack.
    subscript<P: ScreenPanel>(panel: P.Type) -> P? { others[panel.keys.screen] as? P }

    /// The state of the screen on top; nil if its panel is that of the list, the form or a chat.
    var shownState: (any PanelState)? { others[screen.name]?.state }

    /// The way to a message of the screen on top; nil if it leads to none.
    func goal(to message: MessageID) -> MessageGoal? { others[screen.name]?.goal(to: message) }

    mutating func receive(_ state: any PanelState, on screen: ScreenName) { others[screen]?.receive(any: state) }

    /// The panel that keys are for.
    var top: (any Panel)? { self[keyScreen] }

    /// Lets the panel that keys are for do something.
    private mutating func change(_ body: (inout any Panel) -> [ModelEffect]) -> [ModelEffect] {
        let screen = keyScreen
        guard var panel = self[screen] else { return [] }
        defer { self[screen] = panel }
        return body(&panel)
    }

    // MARK: - State

    /// The field that keys type into.
    var field: Composer.Field {
        switch keyScreen.kind {
        case .fixed where keyScreen == .invitation: chatField ?? .command(.list, nil)
        case .rows, .lines, .fixed: .command(keyScreen, openChat)
        case .typedRows: .text(keyScreen)
        case .chat, .message: chatField ?? .command(.list, nil)
        }
    }

    private var chatField: Composer.Field? {
        guard let part = screen.part, let open = openChat else { return nil }
        if chat?.isFinding == true { return .find(open) }
        return chat?.editing.map { .edit(open, $0) } ?? chat?.answer.map { .answer(open, $0) }
            ?? Composer.Field(part, of: open)
    }

    /// The chat on top, or the chat that the screen on top is about.
    var openChat: ChatID? { screen.chat ?? screen.subject }

    /// The words of the search in the open chat, or else of the search in all chats that it was opened from.
    var soughtWords: [String] {
        guard let chat else { return [] }
        let sought = messageSearch.flatMap { $0.chat == chat.chat ? $0.text : nil }
        return (sought ?? (chat.state?.found == nil ? nil : list.state?.searchText))?.searchWords ?? []
    }

    var hasOverlay: Bool { help != nil || switcher != nil }

    /// The connection's state or typing contacts, as the screen on top reports them.
    var status: String? { self[keyScreen(of: screen)]?.status }

    /// Shows another screen on top. Help closes; the switcher stays, since the user may be typing in it.
    mutating func show(_ stack: [AppScreen]) {
        if stack.last != screen { help = nil }
        self.stack = stack
        list.stopAwaiting()
        let names = stack.map(\.name)
        others = others.filter { names.contains($0.key) }
        let parts = stack.compactMap(\.part)
        for part in chats.keys where !parts.contains(part) { chats[part] = nil }
        if let openChat { list.select(openChat) }
    }

    mutating func closeOverlays() { (help, switcher) = (nil, nil) }

    // MARK: - Moving

    /// Moves the selection or the scroll position as a key's action says.
    mutating func move(_ action: KeyAction, in context: DrawingContext) -> [ModelEffect] {
        switch action {
        case .selectPrevious: change { $0.move(by: -1, in: context) }
        case .selectNext: change { $0.move(by: 1, in: context) }
        case .pageUp: change { $0.page(by: -1, isHalf: false, in: context) }
        case .pageDown: change { $0.page(by: 1, isHalf: false, in: context) }
        case .halfPageUp: change { $0.page(by: -1, isHalf: true, in: context) }
        case .halfPageDown: change { $0.page(by: 1, isHalf: true, in: context) }
        case .top: change { $0.moveToTop(in: context) }
        case .bottom: change { $0.moveToBottom(in: context) }
        case .scrollUp: chat?.scroll(by: -1, in: context) ?? []
        case .scrollDown: chat?.scroll(by: 1, in: context) ?? []
        default: []
        }
    }

    /// Scrolls help, or what is below it.
    mutating func turnWheel(by steps: Int, in context: DrawingContext) -> [ModelEffect] {
        guard help != nil else { return change { $0.turnWheel(by: steps, in: context) } }
        help?.scroll(by: steps * 3)
        return []
    }

    // MARK: - Drawing

    /// Draws everything above the status area.
    ///
    /// - Returns: what the list and the panel that keys are for report.
    mutating func draw(with drawing: inout FrameDrawing, in context: DrawingContext) -> PanelReport {
        let effects = drawList(with: &drawing, in: context)
        if help != nil {
            let lines = helpLines(in: context)
            help?.draw(lines, with: &drawing)
            return PanelReport(effects: effects)
        }
        let screen = keyScreen
        guard var panel = self[screen] else { return PanelReport(effects: effects) }
        var report = panel.draw(with: &drawing, in: context)
        self[screen] = panel
        report.effects = effects + report.effects
        return report
    }

    /// The lines of the help for the current screen.
    func helpLines(in context: DrawingContext) -> [StyledLine] {
        HelpLines.keys(on: keyScreen, in: context)
    }

    private mutating func drawList(with drawing: inout FrameDrawing, in context: DrawingContext) -> [ModelEffect] {
        guard let area = listArea(in: context.layout), context.layout.list != nil || !hasOverlay else { return [] }
        let body = area.withHeading.body
        let effects = list.show(height: body.rows.count, rowHeight: list.rowHeight(in: context.settings))
        drawing.draw(listDrawing(in: context), heading: listHeading, in: area)
        if list.isSearching {
            drawing.highlight(list.state?.searchText.searchWords ?? [], in: body)
        } else if let state = list.state, state.rows.isEmpty, !state.isSearching {
            drawing.draw("None yet: Alt-n starts one", in: area)
        }
        return effects
    }

    private func listArea(in layout: Layout) -> CellArea? {
        layout.list ?? (screen == .chatList ? layout.main : nil)
    }

    private func listDrawing(in context: DrawingContext) -> ListDrawing {
        ListDrawing(
            rows: list.rows,
            top: list.top,
            selected: openChat.flatMap { open in list.rows.first { $0.id.chat == open }?.id } ?? list.selected,
            isActive: screen == .chatList && !hasOverlay,
            context: context,
            rowHeight: list.rowHeight(in: context.settings),
            words: list.state?.searchText.searchWords ?? [],
            // The open chat shows its text itself.
            hasDraft: { [openChat] row in
                row.id.message == nil && row.id.chat != openChat
                    && context.composer.hasDraft(in: row.id.chat) ?? row.hasDraft
            }
        )
    }

    /// Selects and returns the list's row at a cell; nil if there is none.
    mutating func selectRow(at mouse: Mouse, in context: DrawingContext) -> ChatListViewState.Row? {
        guard let area = listArea(in: context.layout), area.columns.contains(mouse.column),
            let index = listDrawing(in: context).index(at: mouse.row, in: area.withHeading.body)
        else { return nil }
        list.select(index)
        return list.rows[index]
    }

    private var listHeading: String {
        guard let state = list.state else { return "Chats" }
        if state.isSearching { return "Searching…" }
        if state.searchText.isEmpty {
            let account = state.account.map { "Chats of \(TerminalText.oneLine($0.rawValue))" } ?? "Chats"
            let chats =
                account + (state.space.map { " in \(TerminalText.name($0.name))" } ?? "")
                + (state.isOfDrafts ? " with drafts" : "")
            return switch state.order {
            case .favourites: chats
            case .unread: "\(chats), unread first"
            case .recent: "\(chats), newest first"
            }
        }
        return state.rows.isEmpty ? "Nothing found" : "Results"
    }
}
