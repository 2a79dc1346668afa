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
    /// The session of the screens, for looking into a running app.
    public let session: Session
    private let environment: ChatEnvironment
    private let requests = NavigationQueue()
    /// The models of the screens: the session itself, unless a simulation puts something in between.
    package var models: ScreenModels

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
        (self.session, self.environment) = (session, environment)
        models = ScreenModels(session)
    }

    /// Shows the chat list and the screens opened from it on `interface`, until the caller's task is cancelled. Call
    /// it once.
    public func run(on interface: any AppInterface) async {
        let navigation = Navigation(
            environment: environment,
            session: session,
            models: models,
            interface: interface,
            requests: requests
        )
        await withDiscardingTaskGroup { [session] group in
            group.addTask { await session.run() }
            group.addTask { await showBadge(on: interface) }
            group.addTask { await announce(on: interface) }
            if session.hasEncryption { group.addTask { await reportVerification(to: interface) } }
            group.addTask { await navigation.show(.chatList, above: []) }
        }
    }

    /// Opens a chat from outside all screens, as when a notification is tapped: above the screen on top, or instead
    /// of it.
    ///
    /// Returns to a chat that is on the stack already; at a message, the chat is replaced where it is. No call is
    /// lost: a chat opened before the app runs, or while screens change, is shown afterwards.
    public func open(_ chat: ChatID, at message: MessageID? = nil, replacingTop: Bool = false) {
        let screen = AppScreen.chat(chat, at: message)
        requests.post(replacingTop ? .replace(screen) : .push(screen))
    }

    /// Shows the verification of a device, as when a request for one is tapped: above the screen on top, or where it is.
    public func showVerification() { requests.post(.push(.verification)) }

    /// Leaves the screen on top, even one that the host does not show. The list is never left.
    public func leave() {
        requests.post(.pop)
    }

    /// Sets whether the user looks at the app. Messages are not marked as read while they do not.
    public func setFocus(_ isFocused: Bool) {
        session.setFocus(isFocused)
    }

    private func showBadge(on interface: any AppInterface) async {
        // The first badge is always shown, even zero: the icon may still show an earlier process's badge.
        // An unreadable badge stays as it is; the screens report the disk's problem.
        await session.unreadCounts().followChanges { await interface.show(badge: $0) }
    }

    private func reportVerification(to interface: any AppInterface) async {
        await models.verification.verification().map { try? $0.content.get() }.followChanges {
            await interface.report(VerificationViewState($0))
        }
    }

    private func announce(on interface: any AppInterface) async {
        await session.showNotifications { await interface.notify(AppNotification($0)) }
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
    fileprivate init(_ notification: ChatNotification) {
        let message = notification.message
        let text = message.preview
        self.init(
            id: message.id,
            chat: notification.chat.id,
            title: notification.chat.contact.name + (notification.distinction.map { " (\($0))" } ?? ""),
            text: notification.senderName.map { "\($0)\(message.mentionsMe ? " mentioned you" : ""): \(text)" } ?? text,
            isNotice: notification.isNotice,
            senderWarning: message.senderWarning
        )
    }
}
