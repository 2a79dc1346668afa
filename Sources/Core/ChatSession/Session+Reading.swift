import ChatStore
public import ChatTypes

/// How far the user has read.
extension Session {
    /// Commits that a chat outside threads, or a thread, is read up to a message; `run()` tells the server.
    ///
    /// Returns false and changes nothing while the user does not look at it. Throws a `StorageProblem`; then the server is not told.
    @discardableResult
    public func markRead(_ chat: ChatID, upTo message: MessageID, thread: MessageID?) async throws -> Bool {
        let isChange = try await history.commit { [focus] writer -> Bool? in
            guard focus.isOn(chat, thread: thread) else { return nil }
            return try writer.markRead(upTo: message, in: chat, scope: ReceiptScope(thread: thread))
        }
        guard isChange == true else { return isChange != nil }
        noteRead([chat], includesThreads: thread != nil)
        return true
    }

    /// Commits that a chat is read up to a message, or up to its newest stored one, whether or not the user looks at it; `run()` tells the
    /// server. Throws a `StorageProblem`.
    public func markRead(_ chat: ChatID, through message: MessageID?) async throws {
        if try await history.commit({ try $0.markRead(through: message, in: chat) }) { noteRead([chat]) }
    }

    /// Commits that every stored message of all chats is read; `run()` tells the server. Throws a `StorageProblem`.
    public func markAllRead() async throws {
        let chats = try await history.commit { try $0.markAllRead() }
        if !chats.isEmpty { noteRead(chats) }
    }

    /// Commits that every stored message of a chat is read, whether or not the user looks at it; `run()` tells the server. Throws a
    /// `StorageProblem`.
    public func markAllRead(in chat: ChatID) async throws {
        if try await history.commit({ try $0.markAllRead(in: chat) }) { noteRead([chat]) }
    }

    /// Marks as read what the server counts besides the messages of a chat outside threads, or of a thread, if the user looks at them and has
    /// read them.
    public func markRestRead(in chat: ChatID, thread: MessageID?) async {
        let isChange = try? await history.commit { [focus] writer in
            try focus.isOn(chat, thread: thread) && writer.markRestRead(in: chat, thread: thread)
        }
        if isChange == true { noteRead([chat], includesThreads: thread != nil) }
    }

    /// Updates counts and notifications after chats were read, and requests their receipts. The screen of a chat says how many answers in
    /// each thread are unread.
    private func noteRead(_ chats: [ChatID], includesThreads: Bool = true) {
        notifier.noteRetraction()
        if includesThreads { feed.post(Set(chats)) } else { feed.postCounts() }
        for chat in chats {
            context.queues.receipts.request(chat)
            context.queues.marks.request(chat)
        }
    }
}
