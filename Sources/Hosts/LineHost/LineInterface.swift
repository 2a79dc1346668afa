import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import HostKit
import PinnedMessages
import RuntimeKit
import ScreenKit
import SharedPictures
import Verification

/// The app's interface in line mode: prints changes on the top screen and stores the state of all screens.
actor LineInterface: AppInterface {
    nonisolated let printer: Printer
    /// Gets an element after each change that a waiting line may depend on.
    nonisolated let changes = CoalescingQueue<Void>()

    private(set) var top = AppScreen.chatList
    private(set) var list = LineListPane()
    private(set) var form = LineFormPane()
    private var chatPane = LineChatPane()
    /// The thread above the chat, or the list of its threads, from the lower one up.
    private var threads: [(part: TimelinePart, pane: LineChatPane)] = []
    private(set) var details = LineDetailsPane()
    private(set) var pictures = LinePicturesPane()
    private(set) var pins = LinePinsPane()
    private(set) var verification = LineVerificationPane()
    /// The verification as it was reported last.
    private var reported: VerificationViewState?
    private(set) var badge = 0
    private var hasScreen = false
    private var shownStatus: String?

    /// The accounts whose chats are shown; empty in an app with one.
    private let accounts: [AccountName]

    /// Returns the account that a new chat is for.
    private let formAccount: @Sendable () -> AccountName?

    init(
        printer: Printer,
        accounts: [AccountName] = [],
        formAccount: @escaping @Sendable () -> AccountName? = { nil }
    ) {
        (self.printer, self.accounts, self.formAccount) = (printer, accounts, formAccount)
    }

    func view(for module: AppModule) -> RenderedScreen {
        switch module {
        case .chatList(let module):
            list = LineListPane(module: module)
            return module.rendered { await self.render($0) }
        case .createChat(let module):
            form = LineFormPane(module: module, account: formAccount())
            return module.rendered { await self.render($0) }
        case .chat(let module, let id):
            (chatPane, threads) = (LineChatPane(module: module, of: id), [])
            return module.rendered { await self.render($0) }
        case .thread(let module, let part, let id):
            threads.removeAll { $0.part == part }
            threads.append((part, LineChatPane(module: module, of: id)))
            return module.rendered { await self.render($0) }
        case .details(let module, let id):
            details = LineDetailsPane(module: module, chat: id)
            return module.rendered { await self.render($0) }
        case .pictures(let module, let id):
            pictures = LinePicturesPane(module: module, chat: id)
            return module.rendered { await self.render($0) }
        case .pins(let module, let id):
            pins = LinePinsPane(module: module, chat: id)
            return module.rendered { await self.render($0) }
        case .verification(let module):
            verification = LineVerificationPane(module: module)
            return module.rendered { await self.render($0) }
        }
    }

    func show(_ stack: [AppScreen]) {
        guard let last = stack.last else { return }
        top = last
        let parts = stack.compactMap(\.part)
        threads.removeAll { !parts.contains($0.part) }
        if let part = last.part {
            changeChat(part) { print($0.appear()) }
            reportVisibleRows(chat.state)
        } else {
            // Only the pane of a chat changes when it appears.
            var pane = pane(of: last)
            print(pane.appear())
        }
        if !hasScreen, badge > 0 { print([.badge(unread: badge)]) }
        hasScreen = true
        changes.post(())
    }

    func show(badge: Int) {
        guard badge != self.badge else { return }
        self.badge = badge
        // The first screen is printed before the badge, even if the count comes first.
        if hasScreen { print([.badge(unread: badge)]) }
        changes.post(())
    }

    func notify(_ notification: AppNotification) {
        let name = ChatName(notification.title, notification.chat)
        print([
            .notification(
                contact: name,
                text: notification.text,
                warning: notification.senderWarning,
                id: notification.isNotice ? nil : notification.id.rawValue
            )
        ])
    }

    /// Prints what its own screen does not show: questions and results.
    func report(_ verification: VerificationViewState) {
        reported = verification
        if top != .verification, verification.isQuestion || !verification.goesOn {
            print(HostEvent.VerificationLine(verification).map { [.verification($0)] } ?? [])
        }
        changes.post(())
    }

    /// Prints only the rows that are added at the end of the list while `body` runs.
    func printMore(while body: () async -> Void) async {
        list.printsMoreOnly = true
        await body()
        list.printsMoreOnly = false
    }

    /// Prints the list again.
    func printList() {
        print(list.printed)
    }

    func print(_ events: [HostEvent]) {
        for event in events { printer.write(event) }
    }

    /// Decides what typed commands do on the screens as they are now.
    var executor: CommandExecutor {
        CommandExecutor(
            top: top.name,
            list: list.state,
            chat: chat.chat == openChat ? chat.state : nil,
            details: details.state,
            shown: pane(of: top).state,
            verification: top == .verification ? verification.state : reported,
            accounts: accounts
        )
    }

    /// Whether the top screen has rendered.
    var isShown: Bool { pane(of: top).isShown }

    /// Whether the messages of a chat, or of one of its threads, are on top and have been rendered.
    var showsMessages: Bool { top.part != nil && isShown }

    /// The chat on top, or the chat that the screen on top is about.
    var openChat: ChatID? {
        top.chat ?? top.subject
    }

    func pane(of screen: AppScreen) -> any LinePane {
        switch screen {
        case .chatList: list
        case .createChat: form
        case .chat, .thread, .threads: chat
        case .details: details
        case .pictures: pictures
        case .pins: pins
        case .verification: verification
        }
    }

    /// The pane of the chat, of a thread or of the list of threads: the one on top, or the uppermost below other screens.
    var chat: LineChatPane { pane(of: shownPart) }

    private var shownPart: TimelinePart { top.part ?? threads.last?.part ?? .main }

    private func pane(of part: TimelinePart) -> LineChatPane { threads.last { $0.part == part }?.pane ?? chatPane }

    private func changeChat(_ part: TimelinePart, _ change: (inout LineChatPane) -> Void) {
        guard let index = threads.lastIndex(where: { $0.part == part }) else { return change(&chatPane) }
        change(&threads[index].pane)
    }

    private func render(_ state: ChatListViewState) {
        let events = list.update(to: state)
        if top == .chatList {
            print(events)
            print(status: state.status)
        }
        changes.post(())
    }

    private func render(_ state: CreateChatViewState) {
        let events = form.update(to: state)
        if top == .createChat { print(events) }
        changes.post(())
    }

    private func render(_ state: ChatViewState) {
        if let part = top.part ?? (top.subject == nil && top != .verification ? .main : nil), part == state.part {
            let old = pane(of: part).state?.rows.map(\.id)
            changeChat(part) { print($0.update(to: state)) }
            print(status: state.status)
            if state.rows.map(\.id) != old { reportVisibleRows(state) }
        } else {
            changeChat(state.part) { $0.cover(state) }
        }
        changes.post(())
    }

    /// Reports all printed messages as visible.
    private func reportVisibleRows(_ state: ChatViewState?) {
        if let last = state?.rows.last { chat.module?.send(.rowsVisible(upTo: last.id)) }
    }

    private func render(_ state: ChatDetailsViewState) {
        // A verification that was begun there covers them.
        show(details.update(to: state), status: state.status, on: .chatDetails)
    }

    private func render(_ state: SharedPicturesViewState) {
        // A chat that was opened from its pictures covers them.
        show(pictures.update(to: state), status: state.status, on: .sharedPictures)
    }

    private func render(_ state: PinnedMessagesViewState) {
        show(pins.update(to: state), status: state.status, on: .pinnedMessages)
    }

    private func render(_ state: VerificationViewState) {
        show(verification.update(to: state), status: state.status, on: .verification)
    }

    /// Prints what a render has changed, unless another screen is on top.
    private func show(_ events: [HostEvent], status: String?, on screen: ScreenName) {
        if top.name == screen {
            print(events)
            print(status: status)
        }
        changes.post(())
    }

    /// Prints the connection status when the connection is lost, on any screen, and when it is back.
    private func print(status: String?) {
        guard status != Connection().text, status != shownStatus else { return }
        defer { shownStatus = status }
        print([.problem(status ?? "Connected again")])
    }
}
