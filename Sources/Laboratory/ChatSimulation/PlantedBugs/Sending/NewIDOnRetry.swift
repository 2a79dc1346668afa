import ChatTypes
import Synchronization

extension PlantedBug {
    /// Each attempt to send a message has a new ID.
    public static let newIDOnRetry = PlantedBug(
        "newIDOnRetry",
        breaks: [.sentOnce, .complete],
        changes: .service { ForgetfulService(inner: $0) }
    )
}

/// A service that sends a message under a new ID on each retry.
private final class ForgetfulService: ForwardingService {
    let inner: SeverableTransport
    private let attempts = Mutex<[MessageID: Int]>([:])

    init(inner: SeverableTransport) {
        self.inner = inner
    }

    func send(_ message: OutgoingMessage) async throws -> Message {
        let attempt = attempts.withLock { attempts in
            attempts[message.id, default: 0] += 1
            return attempts[message.id] ?? 1
        }
        let id = attempt == 1 ? message.id : MessageID("\(message.id) attempt \(attempt)")
        return try await inner.send(message.named(id))
    }
}

extension OutgoingMessage {
    fileprivate func named(_ id: MessageID) -> OutgoingMessage {
        OutgoingMessage(id: id, chat: chat, text: text, attachment: attachment, repliesTo: repliesTo)
    }
}
