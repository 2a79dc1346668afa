public import ChatSession
public import ChatStore
public import Transport

/// The whole app but for what people see of it.
///
/// Running it is a task: cancelling that task leaves every screen, closes every connection, and returns when nothing is
/// left running.
public struct Application: Sendable {
    /// What the screens stand on; for whoever looks into a running app.
    public let session: Session
    private let environment: ChatEnvironment
    /// What the screens are given as their models: the session itself, unless a simulation puts something in between.
    package var models: ScreenModels

    public init(
        environment: ChatEnvironment,
        database: sending ChatDatabase,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource
    ) {
        self.environment = environment
        session = Session(
            environment: environment,
            database: database,
            service: service,
            pushes: pushes,
            sockets: sockets
        )
        models = ScreenModels(chatList: session, createChat: session, chat: session)
    }

    /// Shows the chat list on `interface`, and whatever a person opens from there, until the task is cancelled.
    public func run(on interface: any AppInterface) async {
        let navigation = Navigation(environment: environment, models: models, interface: interface)
        await withDiscardingTaskGroup { [session] group in
            group.addTask { await session.run() }
            group.addTask { await showBadge(on: interface) }
            group.addTask { await announce(on: interface, unlessOnTopOf: navigation) }
            group.addTask { await navigation.show(.chatList, above: []) }
        }
    }

    /// Says whether a person is looking at the app: what they do not look at is not read.
    public func setFocus(_ isFocused: Bool) async {
        await session.setFocus(isFocused)
    }

    private func showBadge(on interface: any AppInterface) async {
        // The first one is always told, even zero: the icon may still bear the number of an earlier life.
        var shown: Int?
        for await _ in session.changes(of: .account) {
            // A badge that cannot be read stays as it is; the screens say what is wrong with the disk.
            guard let badge = try? await session.read({ try $0.unreadCount() }), badge != shown else { continue }
            shown = badge
            await interface.show(badge: badge)
        }
    }

    private func announce(on interface: any AppInterface, unlessOnTopOf navigation: Navigation) async {
        while true {
            let notifications = await session.notifications.takeAll()
            if notifications.isEmpty { return }
            // The chat may have been opened since: what is in plain sight needs no announcement.
            for notification in notifications where !navigation.isOnTop(notification.chat.id) {
                await interface.notify(
                    AppNotification(
                        id: notification.message.id,
                        chat: notification.chat.id,
                        title: notification.chat.contact.name,
                        text: previewText(
                            of: notification.message.text,
                            imageCount: notification.message.imageCount
                        )
                    )
                )
            }
        }
    }
}
