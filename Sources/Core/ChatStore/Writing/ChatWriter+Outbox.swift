public import Foundation
public import Transport

extension ChatWriter {
    /// Puts a message behind all that wait in its chat.
    ///
    /// `time` is the client's, until the server's comes. Returns false when there is no such chat, or when the id is
    /// taken. Throws `SQLiteError`.
    public func enqueue(_ message: OutgoingMessage, at time: Date) throws -> Bool {
        guard let chat = try ChatRecord.find(message.chat, in: connection) else { return false }
        let changes = try connection.run(
            """
            INSERT OR IGNORE INTO message(chat, id, mine, text, images, time, queued, announced)
            VALUES (?1, ?2, 1, ?3, 0, ?4,
                (SELECT coalesce(max(queued), 0) + 1 FROM message WHERE chat = ?1 AND position IS NULL), 1)
            """,
            chat.key,
            message.id.rawValue,
            message.text,
            time.milliseconds
        )
        guard changes == 1 else { return false }
        try connection.run(
            "INSERT INTO message_text(rowid, text) VALUES (?, ?)",
            connection.lastInsertedKey,
            message.text
        )
        try raiseActivity(of: chat.key, to: time)
        return true
    }

    private func raiseActivity(of chat: Int64, to time: Date) throws {
        try connection.run("UPDATE chat SET activity = max(activity, ?) WHERE key = ?", time.milliseconds, chat)
    }

    /// Marks a waiting message as refused; those behind it are no longer held up. Throws `SQLiteError`.
    public func markFailed(_ message: MessageID, in chat: ChatID, reason: String) throws {
        try connection.run(
            """
            UPDATE message SET failure = ?
            WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ? AND position IS NULL
            """,
            reason,
            chat.rawValue,
            message.rawValue
        )
        try connection.run(
            """
            UPDATE chat SET activity = coalesce(
                (SELECT time FROM message WHERE chat = chat.key AND position = chat.top), created)
            WHERE id = ? AND NOT EXISTS
                (SELECT 1 FROM message WHERE chat = chat.key AND position IS NULL AND failure IS NULL)
            """,
            chat.rawValue
        )
    }

    /// Sends a failed message once more, under its own id, behind all that wait. False when it has not failed. Throws
    /// `SQLiteError`.
    public func requeue(_ message: MessageID, in chat: ChatID, at time: Date) throws -> Bool {
        guard let record = try ChatRecord.find(chat, in: connection) else { return false }
        let changes = try connection.run(
            """
            UPDATE message SET failure = NULL, time = ?3,
                queued = (SELECT max(queued) + 1 FROM message WHERE chat = ?1 AND position IS NULL)
            WHERE chat = ?1 AND id = ?2 AND position IS NULL AND failure IS NOT NULL
            """,
            record.key,
            message.rawValue,
            time.milliseconds
        )
        if changes == 1 { try raiseActivity(of: record.key, to: time) }
        return changes == 1
    }
}
