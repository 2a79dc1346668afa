import ChatTypes
import Synchronization

extension PlantedBug {
    /// After a refused read receipt, no other is sent.
    public static let silencedReceipts = PlantedBug(
        "silencedReceipts",
        breaks: [.receipts],
        firstSeed: 9,
        changes: .service { SilencedService($0, silences: .receipts) }
    )

    /// After a refused mute, no other is sent.
    public static let silencedMutes = PlantedBug(
        "silencedMutes",
        breaks: [.samePath, .survivesDeath],
        firstSeed: 30743,
        server: .matrix,
        changes: .service { SilencedService($0, silences: .modes) }
    )
}

/// A service that reports success without sending, for every request of a kind once one is refused.
private final class SilencedService: ForwardingService {
    enum Kind { case receipts, modes }

    let inner: SeverableTransport
    private let kind: Kind
    private let isSilent = Mutex(false)

    init(_ inner: SeverableTransport, silences kind: Kind) {
        (self.inner, self.kind) = (inner, kind)
    }

    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        try await tell(.receipts) { try await inner.markRead(chat, upTo: message, in: scope) }
    }

    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        try await tell(.modes) { try await inner.setNotifications(mode, in: chat) }
    }

    private func tell(_ told: Kind, _ request: () async throws -> Void) async throws {
        if told == kind, isSilent.withLock(\.self) { return }
        do { try await request() } catch let error as ServiceError where told == kind && !error.isTemporary {
            isSilent.withLock { $0 = true }
            throw error
        }
    }
}
