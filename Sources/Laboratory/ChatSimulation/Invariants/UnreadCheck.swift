import ChatStore

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
        }
        let heard = chats.filter { !$0.isMuted }
        let (sum, kept) = (heard.reduce(0) { $0 + $1.unreadCount }, try reader.unreadCount())
        evidence.check(.unread, sum == kept, "the account counts \(kept) unread, and its chats \(sum)")
    }
}
