public import ChatTypes
import SQLiteKit

/// The members of a group who have read a message.
extension ChatReader {
    /// Returns the names of the present members who have read a message, by name, without its author and the user; nil in a chat between
    /// two. Throws `SQLiteError`. Cost: linear in the members.
    public func readers(of message: MessageID, in chat: ChatID) throws -> [String]? {
        let isGroup = try connection.first("SELECT is_group FROM chat WHERE id = ?", chat.stored) { $0.flag(0) }
        guard isGroup == true else { return nil }
        return try connection.rows(
            """
            SELECT s.shown, s.id FROM chat c CROSS JOIN message m ON m.chat = c.key AND m.id = ?2 AND m.waits = 0
                CROSS JOIN member s ON s.chat = c.key AND s.is_member = 1 AND s.id <> ''
                    AND CASE WHEN m.thread IS NULL THEN s.marker >= m.place ELSE EXISTS (SELECT 1 FROM thread_reader
                        WHERE chat = c.key AND thread IN ('', m.thread) AND sender = s.id AND marker >= m.place) END
            WHERE c.id = ?1 AND s.id IS NOT m.sender ORDER BY s.name_key, s.id
            """,
            chat.stored,
            message.stored
        ) { $0.text(0).isEmpty ? $0.text(1) : $0.text(0) }
    }
}
