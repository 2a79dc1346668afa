public import ChatTypes

/// The user's messages, their changes, reactions, votes and drafts. `run()` tells the server.
extension Session {
    /// Commits a message under a new id and empties the chat's draft; `run()` sends it.
    ///
    /// Throws a `TextError`, `SessionError.unknownChat`, `notJoined` for an invitation, which no message accepts, or a `StorageProblem`;
    /// then nothing is sent and the draft stays.
    @discardableResult
    public func send(_ text: String, to chat: ChatID) async throws -> MessageID {
        let message = try await outbox.send(text, to: chat, isTypedElsewhere: false)
        typing.endOwn(in: chat)
        return message
    }

    /// Commits a message that answers another, which need not be stored, as `send(_:to:)` does.
    ///
    /// The chat's draft stays unless it is the same text; a reply to the message that was begun is dropped.
    @discardableResult
    public func reply(_ text: String, to message: MessageID, in chat: ChatID) async throws -> MessageID {
        let answer = try await outbox.send(text, replyingTo: message, to: chat, isTypedElsewhere: true)
        typing.endOwn(in: chat)
        return answer
    }

    /// Sends a message that may have been typed outside the chat's screen: then a draft stays unless it is the same text.
    @discardableResult
    public func send(_ text: String, to chat: ChatID, isTypedElsewhere: Bool) async throws -> MessageID {
        try await outbox.send(text, to: chat, isTypedElsewhere: isTypedElsewhere)
    }

    /// Copies a file and commits a message that carries it and may answer another; `run()` sends it. The original may go away afterwards.
    ///
    /// A draft of the same text as `text` is emptied. Messages with files are sent in the order of the calls, behind messages that
    /// were committed during the copy. A failure leaves nothing. Throws a `FileError`, a `TextError` for a text that is too long,
    /// `SessionError.unknownChat`, `notJoined` or a `StorageProblem`. Cost: linear in the file's length.
    ///
    /// When the caller's task is cancelled, it throws `CancellationError` and the file is sent all the same; then a failure of the
    /// copy is not reported, and a draft stays. Files that are not copied when `run()` ends are never sent.
    @discardableResult
    public func send(
        fileAt path: String,
        text: String = "",
        replyingTo answered: MessageID? = nil,
        to chat: ChatID
    ) async throws -> MessageID {
        try await copier.send(fileAt: path, text: text, replyingTo: answered, to: chat)
    }

    /// Sends a failed message again, under its own id and behind all that wait. Throws a `StorageProblem`.
    public func resend(_ message: MessageID, in chat: ChatID) async throws {
        try await outbox.resend(message, in: chat)
    }

    /// Sends the failed messages of a chat again, behind all that wait, and tries at once what waits for its next attempt.
    ///
    /// Throws a `StorageProblem`.
    public func resendAll(in chat: ChatID) async throws { try await outbox.resendAll(in: chat) }

    /// Deletes one of the user's messages, sent or waiting; `run()` tells the server. Ignores messages of others.
    ///
    /// Throws a `StorageProblem`.
    public func delete(_ message: MessageID, in chat: ChatID) async throws {
        try await outbox.delete(message, in: chat)
    }

    /// Edits one of the user's messages, sent or waiting; `run()` tells the server. Ignores deleted messages and those of others.
    /// Drops an edit of it that was begun.
    ///
    /// Throws a `TextError` or a `StorageProblem`.
    public func edit(_ message: MessageID, to text: String, in chat: ChatID) async throws {
        try await outbox.edit(message, to: text, in: chat)
    }

    /// Sets or removes the user's reaction to a message with a text; nil removes it if it is set, and else sets it. The server is told.
    ///
    /// Does nothing to a deleted message. A reaction that is set and removed before it could be sent is not sent. Throws a `TextError` or a
    /// `StorageProblem`.
    public func react(_ text: String, to message: MessageID, in chat: ChatID) async throws {
        try await outbox.react(text, to: message, in: chat)
    }

    /// Sets or removes the user's reaction to a message. Does nothing if it is so already. Throws as `react(_:to:in:)`.
    public func react(_ text: String, to message: MessageID, in chat: ChatID, isSet: Bool) async throws {
        try await outbox.react(text, to: message, in: chat, isSet: isSet)
    }

    /// Commits a message that asks a poll, in a thread if one is named; `run()` sends it. A draft stays.
    ///
    /// Throws `SessionError.unknownChat`, `notJoined` or a `StorageProblem`.
    @discardableResult
    public func send(_ poll: Poll, inThread root: MessageID?, to chat: ChatID) async throws -> MessageID {
        try await outbox.ask(poll, inThread: root, in: chat)
    }

    /// Sets the user's vote in a poll to the answers at some indices, none to take it back; `run()` tells the server.
    ///
    /// Does nothing to a poll that has ended, and for answers that it does not have. Throws a `StorageProblem`.
    public func vote(_ answers: [Int], in message: MessageID, of chat: ChatID) async throws {
        try await outbox.vote(answers, in: message, of: chat)
    }

    /// Ends one of the user's polls that was sent; `run()` tells the server. Ignores any other message. Throws a `StorageProblem`.
    public func endPoll(_ message: MessageID, in chat: ChatID) async throws {
        try await outbox.endPoll(message, in: chat)
    }

    /// Saves the text that the user has typed but not sent: the chat's draft, or with a target a reply or an edit that the user has
    /// begun. Empty for none.
    ///
    /// Throws a `StorageProblem`; then the draft is kept in memory and saved with the next successful commit.
    public func saveDraft(_ text: String, of target: DraftTarget? = nil, in chat: ChatID) async throws {
        unsavedDrafts.keep(text, of: target, in: chat)
        try await history.commit { _ in }
        // The list of drafts may show what was typed until then, such as a command.
        if text.isEmpty { feed.postCounts() }
        // The chat's own screen, below that of the thread, says whether the thread has a draft.
        if target != nil { feed.postScreens(of: chat) }
    }

    /// Records that the user types in a chat; the server is told every few seconds at most.
    public func noteTyping(in chat: ChatID) { typing.note(in: chat) }

    /// Reports that the user types no more in a chat. A text that is sent ends typing as well.
    public func endTyping(in chat: ChatID) { typing.endOwn(in: chat) }
}
