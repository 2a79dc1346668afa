public import ChatSession
public import ChatStore
public import ChatTypes
public import RuntimeKit
import Synchronization
public import Transport
import Verification

/// The whole app without its views.
///
/// Running it is a task. Cancelling that task leaves every screen, closes every connection, and returns when all
/// tasks have ended.
public struct Application: Sendable {
    private let environment: ChatEnvironment
    private let requests = NavigationQueue()
    private var shown: AppAccounts

    /// The accounts whose chats the app shows, at least one.
    public var accounts: [AppAccount] { shown.all }

    /// The session of the screens, for looking into a running app: the first of several accounts has it.
    public var session: Session { shown.all[0].session }

    /// The models of the first account's screens: the session itself, unless a simulation puts something in between.
    package var models: ScreenModels {
        get { shown.all[0].models }
        set { shown.all[0].models = newValue }
    }

    /// Creates an app on a history, to which it alone writes, and a server. Nothing happens before `run(on:)`.
    ///
    /// - Parameters:
    /// - service: the server's requests.
    /// - pushes: live updates of all chats.
    /// - sockets: live updates of the chat on screen.
    /// - readsMarkdown: whether the Markdown in the texts that the user sends is read.
    public init(
        environment: ChatEnvironment,
        database: sending ChatDatabase,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource,
        readsMarkdown: Bool = true
    ) {
        self.init(
            session: Session(
                environment: environment,
                database: database,
                service: service,
                pushes: pushes,
                sockets: sockets,
                readsMarkdown: readsMarkdown
            ),
            environment: environment
        )
    }

    /// Creates an app on a session that does not run yet.
    package init(session: Session, environment: ChatEnvironment) {
        self.environment = environment
        shown = AppAccounts([AppAccount(name: nil, session: session, models: ScreenModels(session))])
    }

    /// Creates an app that shows the chats of several accounts in one list. Each account keeps its session, which runs with this app; the
    /// apps that are joined do not run.
    ///
    /// - Parameter apps: at least one app of one account, with names that differ.
    public init(joining apps: [(name: AccountName, application: Application)]) {
        environment = apps[0].application.environment
        shown = AppAccounts(
            apps.map { AppAccount(name: $0.name, session: $0.application.session, models: $0.application.models) }
        )
    }

    /// Shows the chat list and the screens opened from it on `interface`, until the caller's task is cancelled. Call
    /// it once.
    public func run(on interface: any AppInterface) async {
        let navigation = Navigation(
            environment: environment,
            accounts: shown,
            interface: interface,
            requests: requests
        )
        await withDiscardingTaskGroup { group in
            group.addTask { await showBadge(on: interface) }
            for account in accounts {
                group.addTask { await account.session.run() }
                group.addTask { await announce(account, on: interface) }
                if account.session.hasEncryption {
                    group.addTask { await reportVerification(of: account, to: interface) }
                }
            }
            group.addTask { await navigation.show(.chatList, above: []) }
        }
    }

    /// Opens a chat from outside all screens, as when a notification is tapped: above the screen on top, or instead
    /// of it.
    ///
    /// Returns to a chat that is on the stack already; at a message, the chat is replaced where it is. A message of a thread is shown in
    /// its thread, above the chat. No call is lost: a chat opened before the app runs, or while screens change, is shown afterwards.
    public func open(_ chat: ChatID, at message: MessageID? = nil, replacingTop: Bool = false) {
        let screen = AppScreen.chat(chat, at: message)
        requests.post(replacingTop ? .replace(screen) : .push(screen))
    }

    /// Shows the verification of a device, as when a request for one is tapped: above the screen on top, or where it is.
    public func showVerification() { requests.post(.push(.verification)) }

    /// Asks the other devices of an account, or one of them, to compare emoji, and shows the verification.
    ///
    /// The account is that of a chat, or else the one that new chats are for. Throws the errors of `Session.verifyOwnDevices(_:)`.
    public func verifyOwnDevices(_ device: String?, of chat: ChatID?) async throws {
        let account = account(of: chat)
        try await account.session.verifyOwnDevices(device)
        _ = shown.noteVerification(of: account, isThere: true, goesOn: true)
        showVerification()
    }

    /// Leaves the screen on top, even one that the host does not show. The list is never left.
    public func leave() {
        requests.post(.pop)
    }

    /// Sets whether the user looks at the app. Messages are not marked as read while they do not.
    public func setFocus(_ isFocused: Bool) {
        for account in accounts { account.session.setFocus(isFocused) }
    }

    /// Returns the account of a chat; for none, the one that new chats are for.
    public func account(of chat: ChatID?) -> AppAccount { shown.account(of: chat) }

    /// Returns the chat of that name, ID or alias, in the account whose chats alone are shown, or in all; `nil` if there is none.
    ///
    /// An account that fails hinders no other. Throws the errors of `Session.chat(withContactNamed:)`, or
    /// `SessionError.ambiguousAccount` if several accounts have such a chat.
    public func chat(withContactNamed name: String) async throws -> ChatID? {
        try await shown.chat(withContactNamed: name)
    }

    /// Returns the chat at a place of the list in an order, from 1, of a space, of those with an unsent text, or of all; `nil` if there is
    /// none. Throws a `StorageProblem`.
    public func chat(
        atPlace place: Int,
        in order: ChatOrder = .favourites,
        of space: ChatSpace? = nil,
        isOfDrafts: Bool = false
    ) async throws -> ChatID? {
        try await shown.chat(atPlace: place, in: order, of: space, isOfDrafts: isOfDrafts)
    }

    /// Returns the first chat with unread messages besides the open one, in the account whose chats alone are shown, or in all; `nil` if
    /// there is none. Throws the errors of `Session.read`.
    public func firstUnreadChat(besides open: ChatID?) async throws -> ChatID? {
        try await shown.firstUnreadChat(besides: open)
    }

    private func showBadge(on interface: any AppInterface) async {
        // The first badge is always shown, even zero: the icon may still show an earlier process's badge.
        // An unreadable badge stays as it is; the screens report the disk's problem.
        let counts = accounts.map { $0.session.unreadCounts() }
        let badge =
            counts.count == 1
            ? counts[0]
            : LiveQuery((), joining: counts) { _, counts in
                var sum: Int?
                for count in counts { if let count = await count(()) { sum = (sum ?? 0) + count } }
                return sum
            }
        await badge.followChanges { await interface.show(badge: $0) }
    }

    private func reportVerification(of account: AppAccount, to interface: any AppInterface) async {
        await account.models.verification.verification().map { try? $0.content.get() }.followChanges { verification in
            let state = VerificationViewState(verification)
            // A verification that has not begun must not hide another account's.
            guard shown.noteVerification(of: account, isThere: state.stage != nil, goesOn: state.goesOn) else { return }
            await interface.report(state)
        }
    }

    private func announce(_ account: AppAccount, on interface: any AppInterface) async {
        await account.session.showNotifications { await interface.notify(AppNotification($0, of: account.name)) }
    }
}

extension LiveQuery {
    /// Passes on each answer that differs from the one before; `nil` is none.
    fileprivate func followChanges<Value: Equatable & Sendable>(
        _ receive: @escaping @Sendable (Value) async -> Void
    ) async where Answer == Value? {
        let last = Mutex<Value?>(nil)
        await follow { answer in
            guard let answer else { return }
            let isNew = last.withLock { last in
                defer { last = answer }
                return last != answer
            }
            if isNew { await receive(answer) }
        }
    }
}

extension AppNotification {
    fileprivate init(_ notification: ChatNotification, of account: AccountName?) {
        let message = notification.message
        let text = message.preview
        self.init(
            id: message.id,
            chat: notification.chat.id.of(account),
            title: notification.chat.contact.name + (notification.distinction.map { " (\($0))" } ?? ""),
            text: notification.senderName.map { "\($0)\(message.mentionsMe ? " mentioned you" : ""): \(text)" } ?? text,
            isNotice: notification.isNotice,
            senderWarning: message.senderWarning
        )
    }
}
