import Chat
import ChatTypes
import Foundation
import RuntimeKit

/// A chat model that forwards to another one everything that it does not implement itself.
protocol ForwardingChatModel: ChatModel {
    var inner: any ChatModel { get }
}

extension ForwardingChatModel {
    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>>
    {
        await inner.messages(of: chat, window)
    }
    func connect(to chat: ChatID) async { await inner.connect(to: chat) }
    func send(_ text: String, to chat: ChatID) async throws -> MessageID { try await inner.send(text, to: chat) }
    func send(fileAt path: String, text: String, to chat: ChatID) async throws -> MessageID {
        try await inner.send(fileAt: path, text: text, to: chat)
    }
    func download(_ message: MessageID, in chat: ChatID) async throws { try await inner.download(message, in: chat) }
    func cancelDownload(of message: MessageID, in chat: ChatID) async throws {
        try await inner.cancelDownload(of: message, in: chat)
    }
    func saveFile(of message: MessageID, in chat: ChatID, to path: String) async throws {
        try await inner.saveFile(of: message, in: chat, to: path)
    }
    func forward(_ message: MessageID, of chat: ChatID, toChatNamed name: String, note: String?) async throws -> String?
    {
        try await inner.forward(message, of: chat, toChatNamed: name, note: note)
    }
    func resend(_ message: MessageID, in chat: ChatID) async throws { try await inner.resend(message, in: chat) }
    func resendAll(in chat: ChatID) async throws { try await inner.resendAll(in: chat) }
    func edit(_ message: MessageID, to text: String, in chat: ChatID) async throws {
        try await inner.edit(message, to: text, in: chat)
    }
    func reply(_ text: String, to message: MessageID, in chat: ChatID) async throws -> MessageID {
        try await inner.reply(text, to: message, in: chat)
    }
    func react(_ text: String, to message: MessageID, in chat: ChatID) async throws {
        try await inner.react(text, to: message, in: chat)
    }
    func send(_ poll: Poll, to chat: ChatID) async throws -> MessageID { try await inner.send(poll, to: chat) }
    func vote(_ answers: [Int], in message: MessageID, of chat: ChatID) async throws {
        try await inner.vote(answers, in: message, of: chat)
    }
    func endPoll(_ message: MessageID, in chat: ChatID) async throws { try await inner.endPoll(message, in: chat) }
    func delete(_ message: MessageID, in chat: ChatID) async throws { try await inner.delete(message, in: chat) }
    func mention(before message: MessageID?, in chat: ChatID) async throws -> MessageID? {
        try await inner.mention(before: message, in: chat)
    }

    func loadMessages(since time: Date, in chat: ChatID) async throws {
        try await inner.loadMessages(since: time, in: chat)
    }
    func firstMessage(since time: Date, in chat: ChatID) async throws -> MessageID? {
        try await inner.firstMessage(since: time, in: chat)
    }

    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {
        try await inner.setNotifications(mode, in: chat)
    }

    func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws {
        try await inner.set(mark, to: isSet, in: chat)
    }
    func change(_ change: ChatChange, in chat: ChatID) async throws { try await inner.change(change, in: chat) }
    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        try await inner.setMembership(membership, in: chat)
    }
    func changeEncryption(_ change: EncryptionChange, in chat: ChatID) async throws {
        try await inner.changeEncryption(change, in: chat)
    }
    func noteTyping(in chat: ChatID) async { await inner.noteTyping(in: chat) }
    func endTyping(in chat: ChatID) async { await inner.endTyping(in: chat) }
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        try await inner.markRead(chat, upTo: message)
    }
    func markRestRead(in chat: ChatID) async { await inner.markRestRead(in: chat) }
    func loadEarlier(in chat: ChatID) async throws { try await inner.loadEarlier(in: chat) }
    func saveDraft(_ text: String, of target: DraftTarget?, in chat: ChatID) async throws {
        try await inner.saveDraft(text, of: target, in: chat)
    }
}
