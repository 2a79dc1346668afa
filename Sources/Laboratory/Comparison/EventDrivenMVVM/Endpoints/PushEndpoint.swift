import OneThread
import Transport

/// The push connection: news of chats that are not open.
final class PushEndpoint {
    private let connection: LiveConnection

    init(pushes: any PushSource, queue: MainQueue, environment: ChatEnvironment, routers: Routers) {
        connection = LiveConnection(queue: queue, environment: environment, routers: routers) { body in
            try await pushes.receive(body)
        }
    }

    func start() {
        connection.open()
    }
}
