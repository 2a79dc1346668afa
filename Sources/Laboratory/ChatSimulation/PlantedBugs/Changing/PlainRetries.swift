import ChatTypes
import Synchronization

/// A service that sends a reply without what it answers on each retry.
final class PlainRetries: ForwardingService {
    let inner: SeverableTransport
    private let tried = Mutex<Set<MessageID>>([])

    init(inner: SeverableTransport) { self.inner = inner }

    func send(_ message: OutgoingMessage) async throws -> Message {
        let isFirst = tried.withLock { $0.insert(message.id).inserted }
        guard !isFirst else { return try await inner.send(message) }
        return try await inner.send(
            OutgoingMessage(
                id: message.id,
                chat: message.chat,
                text: message.text,
                spans: message.spans,
                attachment: message.attachment,
                thread: message.thread
            )
        )
    }
}
