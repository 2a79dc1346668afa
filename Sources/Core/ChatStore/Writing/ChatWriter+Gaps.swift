public import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Notes whether what stands directly before a new message is held, and whether the message fills a gap itself.
    ///
    /// Returns true when a gap opens, or when what was history that had not been asked for may have become one: the conversation
    /// begins with the message, and above it some is missing.
    func noteGap(before message: Message, in record: inout EditedChat) throws -> Bool {
        let position = message.position.rawValue
        // Above all that is missing, a message fills no gap; and behind the highest that is held, it opens none.
        let isBelowMissing = record.highestMissing.map { position <= $0 } ?? false
        if isBelowMissing {
            try connection.run("DELETE FROM gap WHERE chat = ? AND predecessor = ?", record.key, position)
        }
        guard let predecessor = message.predecessor else { return isBelowMissing }
        guard predecessor.position.rawValue != record.top else { return false }
        guard try !isTaken(predecessor.position, in: record.key) else { return false }
        try connection.run(
            "INSERT OR REPLACE INTO gap(chat, position, predecessor, cursor) VALUES (?, ?, ?, ?)",
            record.key,
            position,
            predecessor.position.rawValue,
            predecessor.cursor.stored
        )
        let missing = predecessor.position.rawValue
        record.highestMissing = max(record.highestMissing ?? missing, missing)
        return true
    }

    /// Takes over a new cursor for a gap that stands: the server may have forgotten the old one. False when it is the
    /// same.
    func renewGap(before message: Message, in record: EditedChat) throws -> Bool {
        guard record.highestMissing != nil, let cursor = message.predecessor?.cursor.stored else { return false }
        return try connection.run(
            "UPDATE gap SET cursor = ?1 WHERE chat = ?2 AND position = ?3 AND cursor <> ?1",
            cursor,
            record.key,
            message.position.rawValue
        ) == 1
    }

    /// Remembers from where a gap is to be filled: between there and its end the server has nothing. Throws `SQLiteError`.
    public func moveGap(before position: Position, in chat: ChatID, to cursor: PageCursor) throws {
        try connection.run(
            "UPDATE gap SET cursor = ? WHERE chat = (SELECT key FROM chat WHERE id = ?) AND position = ?",
            cursor.stored,
            chat.stored,
            position.rawValue
        )
    }

    /// Closes a gap because the server, asked for what stands there, said that the conversation starts after it. Throws
    /// `SQLiteError`.
    public func closeGap(before position: Position, in chat: ChatID) throws {
        try connection.run(
            "DELETE FROM gap WHERE chat = (SELECT key FROM chat WHERE id = ?) AND position = ?",
            chat.stored,
            position.rawValue
        )
    }

    /// Closes a gap because the server, asked for what stands there, brought a message that is held directly below it.
    ///
    /// False when it is not held, or when another one stands between. Throws `SQLiteError`.
    public func closeGap(before position: Position, after message: MessageID, in chat: ChatID) throws -> Bool {
        try connection.run(
            """
            DELETE FROM gap WHERE chat = (SELECT key FROM chat WHERE id = ?1) AND position = ?2 AND ?3 = (
                SELECT m.id FROM message m WHERE m.chat = gap.chat AND m.waits = 0 AND m.place < ?2
                ORDER BY m.place DESC LIMIT 1)
            """,
            chat.stored,
            position.rawValue,
            message.stored
        ) == 1
    }
}
