public import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Records whether the predecessor of a new message is missing, and whether the message fills a gap itself.
    ///
    /// Returns true if a gap opens, or if unrequested history may have become a gap: the conversation begins with the
    /// message, and messages after it are missing.
    func noteGap(before message: Message, in record: inout ChatRow) throws -> Bool {
        let position = message.position.rawValue
        // A message above everything missing fills no gap, and one right after the highest stored message opens none.
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

    /// Updates the cursor of a gap, because the server may have forgotten the old one. Returns false if it is the
    /// same.
    func renewGap(before message: Message, in record: ChatRow) throws -> Bool {
        guard record.highestMissing != nil, let cursor = message.predecessor?.cursor.stored else { return false }
        return try connection.run(
            "UPDATE gap SET cursor = ?1 WHERE chat = ?2 AND position = ?3 AND cursor <> ?1",
            cursor,
            record.key,
            message.position.rawValue
        ) == 1
    }

    /// Moves the place from which a gap is filled, because the server has nothing between there and the gap's end.
    /// Throws `SQLiteError`.
    public func moveGap(before position: Position, in chat: ChatID, to cursor: PageCursor) throws {
        try connection.run(
            "UPDATE gap SET cursor = ? WHERE chat = (SELECT key FROM chat WHERE id = ?) AND position = ?",
            cursor.stored,
            chat.stored,
            position.rawValue
        )
    }

    /// Closes a gap, because the server said that the conversation starts after it. Throws `SQLiteError`.
    public func closeGap(before position: Position, in chat: ChatID) throws {
        try connection.run(
            "DELETE FROM gap WHERE chat = (SELECT key FROM chat WHERE id = ?) AND position = ?",
            chat.stored,
            position.rawValue
        )
    }

    /// Closes a gap, because the server's page ended with a message that is stored directly before it.
    ///
    /// Returns false if the message is not stored, or another one comes between. Throws `SQLiteError`.
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
