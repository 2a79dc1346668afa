public import Transport

/// What a chat's news changed in the history.
public struct AppliedUpdate: Hashable, Sendable {
    /// Whether anything is different from before.
    public var isChange = false
    /// Whether the server said that something unknown stands before one of the messages.
    public var opensGap = false
    /// The contact's unread messages that nobody had announced yet, and that count as announced from now on.
    public var announced: [Message] = []
}

extension ChatWriter {
    /// Takes in news of a chat, from whichever source and however often it comes.
    ///
    /// A message whose id is known changes nothing, unless it is one's own that was still on its way: that one gets
    /// its position and the server's time. A message that contradicts what is known (another author under the same id,
    /// another id at the same position, a predecessor that does not precede) is left out.
    ///
    /// With `announcing`, the contact's messages count as announced: they will never be returned as such again. Throws
    /// `SQLiteError`. Cost: independent of the number of chats and of the length of their histories.
    public func apply(_ update: ChatUpdate, announcing: Bool) throws -> AppliedUpdate {
        let old = try record(for: update.chat)
        var (record, applied) = (old, AppliedUpdate(isChange: old.isFresh))
        for message in update.messages {
            try take(message, announcing: announcing, into: &record, &applied)
        }
        for receipt in update.receipts {
            try take(receipt, into: &record, &applied)
        }
        // A receipt may come with its message, or before it: what is read already is no news.
        if let marker = record.myMarker { applied.announced.removeAll { $0.position.rawValue <= marker } }
        if applied.isChange { try record.save(replacing: old, in: connection) }
        return applied
    }

    private func take(
        _ message: Message,
        announcing: Bool,
        into record: inout ChatRecord,
        _ applied: inout AppliedUpdate
    ) throws {
        if let predecessor = message.predecessor, predecessor.position >= message.position { return }
        let isNew = try insert(message, announced: announcing, in: record.key)
        guard try isNew || settle(message, in: record.key) else {
            if announcing { try announce(message, in: record, &applied) }
            if try renewGap(before: message, in: record.key) { applied.opensGap = true }
            return
        }
        applied.isChange = true
        let position = message.position.rawValue
        if record.top.map({ $0 < position }) ?? true {
            record.top = position
            record.activity = message.sentAt.milliseconds
        } else if !isNew {
            record.activity = try activity(atTopOf: record)
        }
        if message.author == .contact, record.myMarker.map({ $0 < position }) ?? true {
            record.unread += 1
            if announcing { applied.announced.append(message) }
        }
        if try noteGap(before: message, in: record.key) { applied.opensGap = true }
        try takeAwaitedReceipts(for: message, into: &record, &applied)
    }

    private func insert(_ message: Message, announced: Bool, in chat: Int64) throws -> Bool {
        let changes = try connection.run(
            """
            INSERT OR IGNORE INTO message(chat, id, mine, text, images, time, position, announced)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            chat,
            message.id.rawValue,
            message.author == .me,
            message.text,
            message.imageCount,
            message.sentAt.milliseconds,
            message.position.rawValue,
            announced
        )
        guard changes == 1 else { return false }
        try connection.run(
            "INSERT INTO message_text(rowid, text) VALUES (?, ?)",
            connection.lastInsertedKey,
            message.text
        )
        return true
    }

    /// Gives one's own waiting message what the server says of it; false when no such message waits.
    private func settle(_ message: Message, in chat: Int64) throws -> Bool {
        guard message.author == .me else { return false }
        let waiting = try connection.first(
            "SELECT key, text FROM message WHERE chat = ? AND id = ? AND mine = 1 AND position IS NULL",
            chat,
            message.id.rawValue
        ) { row in (key: row.integer(0), text: row.text(1)) }
        guard let waiting else { return false }
        let changes = try connection.run(
            """
            UPDATE OR IGNORE message
            SET position = ?, time = ?, text = ?, images = ?, queued = NULL, failure = NULL WHERE key = ?
            """,
            message.position.rawValue,
            message.sentAt.milliseconds,
            message.text,
            message.imageCount,
            waiting.key
        )
        if changes == 1, waiting.text != message.text {
            try connection.run(
                "INSERT INTO message_text(message_text, rowid, text) VALUES ('delete', ?, ?)",
                waiting.key,
                waiting.text
            )
            try connection.run("INSERT INTO message_text(rowid, text) VALUES (?, ?)", waiting.key, message.text)
        }
        return changes == 1
    }

    /// Marks a message that was stored before as announced, if nobody has.
    private func announce(_ message: Message, in record: ChatRecord, _ applied: inout AppliedUpdate) throws {
        guard message.author == .contact else { return }
        let changes = try connection.run(
            "UPDATE message SET announced = 1 WHERE chat = ? AND id = ? AND mine = 0 AND announced = 0",
            record.key,
            message.id.rawValue
        )
        let isUnread = record.myMarker.map { $0 < message.position.rawValue } ?? true
        if changes == 1, isUnread { applied.announced.append(message) }
    }

    private func activity(atTopOf record: ChatRecord) throws -> Int64 {
        try connection.first(
            "SELECT time FROM message WHERE chat = ? AND position = ?",
            record.key,
            record.top
        ) { $0.integer(0) } ?? record.activity
    }
}
