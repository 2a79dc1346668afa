public import Foundation
public import Transport

extension ChatWriter {
    /// Puts a message behind all that wait in its chat.
    ///
    /// `time` is the client's, until the server's comes. Returns false when there is no such chat, or when the id is
    /// taken. Throws `SQLiteError`. Cost: constant, however many wait.
    public func enqueue(_ message: OutgoingMessage, at time: Date) throws -> Bool {
        guard let chat = try ChatRecord.find(message.chat, in: connection),
            try KnownMessage.find(message.id, in: chat.key, connection) == nil
        else { return false }
        let key = try freeKey(for: message.id, at: time, in: chat)
        try connection.run(
            """
            INSERT INTO message(key, chat, id, mine, text, images, time, waits, place, announced)
            VALUES (?1, ?2, ?3, 1, ?4, 0, ?5, 1,
                (SELECT coalesce(max(place), 0) + 1 FROM message WHERE chat = ?2 AND waits = 1), 1)
            """,
            key,
            chat.key,
            message.id.stored,
            message.text,
            time.milliseconds
        )
        texts.add(key)
        try ChatRecord.renewActivity(of: chat.key, in: connection)
        return true
    }

    /// Marks a waiting message as refused; those behind it are no longer held up, and it no longer lifts its chat. Throws
    /// `SQLiteError`.
    public func markFailed(_ message: MessageID, in chat: ChatID, reason: String) throws {
        guard let record = try ChatRecord.find(chat, in: connection) else { return }
        try connection.run(
            "UPDATE message SET failure = ? WHERE chat = ? AND id = ? AND waits = 1",
            reason,
            record.key,
            message.stored
        )
        try ChatRecord.renewActivity(of: record.key, in: connection)
    }

    /// Sends a failed message once more, under its own id, behind all that wait. False when it has not failed. Throws
    /// `SQLiteError`.
    public func requeue(_ message: MessageID, in chat: ChatID, at time: Date) throws -> Bool {
        guard let record = try ChatRecord.find(chat, in: connection),
            let known = try KnownMessage.find(message, in: record.key, connection), known.waits, known.hasFailed
        else { return false }
        let key = try freeKey(for: message, at: time, in: record, insteadOf: known.key)
        try texts.remove(known.key)
        try connection.run(
            """
            UPDATE message SET key = ?3, failure = NULL, time = ?4,
                place = (SELECT max(place) + 1 FROM message WHERE chat = ?1 AND waits = 1)
            WHERE key = ?2
            """,
            record.key,
            known.key,
            key,
            time.milliseconds
        )
        texts.add(key)
        try ChatRecord.renewActivity(of: record.key, in: connection)
        return true
    }
}
