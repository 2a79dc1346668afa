import ChatTypes
import Synchronization

extension PlantedBug {
    /// After a message is refused as a duplicate, the later ones wait forever.
    public static let blockedOutbox = PlantedBug(
        "blockedOutbox",
        breaks: [.receipts, .sentOnce, .complete],
        firstSeed: 21,
        changes: .service { BlockingService(inner: $0) }
    )
}

/// A service that sends nothing more in a chat after a message was refused as a duplicate.
private final class BlockingService: ForwardingService {
    let inner: SeverableTransport
    private let blocked = Mutex<Set<ChatID>>([])

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        if blocked.withLock({ $0.contains(message.chat) }) { throw ServiceError.unreachable }
        do {
            return try await inner.send(message)
        } catch ServiceError.refused(.duplicate, _) {
            blocked.withLock { _ = $0.insert(message.chat) }
            throw ServiceError.unreachable
        }
    }
}
