import ChatStore
import ChatTypes

/// A check of the cached unread counts against counts derived from the history.
struct UnreadCheck {
    let evidence: Evidence

    func run(_ history: StoredHistory, _ reader: borrowing ChatReader) throws {
        let chats = try reader.chats(limit: .max - 1)
        for chat in chats {
            let derived = history[chat.id]?.derivedUnreadCount ?? 0
            evidence.check(
                .unread,
                chat.unreadCount == derived,
                "\(chat.id) counts \(chat.unreadCount) unread, and has \(derived)"
            )
            let mentions = history[chat.id]?.derivedMentionCount ?? 0
            evidence.check(
                .unread,
                chat.mentionCount == mentions,
                "\(chat.id) counts \(chat.mentionCount) mentions, and has \(mentions)"
            )
        }
        let sum = chats.reduce(0) { $0 + $1.notifications.count(unread: $1.unreadCount, mentions: $1.mentionCount) }
        let kept = try reader.unreadCount()
        evidence.check(.unread, sum == kept, "the account counts \(kept) unread, and its chats \(sum)")
    }
}
