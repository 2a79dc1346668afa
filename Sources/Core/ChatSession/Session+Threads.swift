import ChatStore
public import ChatTypes
public import Foundation

/// Answers in threads.
extension Session {
    /// Commits an answer in a thread, which may also answer a message of it, and empties the thread's draft; `run()` sends it. A reply that
    /// was begun is dropped instead.
    ///
    /// Throws a `TextError`, `SessionError.unknownChat`, `notJoined` or a `StorageProblem`; then nothing is sent and the draft stays.
    @discardableResult
    public func send(
        _ text: String,
        replyingTo answered: MessageID? = nil,
        inThread root: MessageID,
        of chat: ChatID
    ) async throws -> MessageID {
        let message = try await outbox.send(
            text,
            replyingTo: answered,
            inThread: root,
            to: chat,
            isTypedElsewhere: answered != nil
        )
        typing.endOwn(in: chat)
        return message
    }

    /// Copies a file and commits an answer in a thread that carries it; otherwise as `send(fileAt:text:to:)` does.
    @discardableResult
    public func send(fileAt path: String, text: String, inThread root: MessageID, of chat: ChatID) async throws
        -> MessageID
    {
        try await copier.send(fileAt: path, text: text, inThread: root, to: chat)
    }

    /// Returns the root of the thread that a message is in; nil for one outside threads, or not stored, and if the history cannot be read.
    public func thread(of message: MessageID, in chat: ChatID) async -> MessageID? {
        (try? await read { try $0.thread(of: message, in: chat) }) ?? nil
    }
}

/// The same of what stands outside threads.
extension Session {
    /// Commits that a chat outside threads is read up to a message, as `markRead(_:upTo:thread:)` does.
    @discardableResult
    public func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool {
        try await markRead(chat, upTo: message, thread: nil)
    }

    /// Marks as read what the server counts besides the messages of a chat outside threads, as `markRestRead(in:thread:)` does.
    public func markRestRead(in chat: ChatID) async { await markRestRead(in: chat, thread: nil) }

    /// Returns the newest stored message of a chat outside threads that mentions the user, or the newest such before a message. Throws a
    /// `StorageProblem`.
    public func mention(before message: MessageID?, in chat: ChatID) async throws -> MessageID? {
        try await mention(before: message, in: chat, thread: nil)
    }

    /// Returns the first stored message of a chat outside threads from a time on; nil if there is none. Throws a `StorageProblem`.
    public func firstMessage(since time: Date, in chat: ChatID) async throws -> MessageID? {
        try await firstMessage(since: time, of: .main, in: chat)
    }

    /// Fetches pages before the oldest stored message of a chat outside threads, as `loadEarlier(in:thread:)` does.
    public func loadEarlier(in chat: ChatID) async throws { try await loadEarlier(in: chat, thread: nil) }
}
