import Chat
import Transport

/// A chat's model that leaves to another whatever it does not do itself.
protocol ForwardingChatModel: ChatModel {
    var inner: any ChatModel { get }
}

extension ForwardingChatModel {
    func chatChanges(in chat: ChatID) -> AsyncStream<Void> { inner.chatChanges(in: chat) }
    func content(of chat: ChatID, limit: Int) async throws -> ChatContent? {
        try await inner.content(of: chat, limit: limit)
    }
    func attend(_ chat: ChatID) async { await inner.attend(chat) }
    func send(_ text: String, to chat: ChatID) async throws -> MessageID { try await inner.send(text, to: chat) }
    func resend(_ message: MessageID, in chat: ChatID) async throws { try await inner.resend(message, in: chat) }
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        try await inner.markRead(chat, upTo: message)
    }
    func loadEarlier(in chat: ChatID) async throws { try await inner.loadEarlier(in: chat) }
    func saveDraft(_ text: String, in chat: ChatID) async throws { try await inner.saveDraft(text, in: chat) }
}
