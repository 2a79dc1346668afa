public import ChatStore
public import ChatTypes

/// A change of the history, with the chat as it is now.
public enum WatchedChange: Sendable {
    /// The watch has begun: no later change is missed.
    case began
    /// A message is new, or its text, state, reactions or pin have changed. If others have read it, they have read the earlier ones of its thread, or
    /// outside threads, too.
    case message(ChatMessage, Timeline, in: ChatID)
    /// A message of the user's that was never sent was deleted.
    case unsent(MessageID, Timeline, in: ChatID)
    /// The user's state in the chat is another one.
    case state(Timeline, in: ChatID)
    /// The connection to the server is another one.
    case connection(Connection)
    /// Further changes were dropped, since they were not taken in time.
    case lost
}

extension Session {
    /// Hands each change of the history from now on to `show`, in the order of the commits, until the caller's task is cancelled or `show`
    /// returns false.
    ///
    /// Changes of one message that wait are handed over once, with the newest content. Older history that is loaded meanwhile is no
    /// change; messages of a gap that opened meanwhile come when they are loaded. Keeps at most 10,000 changes that `show` has not taken.
    /// Throws `SQLiteError`.
    public func followChanges(
        in chat: ChatID? = nil,
        _ show: @Sendable (WatchedChange) async -> Bool
    ) async throws {
        let watch = context.feed.watch(chat)
        let newest = try await read { try $0.newestPositions() }
        guard await show(.began) else { return }
        while true {
            let (changes, hasLost) = await watch.takeAll()
            if changes.isEmpty { return }
            for change in changes {
                let watched: WatchedChange? =
                    if change == .connection {
                        .connection(await status.connection)
                    } else {
                        try await read { try $0.watched(change, since: newest) }
                    }
                if let watched, await !show(watched) { return }
            }
            if hasLost, await !show(.lost) { return }
        }
    }
}

extension ChatReader {
    /// Returns a change with its content; nil if there is nothing to show.
    ///
    /// - Parameter newest: the positions of the newest messages when the watch began, which tell history from news on a page.
    fileprivate func watched(_ change: HistoryChange, since newest: [ChatID: Position]) throws -> WatchedChange? {
        switch change {
        case .message(let id, let chat):
            guard let timeline = try timeline(of: chat, in: .around(id, before: 0, after: 0)) else { return nil }
            guard let message = timeline.messages.first(where: { $0.id == id }) else {
                return .unsent(id, timeline, in: chat)
            }
            return .message(message, timeline, in: chat)
        case .earlier(let id, let chat):
            guard let first = newest[chat],
                let timeline = try timeline(of: chat, in: .around(id, before: 0, after: 0)),
                let message = timeline.messages.first(where: { $0.id == id }),
                let position = message.position, position > first
            else { return nil }
            return .message(message, timeline, in: chat)
        case .state(let chat):
            return try timeline(of: chat, in: .newest(0)).map { .state($0, in: chat) }
        case .readByOthers(let chat, let thread):
            guard let id = try newestReadByOthers(in: chat, thread: thread),
                let timeline = try timeline(of: chat, in: .around(id, before: 0, after: 0)),
                let message = timeline.messages.first
            else { return nil }
            return .message(message, timeline, in: chat)
        case .connection: return nil
        }
    }
}
