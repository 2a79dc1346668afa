import Chat
import ChatTypes
import RuntimeKit

/// The size and style of the terminal, and the environment that texts are made in.
struct DrawingContext: Sendable {
    let layout: Layout
    let theme: Theme
    let environment: ChatEnvironment

    /// The height of the main area below its heading.
    var height: Int { layout.main.withHeading.body.rows.count }
}

/// An open chat: its scroll position, the messages reported as visible, and the text being sent.
struct ChatPanel: Sendable {
    let chat: ChatID
    private(set) var state: ChatViewState?
    /// The rows down to the last one visible when Enter was pressed; commands count messages among these.
    private(set) var countedRows: ArraySlice<ChatViewState.Row> = []
    private var viewport = Viewport.newest
    private var reported: (visible: MessageID?, newest: MessageID?) = (nil, nil)
    /// The newest row that was visible, or the last row when the chat's end was first loaded.
    private var newestKnown: MessageID?
    private var textBeingSent: String?
    /// Whether the first unread message is on its way to the rows.
    private var isGoingToUnread = false

    init(chat: ChatID) {
        self.chat = chat
    }

    /// Remembers a text until the presenter accepts or refuses it.
    mutating func send(_ text: String) { textBeingSent = text }

    /// - Returns: the text that was being sent, if it was refused.
    mutating func receive(_ new: ChatViewState) -> String? {
        defer { state = new }
        if state == nil, let found = new.found {
            viewport = .around(found)
        } else if state == nil || isGoingToUnread, let first = new.firstUnread,
            new.rows.contains(where: { $0.id == first })
        {
            viewport = .from(first)
            isGoingToUnread = false
        }
        guard let text = textBeingSent else { return nil }
        // An accepted text is no draft any more.
        let isAccepted = new.draft != text
        guard isAccepted || new.problem != state?.problem else { return nil }
        textBeingSent = nil
        return isAccepted ? nil : text
    }

    mutating func countVisibleRows(in context: DrawingContext) {
        countedRows = []
        if let rows = state?.rows, let last = visibility(in: context)?.lastRow { countedRows = rows[...last] }
    }

    func text(in context: DrawingContext) -> ChatText? {
        state.map { state in
            ChatText(
                state: state,
                columns: context.layout.main.columns.count,
                theme: context.theme,
                environment: context.environment
            )
        }
    }

    func visibility(in context: DrawingContext) -> ChatVisibility? {
        text(in: context).map { ChatVisibility(of: $0, at: viewport, height: context.height) }
    }

    // MARK: - Scrolling

    /// Scrolls so many lines down or, if negative, up; asks for more messages at either end.
    mutating func scroll(by lines: Int, in context: DrawingContext) -> [ModelEffect] {
        guard let text = text(in: context), let visibility = visibility(in: context) else { return [] }
        if lines < 0, visibility.isAtTop {
            return text.state.hasEarlier && !text.state.isLoadingEarlier ? [.chat(.loadEarlier)] : []
        }
        // Without a visible line there is no position to scroll from.
        if visibility.lines.isEmpty { return [] }
        if let position = text.position(visibility.bottom, movedBy: lines) {
            viewport = .upTo(text.state.rows[position.index].id, hidden: position.hidden)
            stopAtTop(in: context)
            return []
        }
        if text.state.hasLater, let last = text.state.rows.last {
            // Stays at the last row until later ones arrive.
            viewport = .upTo(last.id, hidden: 0)
            return [.chat(.showLater)]
        }
        viewport = .newest
        return []
    }

    /// Scrolls to the first row; if that is visible, asks for earlier messages.
    mutating func scrollToTop(in context: DrawingContext) -> [ModelEffect] {
        guard let visibility = visibility(in: context), !visibility.isAtTop else { return scroll(by: -1, in: context) }
        scrollToOldest()
        stopAtTop(in: context)
        return []
    }

    /// Puts the first row at the bottom, so that earlier messages appear above it.
    mutating func scrollToOldest() {
        if let first = state?.rows.first { viewport = .upTo(first.id, hidden: 0) }
    }

    /// Scrolls to the first unread message, if there is one.
    mutating func scrollToUnread() -> [ModelEffect] {
        guard let state, let first = state.firstUnread else { return [] }
        isGoingToUnread = !state.rows.contains { $0.id == first }
        if isGoingToUnread { return [.chat(.showFirstUnread)] }
        viewport = .from(first)
        return []
    }

    mutating func scrollToNewest() -> [ModelEffect] {
        viewport = .newest
        return state?.hasLater == true ? [.chat(.showNewest)] : []
    }

    /// Makes the position the one that is drawn, if it is too far up.
    private mutating func stopAtTop(in context: DrawingContext) {
        guard let state, let bottom = visibility(in: context)?.bottom else { return }
        viewport = .upTo(state.rows[bottom.index].id, hidden: bottom.hidden)
    }

    // MARK: - Reporting

    /// Reports the newest visible row if it or the newest row has changed.
    ///
    /// - Returns: effects, and how much is below, in words; nil at the end of the chat.
    mutating func report(_ visibility: ChatVisibility) -> (effects: [ModelEffect], below: String?) {
        guard let state, let newest = visibility.newestRow else { return ([], nil) }
        let visible = state.rows[newest].id
        var effects: [ModelEffect] = []
        if reported.visible != visible || reported.newest != state.rows.last?.id {
            reported = (visible, state.rows.last?.id)
            effects = [.chat(.rowsVisible(upTo: visible))]
        }
        let isAtEnd = newest == state.rows.count - 1 && visibility.bottom.hidden == 0 && !state.hasLater
        if isAtEnd, case .from = viewport { viewport = .newest }
        let new = countNew(in: state, below: newest)
        return (effects, isAtEnd ? nil : new > 0 ? "\(new) new below" : "more below")
    }

    /// Counts the rows that arrived after the chat's end was seen; 0 while that is outside the window.
    private mutating func countNew(in state: ChatViewState, below newest: Int) -> Int {
        let last = state.rows.count - 1
        let known = newestKnown.flatMap { id in state.rows.lastIndex { $0.id == id } }
        if let known {
            if known < newest { newestKnown = state.rows[newest].id }
        } else if !state.hasLater {
            newestKnown = state.rows[last].id
        }
        return state.hasLater ? 0 : last - max(newest, known ?? last)
    }
}
