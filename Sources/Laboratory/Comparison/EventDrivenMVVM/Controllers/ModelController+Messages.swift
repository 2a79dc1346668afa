import ChatStore
import Foundation
import Transport

/// What a person does in a chat.
extension ModelController {
    func setDraft(_ text: String, in chat: ChatID) throws {
        model.chats[chat]?.draft = text
        model.chatProblem = nil
        try commit { try $0.setDraft(text, in: chat) }
    }

    /// Puts what stands in the message field into the outbox, or says why that is no message.
    func enqueueDraft(of chat: ChatID, as id: MessageID, at time: Date) throws {
        let text = model.chats[chat]?.draft ?? ""
        model.chatProblem = fault(of: text)
        guard model.chatProblem == nil else { return }
        try commit { writer in
            try writer.setDraft("", in: chat)
            _ = try writer.enqueue(OutgoingMessage(id: id, chat: chat, text: text), at: time)
        }
        model.chats[chat]?.draft = ""
        try reload([chat])
    }

    /// Puts a message that failed into the outbox once more.
    func requeue(_ message: MessageID, in chat: ChatID, at time: Date) throws {
        model.chatProblem = nil
        guard try commit({ try $0.requeue(message, in: chat, at: time) }) else { return }
        try reload([chat])
    }

    /// Counts what is on screen as read; false when no person is looking, or everything was read before.
    func markRead(_ chat: ChatID) throws -> Bool {
        guard model.isFocused, model.openChat == chat, let newest = model.chats[chat]?.newestUnread else {
            return false
        }
        guard try commit({ try $0.markRead(upTo: newest, in: chat) }) else { return false }
        try reload([chat])
        return true
    }

    func setProblem(_ problem: String?, in chat: ChatID) {
        if model.openChat == chat { model.chatProblem = problem }
    }

    /// Why a text cannot be sent; nil when it can.
    private func fault(of text: String) -> String? {
        if text.allSatisfy(\.isWhitespace) { return "Please type a message first" }
        let bytes = text.utf8.count
        guard bytes > OutgoingMessage.textLimit else { return nil }
        return "The message is too long: \(bytes) bytes, and the server takes \(OutgoingMessage.textLimit)"
    }
}
