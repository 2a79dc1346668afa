public import ChatSession
public import ChatStore
public import ChatTypes
public import RuntimeKit
import Synchronization
public import Transport

/// The whole app but for what people see of it.
///
/// Running it is a task: cancelling that task leaves every screen, closes every connection, and returns when nothing is
/// left running.
public struct Application: Sendable {
    /// What the screens stand on, to look into a running app.
    public let session: Session
    private let environment: ChatEnvironment
    private let requests = NavigationQueue()
    /// What the screens are given as their models: the session itself, unless a simulation puts something in between.
    package var models: ScreenModels
    /// Where the number on the app's icon comes from: the session keeps it, unless another way is to be compared.
    package var unreadCounts: @Sendable (Session) -> LiveQuery<Void, Int?> = { $0.unreadCounts() }

    /// An app on a history, to which it alone writes, and a server. Nothing happens before `run(on:)`.
    ///
    /// - Parameters:
    ///   - service: what is asked of the server.
    ///   - pushes: news of all chats.
    ///   - sockets: news of the chat that is on screen.
    public init(
        environment: ChatEnvironment,
        database: sending ChatDatabase,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource
    ) {
        self.init(
            session: Session(
                environment: environment,
                database: database,
                service: service,
                pushes: pushes,
                sockets: sockets
            ),
            environment: environment
        )
    }

    /// On a session that does not run yet.
    package init(session: Session, environment: ChatEnvironment) {
        (self.session, self.environment) = (session, environment)
        models = ScreenModels(session)
    }

    /// Shows the chat list on `interface`, and whatever a person opens from there, until the task is cancelled. To be
    /// called once.
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
            group.addTask { await navigation.show(.chatList, above: []) }
        }
    }

    /// Opens a chat from outside of all screens, as when a notification is tapped: above the screen on top, or in its place.
    ///
    /// A chat that is on the stack already is returned to; at a message, it is shown there in its own place. Nothing is lost: what is
    /// opened before the app runs or while screens change is shown after.
    public func open(_ chat: ChatID, at message: MessageID? = nil, replacingTop: Bool = false) {
        let screen = AppScreen.chat(chat, at: message)
        requests.post(replacingTop ? .replace(screen) : .push(screen))
    }

    /// Leaves the screen on top, also one that the host does not show. The list stays.
    public func leave() {
        requests.post(.pop)
    }

    /// Says whether a person is looking at the app: what they do not look at is not read.
    public func setFocus(_ isFocused: Bool) {
        session.setFocus(isFocused)
    }

    private func showBadge(on interface: any AppInterface) async {
        // The first one is always told, even zero: the icon may still bear the number of an earlier life.
        let shown = Mutex<Int?>(nil)
        await unreadCounts(session).follow { badge in
            // A badge that cannot be read stays as it is; the screens say what is wrong with the disk.
            guard let badge else { return }
            let isNew = shown.withLock { shown in
                defer { shown = badge }
                return shown != badge
            }
            if isNew { await interface.show(badge: badge) }
        }
    }

    private func announce(on interface: any AppInterface) async {
        await session.announce { await interface.notify(AppNotification($0)) }
    }
}

extension AppNotification {
    fileprivate init(_ notification: ChatNotification) {
        let message = notification.message
        let text = previewText(
            of: message.text,
            imageCount: message.imageCount,
            fileName: message.attachment?.name
        )
        self.init(
            id: message.id,
            chat: notification.chat.id,
            title: notification.chat.contact.name,
            text: notification.senderName.map { "\($0): \(text)" } ?? text
        )
    }
}
