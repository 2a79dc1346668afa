import Chat
import ChatSession
import ChatTypes
import Foundation
import RuntimeKit

/// The messages of one thread of a chat, or the roots of all its threads, as a screen shows them above the chat's own.
struct ThreadTimeline: ChatTimelineModel {
    let session: Session
    let part: TimelinePart

    func messages(of chat: ChatID, _ window: MessageWindow) -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>> {
        session.messages(of: chat, window, part: part)
    }

    /// Marks as read what counts besides the answers. The chat's screen below is connected.
    func connect(to chat: ChatID) async { await markRestRead(in: chat) }

    func send(_ text: String, to chat: ChatID) async throws -> MessageID {
        guard let root = part.thread else { throw SessionError.unknownChat }
        return try await session.send(text, inThread: root, of: chat)
    }

    func reply(_ text: String, to message: MessageID, in chat: ChatID) async throws -> MessageID {
        guard let root = part.thread else { throw SessionError.unknownChat }
        return try await session.send(text, replyingTo: message, inThread: root, of: chat)
    }

    func send(fileAt path: String, text: String, to chat: ChatID) async throws -> MessageID {
        guard let root = part.thread else { throw SessionError.unknownChat }
        return try await session.send(fileAt: path, text: text, inThread: root, of: chat)
    }

    func send(_ poll: Poll, to chat: ChatID) async throws -> MessageID {
        guard let root = part.thread else { throw SessionError.unknownChat }
        return try await session.send(poll, inThread: root, to: chat)
    }

    func mention(before message: MessageID?, in chat: ChatID) async throws -> MessageID? {
        guard let root = part.thread else { return nil }
        return try await session.mention(before: message, in: chat, thread: root)
    }

    func loadMessages(since time: Date, in chat: ChatID) async throws {
        try await session.loadMessages(since: time, in: chat)
    }

    func firstMessage(since time: Date, in chat: ChatID) async throws -> MessageID? {
        try await session.firstMessage(since: time, of: part, in: chat)
    }

    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        guard let root = part.thread else { return false }
        return try await session.markRead(chat, upTo: message, thread: root)
    }

    func markRestRead(in chat: ChatID) async {
        if let root = part.thread { await session.markRestRead(in: chat, thread: root) }
    }

    func loadEarlier(in chat: ChatID) async throws {
        if let root = part.thread { try await session.loadEarlier(in: chat, thread: root) }
    }

    func saveDraft(_ text: String, of target: DraftTarget?, in chat: ChatID) async throws {
        guard let target = target ?? part.thread.map(DraftTarget.thread) else { return }
        try await session.saveDraft(text, of: target, in: chat)
    }
}
