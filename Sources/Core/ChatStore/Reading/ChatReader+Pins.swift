public import ChatTypes
import SQLiteKit

extension ChatReader {
    /// Returns a chat's pinned messages, the one pinned last first, at most `limit` after the first `offset`. A message that is not stored
    /// has no author. Throws `SQLiteError`. Cost: linear in the chat's pins, which are limited.
    public func pinnedMessages(of chat: ChatID, offset: Int = 0, limit: Int) throws -> [AnsweredMessage] {
        guard let key = try connection.first("SELECT key FROM chat WHERE id = ?", chat.stored, read: { $0.integer(0) })
        else { return [] }
        let pinned: [MessageID] = try connection.rows(
            "SELECT message FROM pin WHERE chat = ? ORDER BY place DESC LIMIT ? OFFSET ?",
            key,
            max(0, limit),
            offset
        ) { $0.identifier(0) }
        return try pinned.map { try answered($0, in: key) }
    }
}
