import ChatTypes
import Synchronization

extension PlantedBug {
    /// After a refused read receipt, no other is sent.
    public static let silencedReceipts = PlantedBug(
        "silencedReceipts",
        breaks: [.receipts],
        firstSeed: 12,
        changes: .service { SilencedService(inner: $0) }
    )

    /// After a refused mute, no other is sent.
    public static let silencedMutes = PlantedBug(
        "silencedMutes",
        breaks: [.samePath, .survivesDeath],
        firstSeed: 2,
        server: .matrix,
        changes: .service { SilencedService(inner: $0) }
    )
}

/// A service that reports success without sending, for every kind of request once refused.
private final class SilencedService: ForwardingService {
    let inner: SeverableTransport
    private let silenced = Mutex<Set<String>>([])

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        try await tell("receipts") { try await inner.markRead(chat, upTo: message) }
    }

    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        try await tell("mutes") { try await inner.setNotifications(mode, in: chat) }
    }

    private func tell(_ kind: String, _ request: () async throws -> Void) async throws {
        if silenced.withLock({ $0.contains(kind) }) { return }
        do { try await request() } catch let error as ServiceError where !error.isTemporary {
            silenced.withLock { _ = $0.insert(kind) }
            throw error
        }
    }
}
