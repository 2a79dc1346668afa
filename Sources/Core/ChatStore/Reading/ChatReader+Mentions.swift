public import ChatTypes
import SQLiteKit

/// Messages that mention the user.
extension ChatReader {
    /// Whether an unread message mentions the user in a chat that is not muted. Throws `SQLiteError`. Cost: linear in the chats with
    /// unread mentions, if all of them are muted.
    public func isMentioned() throws -> Bool {
        try connection.first(
            "SELECT 1 FROM chat INDEXED BY chat_with_mention WHERE mentions > 0 AND muted = 0 LIMIT 1"
        ) { _ in true } ?? false
    }

    /// Returns the newest message of a thread, or of a chat outside threads, that mentions the user, or the newest before another message;
    /// nil if there is none.
    ///
    /// Throws `SQLiteError`. Cost: linear in the mentions elsewhere in the chat.
    public func mention(
        before message: MessageID?,
        in chat: ChatID,
        thread: MessageID? = nil
    ) throws -> MessageID? {
        try connection.first(
            """
            SELECT m.id FROM chat c CROSS JOIN message m INDEXED BY message_with_mention ON m.chat = c.key AND m.mention = 1
            WHERE c.id = ?1 AND m.waits = 0 AND m.thread IS ?3 AND m.place < coalesce(
                (SELECT place FROM message WHERE chat = c.key AND id = ?2 AND waits = 0), 9223372036854775807)
            ORDER BY m.place DESC LIMIT 1
            """,
            chat.stored,
            message?.stored,
            thread?.stored
        ) { $0.identifier(0) }
    }
}
