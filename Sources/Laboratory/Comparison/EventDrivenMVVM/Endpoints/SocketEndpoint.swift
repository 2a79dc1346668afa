import OneThread
import Transport

/// The open chat's socket.
final class SocketEndpoint {
    private let sockets: any SocketSource
    private let queue: MainQueue
    private let environment: ChatEnvironment
    private let routers: Routers
    private var connection: LiveConnection?
    private var chat: ChatID?

    init(sockets: any SocketSource, queue: MainQueue, environment: ChatEnvironment, routers: Routers) {
        self.sockets = sockets
        self.queue = queue
        self.environment = environment
        self.routers = routers
    }

    /// Does nothing when that chat's socket is open already.
    func open(_ chat: ChatID) {
        guard chat != self.chat else { return }
        close()
        self.chat = chat
        connection = LiveConnection(queue: queue, environment: environment, routers: routers) { [sockets] body in
            try await sockets.connect(to: chat, body)
        }
        connection?.open()
    }

    /// Returns false when none was open. What the socket was bringing is lost to it, and is not pushed either.
    @discardableResult
    func close() -> Bool {
        defer { (connection, chat) = (nil, nil) }
        connection?.close()
        return connection != nil
    }
}
