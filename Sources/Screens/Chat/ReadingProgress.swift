import ChatTypes

/// What a person has seen of a chat, and what of that is still to be marked as read.
///
/// What counts is the newest message of others up to a row, as things stood when it was seen: a message that comes later may
/// be sorted in above a row that was seen before it.
struct ReadingProgress {
    /// The messages of others that were newest at some time, and are not marked yet.
    private var seen: [MessageID] = []
    /// What was marked as read since the messages were last read from the history.
    private var read: Set<MessageID> = []

    mutating func noteSeen(_ row: MessageID, in messages: [ChatMessage]) {
        guard let index = messages.lastIndex(where: { $0.id == row }),
            let message = messages[...index].last(where: { isUnread($0) })
        else { return }
        seen.removeAll { $0 == message.id }
        seen.append(message.id)
    }

    /// What was in sight while no one looked counts only as long as it is.
    mutating func forgetSeen() { seen.removeAll() }

    /// The message up to which is to be marked as read; nil when there is nothing to mark.
    func newestSeen(in messages: [ChatMessage]) -> MessageID? {
        seen.isEmpty ? nil : messages.last { isUnread($0) && seen.contains($0.id) }?.id
    }

    mutating func noteRead(_ message: MessageID, in messages: [ChatMessage]) {
        guard let index = messages.lastIndex(where: { $0.id == message }) else { return }
        read = Set(messages[...index].filter(\.isUnread).map(\.id))
        // What was seen meanwhile is still to be marked.
        seen.removeAll { read.contains($0) }
    }

    private func isUnread(_ message: ChatMessage) -> Bool {
        message.author != .me && message.isUnread && !read.contains(message.id)
    }
}
