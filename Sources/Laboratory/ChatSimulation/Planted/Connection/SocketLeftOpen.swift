import SimulationKit
import Transport

extension PlantedFault {
    /// A socket outlives its screen.
    public static let socketLeftOpen = PlantedFault(
        "socketLeftOpen",
        // What comes over it is heard by no one.
        breaks: [.nothingOutlives, .notifiedOnce],
        changes: .sockets { LingeringSockets(inner: $0, executor: $1.executor) }
    )
}

/// Keeps a socket open after the screen that asked for it has gone.
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
