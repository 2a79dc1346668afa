import ChatTypes

/// The messages that the user has seen, and which of them are still to be marked as read.
///
/// A message that arrives later may be sorted in above one that was seen before it: so messages are remembered, not places.
struct ReadingProgress {
    /// The messages that were the newest unread ones in sight at some time, and are not marked yet.
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
    func newestSeen(in messages: [ChatMessage]) -> MessageID? {
        seen.isEmpty ? nil : messages.last { $0.isUnread && !read.contains($0.id) && seen.contains($0.id) }?.id
    }

    mutating func noteRead(_ message: MessageID, in messages: [ChatMessage]) {
        guard let index = messages.lastIndex(where: { $0.id == message }) else { return }
        read = Set(messages[...index].filter(\.isUnread).map(\.id))
        // Messages seen meanwhile are still to be marked.
        seen.removeAll { read.contains($0) }
    }
}
