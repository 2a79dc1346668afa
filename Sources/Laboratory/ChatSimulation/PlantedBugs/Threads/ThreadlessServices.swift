import ChatTypes
import Synchronization
import Transport

/// A service that sends an answer in a thread outside it on each retry.
final class OutsideRetries: ForwardingService {
    let inner: SeverableTransport
    private let tried = Mutex<Set<MessageID>>([])

    init(inner: SeverableTransport) { self.inner = inner }

    func send(_ message: OutgoingMessage) async throws -> Message {
        if tried.withLock({ $0.insert(message.id).inserted }) { return try await inner.send(message) }
        return try await inner.send(
            OutgoingMessage(
                id: message.id,
                chat: message.chat,
                text: message.text,
                spans: message.spans,
                attachment: message.attachment,
                repliesTo: message.repliesTo
            )
        )
    }
}

/// A service whose pages say nothing of threads.
struct UnthreadedPages: ForwardingService {
    let inner: SeverableTransport

    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage {
        let page = try await inner.page(of: chat, before: cursor)
        let messages = page.messages.map { message in
            var message = message
            message.thread = nil
            return message
        }
        return MessagePage(messages: messages, annotations: page.annotations, next: page.next)
    }
}

/// A service that says of what stands outside threads that it is read, where everything is.
struct OutsideReceipts: ForwardingService {
    let inner: SeverableTransport

    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws {
        try await inner.markRead(chat, upTo: message, in: scope == .everything ? .main : scope)
    }
}
