import ChatTypes
import SimulationKit
import Transport

extension PlantedBug {
    /// A socket outlives its screen.
    public static let socketLeftOpen = PlantedBug(
        "socketLeftOpen",
        // Messages received over the extra socket are dropped.
        breaks: [.nothingOutlives, .notifiedOnce],
        changes: .sockets { LingeringSockets(inner: $0, executor: $1.executor) }
    )
}

/// A socket source that keeps a second socket open after its screen has gone.
private final class LingeringSockets: SocketSource {
    private let inner: SeverableTransport
    private let executor: SimulationExecutor

    init(inner: SeverableTransport, executor: SimulationExecutor) {
        (self.inner, self.executor) = (inner, executor)
    }

    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws {
        Task(executorPreference: executor) { [inner] in try await inner.connect(to: chat) { _ in } }
        try await inner.connect(to: chat, body)
    }
}
