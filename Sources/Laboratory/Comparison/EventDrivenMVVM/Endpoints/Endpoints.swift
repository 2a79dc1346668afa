import OneThread
import Transport

/// All that talks to the world outside.
final class Endpoints {
    let push: PushEndpoint
    let socket: SocketEndpoint
    let sync: SyncEndpoint
    let outbox: OutboxEndpoint
    let receipts: ReceiptEndpoint
    let history: HistoryEndpoint
    let pictures: PictureEndpoint
    let suggestions: SuggestionEndpoint
    let creation: CreationEndpoint
    let presence: PresenceEndpoint
    let day: DayEndpoint

    init(
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource,
        queue: MainQueue,
        environment: ChatEnvironment,
        controller: ModelController,
        routers: Routers
    ) {
        push = PushEndpoint(pushes: pushes, queue: queue, environment: environment, routers: routers)
        socket = SocketEndpoint(sockets: sockets, queue: queue, environment: environment, routers: routers)
        sync = SyncEndpoint(
            service: service,
            queue: queue,
            environment: environment,
            controller: controller,
            router: routers.chat
        )
        outbox = OutboxEndpoint(
            service: service,
            queue: queue,
            environment: environment,
            controller: controller,
            router: routers.message
        )
        receipts = ReceiptEndpoint(service: service, queue: queue, environment: environment, controller: controller)
        history = HistoryEndpoint(
            service: service,
            queue: queue,
            environment: environment,
            controller: controller,
            router: routers.message
        )
        pictures = PictureEndpoint(service: service, queue: queue, router: routers.chat)
        suggestions = SuggestionEndpoint(service: service, queue: queue, router: routers.chat)
        creation = CreationEndpoint(
            service: service,
            queue: queue,
            environment: environment,
            controller: controller,
            router: routers.chat
        )
        presence = PresenceEndpoint(service: service, queue: queue, environment: environment)
        day = DayEndpoint(queue: queue, environment: environment, router: routers.chat)
    }

    /// Begins to talk to the server, and goes on where the app was last quit.
    func start() {
        push.start()
        sync.syncNow()
        outbox.start()
        receipts.start()
        history.start()
        day.start()
    }

    /// Ends what was begun for the screen on top.
    func leaveScreen() {
        suggestions.load(for: nil)
        creation.cancel()
        if socket.close() { sync.syncNow() }
    }
}
