import ChatTypes

/// The messages that the user has seen, and which of them are still to be marked as read.
///
/// A message that arrives later may be sorted in above one that was seen before it: so messages are remembered, not places.
struct ReadingProgress {
    /// The messages that were the newest to be marked at some time, and are not marked yet.
    private var seen: [MessageID] = []
    /// The messages that were marked as read since the history was last read.
    private var read: Set<MessageID> = []

    mutating func noteSeen(_ message: MessageID) {
        seen.removeAll { $0 == message }
        if !read.contains(message) { seen.append(message) }
    }

    /// Forgets what was in sight while the user did not look: it counts only as long as it is in sight.
    mutating func forgetSeen() { seen.removeAll() }

    /// Returns the message up to which to mark as read, or `nil` if there is nothing to mark.
    func newestSeen(in window: ChatWindow) -> MessageID? {
        guard !seen.isEmpty else { return nil }
        return window.messages.last { message in
            let mayStandBelowUnread = message.author == .me && window.firstUnread != nil
            return (message.isUnread || mayStandBelowUnread) && !read.contains(message.id) && seen.contains(message.id)
        }?.id
    }

    mutating func noteRead(_ message: MessageID, in messages: [ChatMessage]) {
        guard let index = messages.lastIndex(where: { $0.id == message }) else { return }
        read = Set(messages[...index].filter(\.isUnread).map(\.id) + [message])
        // Messages seen meanwhile are still to be marked.
        seen.removeAll { read.contains($0) }
    }
}

extension ChatWindow {
    /// Returns the message up to which a user has read who sees a row, or the last one; `nil` if nothing new is read.
    ///
    /// Other people's messages that came late may stand above all rows, if the user wrote all of these.
    func newestToRead(upTo row: MessageID? = nil) -> MessageID? {
        let end = row.map { row in messages.lastIndex { $0.id == row } } ?? messages.indices.last
        guard let end else { return nil }
        let shown = messages[...end]
        if let unread = shown.last(where: \.isUnread) { return unread.id }
        guard firstUnread != nil, shown.allSatisfy({ $0.author == .me || $0.isDeleted }) else { return nil }
        return shown.last { $0.position != nil }?.id
    }
}
