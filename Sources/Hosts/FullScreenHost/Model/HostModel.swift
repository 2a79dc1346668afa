import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import RuntimeKit
import ScreenKit
import TerminalHost

/// What a person sees and has typed, and what it means when they press a key or the app changes.
///
/// A value without concurrency: an event goes in, and what is to be done comes out; `frame()` draws it.
struct HostModel: Sendable {
    /// Where something is typed: each place keeps its own text.
    enum Place: Hashable, Sendable {
        case list, search, form, switcher
        case chat(ChatID)
        case details(ChatID)
    }

    let environment: ChatEnvironment
    let theme: Theme
    var size: (rows: Int, columns: Int)
    var screen = AppScreen.chatList
    var list = ListPane()
    var form = FormPane()
    var chat: ChatPane?
    /// The chat's rows down to the last one that was in sight as Enter was pressed: among them a person counts.
    var countedRows: ArraySlice<ChatViewState.Row> = []
    var details: DetailsPane?
    var badge = 0
    var overlay: Overlay?
    var isSearching = false
    var notice: Notice?
    var isFocused = true
    var editors: [Place: TextEditor] = [:]
    var kills = KillRing()
    /// What is done once a screen is shown: the first when its screen is, and then the next.
    var afterwards: [(screen: ScreenName, effects: [ModelEffect])] = []
    /// The chat or form that is being opened, until it is there, and what was typed since.
    var opening: (screen: AppScreen, held: [TerminalEvent])?
    /// Whether Enter was pressed before what is searched for was found.
    var opensWhenFound = false
    /// What the switcher offers.
    var foundChats: [FoundChat] = []
    /// Whether time passes only as it is let pass.
    var letsTimePass = true
    private var shownProblems: [ScreenName: ScreenProblem] = [:]

    init(environment: ChatEnvironment, theme: Theme, size: (rows: Int, columns: Int)) {
        (self.environment, self.theme, self.size) = (environment, theme, size)
    }

    /// Handles an event; returns what is to be done, in this order.
    mutating func handle(_ event: ModelEvent) -> [ModelEffect] {
        switch event {
        case .terminal(let event): return handle(event)
        case .begins(let screen): begin(screen)
        case .list(let state):
            list.receive(state)
            note(state.problem, on: .chatList)
            if opensWhenFound, isFound { return openChosen() }
        case .form(let state):
            note(state.problem, on: .createChat)
            return receive(state)
        case .chat(let state):
            note(state.problem, on: .chat)
            return receive(state)
        case .details(let state):
            details?.receive(state)
            note(state.problem, on: .chatDetails)
        case .stack(let stack): return show(stack.last ?? .chatList)
        case .badge(let badge): self.badge = badge
        case .notification(let notification): return tell(notification)
        case .notice(let text): tell(text)
        case .foundChats(let chats, let text):
            guard case .switcher = overlay, editor.buffer.text == text else { return [] }
            foundChats = chats
            overlay = .switcher(chosen: 0)
        }
        return []
    }

    var keyScreen: KeyScreen {
        if case .switcher = overlay { return .switcher }
        switch screen {
        case .createChat: return .form
        case .chat: return .chat
        case .details: return .details
        default: return isSearching ? .search : .list
        }
    }

    /// Where keys type.
    var place: Place {
        switch keyScreen {
        case .list: .list
        case .search: .search
        case .form: .form
        case .switcher: .switcher
        case .details: openChat.map { .details($0) } ?? .list
        case .chat: screen.chat.map { .chat($0) } ?? .list
        }
    }

    /// What is typed there, and how.
    var editor: TextEditor {
        get { editors[place] ?? Self.editor(for: place) }
        set { editors[place] = newValue }
    }

    static func editor(_ text: String = "", for place: Place) -> TextEditor {
        if case .chat = place { return TextEditor(text) { TerminalText.width($0) } }
        return TextEditor(text, limit: 4096, hasLines: false) { TerminalText.width($0) }
    }

    private mutating func begin(_ screen: AppScreen) {
        if screen == .chatList { list = ListPane() }
        if screen == .createChat {
            form = FormPane()
            editors[.form] = nil
        }
        if let chat = screen.chat {
            self.chat = ChatPane(chat: chat)
            takeTypedSinceBegun(to: chat)
        }
        if case .details(let chat) = screen { details = DetailsPane(chat: chat) }
        shownProblems[screen.name] = nil
    }

    private mutating func show(_ screen: AppScreen) -> [ModelEffect] {
        if screen != self.screen {
            if notice?.isNews == true { notice = nil }
            // The switcher stays: a person may be typing in it when a chat opens late.
            closeHelp()
        }
        self.screen = screen
        opensWhenFound = false
        if case .details = screen {} else { details = nil }
        if let open = openChat {
            // A search that led somewhere is over once one comes back; the list itself shows what is open.
            list.choose(open)
        } else {
            chat = nil
        }
        guard let next = afterwards.first, next.screen == screen.name else {
            giveUpAfterwards()
            return []
        }
        afterwards.removeFirst()
        return next.effects
    }

    /// The chat that is on top, or whose details are.
    var openChat: ChatID? { screen.chat ?? (details.map(\.chat)) }

    private mutating func note(_ problem: ScreenProblem?, on screen: ScreenName) {
        guard let problem, shownProblems.updateValue(problem, forKey: screen) != problem else { return }
        tell(problem.text)
    }

    /// What was told before stands until a key is pressed: what comes meanwhile goes below it, once.
    private mutating func tell(_ text: String) {
        let told = notice.flatMap { $0.isNews ? nil : $0.text }
        if told?.split(separator: "\n").contains(where: { $0 == text }) == true { return }
        notice = Notice(text: [told, text].compactMap(\.self).joined(separator: "\n"))
    }

    private mutating func tell(_ notification: AppNotification) -> [ModelEffect] {
        let title = TerminalText.name(notification.title)
        let text = TerminalText.fit(TerminalText.oneLine(notification.text), columns: 200)
        // What a person was told stands until they have pressed a key for it.
        if notice?.isNews != false { notice = Notice(text: "\(title): \(text)", isNews: true) }
        return [.ring, .tell(title: title, text: text)]
    }
}
