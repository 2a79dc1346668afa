import ChatTypes
import Synchronization
import Transport

extension PlantedBug {
    /// Two messages from the Matrix adapter have the same position.
    public static let placeGivenTwice = PlantedBug(
        "placeGivenTwice",
        breaks: [.complete, .notifiedOnce],
        server: .matrix,
        changes: .pushes { pushes, _ in TwofoldPlaces(inner: pushes) }
    )
}

/// A push source that gives each message the position of the one before it in its chat.
private final class TwofoldPlaces: PushSource {
    private let inner: SeverableTransport

    init(inner: SeverableTransport) { self.inner = inner }

    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws {
        let last = Mutex<[ChatID: Message]>([:])
        try await inner.receive { event in
            guard case .updates(let updates) = event else { return await body(event) }
            let changed = updates.map { update in
                let messages = update.messages.map { message in
                    let before = last.withLock { $0.updateValue(message, forKey: update.chat.id) }
                    guard let before, before.id != message.id else { return message }
                    var moved = message
                    (moved.position, moved.predecessor) = (before.position, before.predecessor)
                    return moved
                }
                return ChatUpdate(
                    chat: update.chat,
                    messages: messages,
                    receipts: update.receipts,
                    annotations: update.annotations,
                    memberships: update.memberships
                )
            }
            await body(.updates(changed))
        }
    }
}
