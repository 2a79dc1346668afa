import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import SharedPictures
import TerminalHost
import Verification

/// The panels of all screens and overlays, and which of them is on top.
struct ScreenPanels: Sendable {
    /// The screens from the list up.
    private(set) var stack: [AppScreen] = [.chatList]
    var list = ListPanel()
    var form = FormPanel()
    /// The open chat, also while its details or pictures cover it.
    var chat: ChatPanel?
    var details: DetailsPanel?
    /// The pictures of a chat, also while a chat that was opened from them covers them.
    var pictures: PicturesPanel?
    /// The verification of a device as its screen shows it.
    var verification: VerificationViewState?
    var switcher: SwitcherPanel?
    /// The search within a chat that was begun last.
    var messageSearch: MessageSearch?
    /// Above everything else, the switcher included.
    var help: HelpPanel?

    /// The screen on top.
    var screen: AppScreen { stack.last ?? .chatList }

    /// The screen or overlay that keys are for; help has none of its own.
    var keyScreen: KeyScreen {
        if switcher != nil { return .switcher }
        switch screen {
        case .createChat: return .form
        case .chat:
            if chat?.selected != nil { return .message }
            return chat?.state?.isInvitation == true ? .invitation : .chat
        case .details: return .details
        case .pictures: return .pictures
        case .verification: return .verification
        case .chatList: return list.isSearching ? .search : .list
        }
    }

    /// The field that keys type into.
    var field: Composer.Field {
        switch keyScreen {
        case .list: .list
        case .search: .search
        case .form: .form
        case .switcher: .switcher
        case .details: openChat.map { .details($0) } ?? .list
        case .pictures: openChat.map { .pictures($0) } ?? .list
        case .verification: .verification
        case .chat, .invitation, .message: chatField ?? .list
        }
    }

    private var chatField: Composer.Field? {
        guard let open = screen.chat else { return nil }
        if chat?.isFinding == true { return .find(open) }
        return chat?.editing.map { .edit(open, $0) } ?? chat?.answer.map { .answer(open, $0) } ?? .chat(open)
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
    var status: String? {
        switch screen {
        case .chatList: list.state?.status
        case .chat: chat?.state?.status ?? chat?.state?.typing
        case .details: details?.state?.status
        case .pictures: pictures?.state?.status
        case .verification: verification?.status
        case .createChat: nil
        }
    }

    /// Replaces the panel of a screen that begins anew.
    mutating func begin(_ screen: AppScreen) {
        switch screen {
        case .chatList: list.restart()
        case .createChat: form = FormPanel()
        case .chat(let chat, at: _): self.chat = ChatPanel(chat: chat)
        case .details(let chat): details = DetailsPanel(chat: chat)
        case .pictures(let chat): pictures = PicturesPanel(chat: chat)
        case .verification: verification = nil
        }
    }

    /// Shows another screen on top. Help closes; the switcher stays, since the user may be typing in it.
    mutating func show(_ stack: [AppScreen]) {
        if stack.last != screen { help = nil }
        self.stack = stack
        list.stopAwaiting()
        let names = stack.map(\.name)
        if !names.contains(.chat) { chat = nil }
        if !names.contains(.chatDetails) { details = nil }
        if !names.contains(.sharedPictures) { pictures = nil }
        if let openChat { list.select(openChat) }
    }

    mutating func closeOverlays() { (help, switcher) = (nil, nil) }

    // MARK: - Moving

    /// Moves the selection or the scroll position as a key's action says.
    mutating func move(_ action: KeyAction, in context: DrawingContext) -> [ModelEffect] {
        switch action {
        case .selectPrevious: move(by: -1, in: context)
        case .selectNext: move(by: 1, in: context)
        case .pageUp: page(by: -1, in: context)
        case .pageDown: page(by: 1, in: context)
        case .halfPageUp: page(by: -1, isHalf: true, in: context)
        case .halfPageDown: page(by: 1, isHalf: true, in: context)
        case .top: moveToTop(in: context)
        case .bottom: moveToBottom(in: context)
        case .scrollUp: chat?.scroll(by: -1, in: context) ?? []
        case .scrollDown: chat?.scroll(by: 1, in: context) ?? []
        default: []
        }
    }

    /// Scrolls help, a chat or details, or selects another row elsewhere.
    mutating func turnWheel(by steps: Int, in context: DrawingContext) -> [ModelEffect] {
        if help != nil {
            help?.scroll(by: steps * 3)
            return []
        }
        return [.chat, .message].contains(keyScreen)
            ? chat?.scroll(by: steps * 3, in: context) ?? [] : move(by: steps, in: context)
    }

    private mutating func move(by step: Int, in context: DrawingContext) -> [ModelEffect] {
        switch keyScreen {
        case .list, .search: return list.move(by: step)
        case .form: form.move(by: step)
        case .switcher: switcher?.move(by: step)
        case .details: return details?.scroll(by: step, in: context) ?? []
        case .pictures: return pictures?.move(by: step) ?? []
        case .message: return chat?.moveSelection(by: step, in: context) ?? []
        case .chat, .invitation, .verification: break
        }
        return []
    }

    private mutating func page(by pages: Int, isHalf: Bool = false, in context: DrawingContext) -> [ModelEffect] {
        func lines(_ count: Int) -> Int { pages * max(1, isHalf ? count / 2 : count) }
        return switch keyScreen {
        // Two lines of the last page stay visible.
        case .chat, .invitation, .message: chat?.scroll(by: lines(context.height - 2), in: context) ?? []
        case .details: details?.page(by: pages, isHalf: isHalf, in: context) ?? []
        case .pictures: pictures?.move(by: lines(context.height)) ?? []
        case .verification: []
        case .list, .search, .form, .switcher:
            move(by: lines(context.height / list.rowHeight(in: context.settings)), in: context)
        }
    }

    private mutating func moveToTop(in context: DrawingContext) -> [ModelEffect] {
        switch keyScreen {
        case .message: chat?.moveSelection(by: -100_000, in: context) ?? []
        case .chat, .invitation: chat?.scrollToTop(in: context) ?? []
        case .details: details?.show(from: 0, in: context) ?? []
        case .verification: []
        case .list, .search, .form, .pictures, .switcher: move(by: -100_000, in: context)
        }
    }

    private mutating func moveToBottom(in context: DrawingContext) -> [ModelEffect] {
        switch keyScreen {
        case .message: chat?.selectLast(in: context) ?? []
        case .chat, .invitation: chat?.scrollToNewest() ?? []
        case .details: details?.show(from: .max, in: context) ?? []
        case .verification: []
        case .list, .search, .form, .pictures, .switcher: move(by: 100_000, in: context)
        }
    }

    // MARK: - Drawing

    /// Draws everything above the status area.
    ///
    /// - Returns: effects that report what is visible, and how much of a chat is below, in words.
    mutating func draw(
        with drawing: inout FrameDrawing,
        in context: DrawingContext
    ) -> (effects: [ModelEffect], below: String?) {
        let effects = drawList(with: &drawing, in: context)
        if let help {
            let first = drawing.draw(help: helpLines(in: context), from: help.top)
            self.help?.limit(to: first)
            return (effects, nil)
        }
        if let switcher {
            drawing.draw(switcher)
            return (effects, nil)
        }
        switch screen {
        case .createChat: drawing.draw(form)
        case .chat:
            guard let visibility = chat?.visibility(in: context), let state = chat?.state else { break }
            let column = chat?.text(in: context)?.places.text ?? 0
            drawing.draw(visibility, of: state, highlighting: context.soughtWords, from: column)
            let report = chat?.report(visibility)
            return (effects + (report?.effects ?? []), report?.below)
        case .details:
            details?.fill(context)
            if let details { drawing.draw(details) }
        case .pictures:
            pictures?.show(height: context.height)
            if let pictures { drawing.draw(pictures) }
        case .verification: if let verification { drawing.draw(verification) }
        case .chatList:
            guard context.layout.list != nil else { break }
            if list.isSearching, let row = list.selectedRow {
                drawing.draw(result: row)
                drawing.highlight(list.state?.searchText.searchWords ?? [], in: context.layout.main.withHeading.body)
            } else {
                drawing.drawWelcome(HelpLines.welcome(in: context))
            }
        }
        return (effects, nil)
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

    /// Selects and returns the list's row at a cell; nil if there is none, or an overlay is open.
    mutating func selectRow(at mouse: Mouse, in context: DrawingContext) -> ChatListViewState.Row? {
        guard !hasOverlay, let area = listArea(in: context.layout), area.columns.contains(mouse.column),
            let index = listDrawing(in: context).index(at: mouse.row, in: area.withHeading.body)
        else { return nil }
        list.select(index)
        return list.rows[index]
    }

    private var listHeading: String {
        guard let state = list.state else { return "Chats" }
        if state.isSearching { return "Searching…" }
        if state.searchText.isEmpty { return "Chats" }
        return state.rows.isEmpty ? "Nothing found" : "Results"
    }
}
