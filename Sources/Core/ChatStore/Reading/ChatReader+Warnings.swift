public import ChatTypes
import SQLiteKit

extension ChatReader {
    /// Returns the newest messages with a warning about their sender, in all chats, at most `limit`. Throws `SQLiteError`. Cost:
    /// linear in `limit`.
    public func messagesWithWarning(limit: Int) throws -> [(chat: ChatID, message: MessageID)] {
        try connection.rows(
            """
            SELECT c.id, m.id FROM message m INDEXED BY message_with_warning CROSS JOIN chat c ON c.key = m.chat
            WHERE m.warning IS NOT NULL ORDER BY m.key DESC LIMIT ?
            """,
            limit
        ) { (chat: $0.identifier(0), message: $0.identifier(1)) }
    }

    /// Returns the newest messages of a chat that the server has, at most `limit`. Throws `SQLiteError`. Cost: linear in `limit`.
    public func newestMessages(of chat: ChatID, limit: Int) throws -> [MessageID] {
        try connection.rows(
            """
            SELECT id FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?) AND waits = 0
            ORDER BY place DESC LIMIT ?
            """,
            chat.stored,
            limit
        ) { $0.identifier(0) }
    }
}
