public import ChatTypes
public import Foundation
import SQLiteKit

extension ChatWriter {
    /// Queues a message after all that wait in its chat.
    ///
    /// The ID of its file is empty before the upload. `time` is the client's, until the server's arrives. Returns
    /// false if there is no such chat, or the ID is taken. Throws `SQLiteError`. Cost: constant, however many
    /// messages wait.
    public func enqueue(_ message: OutgoingMessage, at time: Date) throws -> Bool {
        guard let chat = try ChatRow.find(message.chat, in: connection),
            try MessageRow.find(message.id, in: chat.key, connection) == nil
        else { return false }
        let key = try freeKey(for: message.id, at: time, in: chat)
        try connection.run(
            """
            INSERT INTO message(key, chat, id, mine, text, images, time, waits, place, announced, answers, spans, thread, poll)
            VALUES (?, ?, ?, 1, ?, ?, ?, 2, ?, 1, ?, ?, ?, ?)
            """,
            key,
            chat.key,
            message.id.stored,
            message.text,
            message.attachment?.isPicture == true,
            time.milliseconds,
            try nextOutboxNumber(in: chat.key),
            message.repliesTo?.stored,
            message.spans.stored,
            message.thread?.stored,
            message.poll?.stored
        )
        if let root = message.thread { try ensureThread(root, in: chat.key) }
        if let attachment = message.attachment { try setAttachment(attachment, of: key) }
        texts.add(key)
        try ChatRow.renewActivity(of: chat.key, in: connection)
        return true
    }

    /// Marks a waiting message as refused. It no longer delays those after it, and no longer moves its chat up.
    /// Throws `SQLiteError`.
    public func markFailed(_ message: MessageID, in chat: ChatID, reason: String) throws {
        guard let record = try ChatRow.find(chat, in: connection) else { return }
        try connection.run(
            "UPDATE message SET failure = ? WHERE chat = ? AND id = ? AND waits = 2",
            reason,
            record.key,
            message.stored
        )
        try ChatRow.renewActivity(of: record.key, in: connection)
    }

    /// Marks a waiting message as accepted. It counts as sent, and stays after all others until its position arrives.
    /// Throws `SQLiteError`.
    public func markAccepted(_ message: MessageID, in chat: ChatID) throws {
        guard let record = try ChatRow.find(chat, in: connection) else { return }
        try connection.run(
            "UPDATE message SET waits = 1, failure = NULL WHERE chat = ? AND id = ? AND waits = 2",
            record.key,
            message.stored
        )
        // It is unknown with which text the server has it.
        try connection.run(
            """
            UPDATE annotation SET place = ?
            WHERE chat = ? AND message = ? AND mine = 1 AND id IS NOT NULL AND place IS NULL
            """,
            try nextOutboxNumber(in: record.key),
            record.key,
            message.stored
        )
    }

    /// Returns the next number in the order that messages and annotations share.
    func nextOutboxNumber(in chat: Int64) throws -> Int64 {
        try connection.first(
            """
            SELECT 1 + max(coalesce((SELECT max(place) FROM message WHERE chat = ?1 AND waits = 1), 0),
                coalesce((SELECT max(place) FROM message WHERE chat = ?1 AND waits = 2), 0),
                coalesce((SELECT max(place) FROM annotation WHERE chat = ?1 AND place IS NOT NULL), 0))
            """,
            chat
        ) { $0.integer(0) } ?? 1
    }

    /// Queues a failed message again, under its own ID and after all that wait. Returns false if it has not failed.
    /// Throws `SQLiteError`.
    public func requeue(_ message: MessageID, in chat: ChatID, at time: Date) throws -> Bool {
        guard let record = try ChatRow.find(chat, in: connection),
            let known = try MessageRow.find(message, in: record.key, connection), known.isInOutbox,
            known.hasFailed
        else { return false }
        let key = try freeKey(for: message, at: time, in: record, insteadOf: known.key)
        try texts.remove(known.key)
        try connection.run(
            """
            UPDATE message SET key = ?, failure = NULL, time = ?, place = ? WHERE key = ?
            """,
            key,
            time.milliseconds,
            try nextOutboxNumber(in: record.key),
            known.key
        )
        texts.add(key)
        try ChatRow.renewActivity(of: record.key, in: connection)
        return true
    }
}

extension Message {
    /// Whether it may replace the user's own content: it can be read, and comes without a doubt, as what this device has sent does.
    var provesContent: Bool { !isUnreadable && senderWarning == nil }
}

extension ChatWriter {
    /// Gives the user's waiting message its position and the server's content. Returns false for a message of another
    /// author, or if the position is taken.
    ///
    /// Leaves the user's own content as it is if the server's cannot be read, or nothing proves who wrote it.
    ///
    /// Moves row and index entry to the key of the server's time. Keeps the reason for a refused edit, unless a newer
    /// edit comes with it.
    func confirm(_ known: MessageRow, as message: Message, in record: inout ChatRow) throws -> Bool {
        guard message.author == .me, known.isMine, try !isTaken(message.position, in: record.key) else { return false }
        let key = try freeKey(for: message.id, at: message.sentAt, in: record, insteadOf: known.key)
        // A message that was deleted here or elsewhere stays deleted.
        let isDeleted = known.isDeleted || message.isDeleted
        try texts.remove(known.key)
        try connection.run(
            """
            UPDATE message SET key = ?1, waits = 0, place = ?2, time = ?3, removed = ?4,
                failure = CASE WHEN waits = 1 AND NOT ?4 AND edit >= ?5 THEN failure END,
                text = CASE WHEN ?4 THEN '' WHEN edit > ?5 OR ?12 THEN text ELSE ?6 END,
                spans = CASE WHEN ?4 THEN NULL WHEN edit > ?5 OR ?12 THEN spans ELSE ?10 END,
                images = CASE WHEN ?4 THEN 0 WHEN ?12 THEN images ELSE ?7 END,
                edit = CASE WHEN ?4 THEN 0 WHEN ?12 THEN edit ELSE max(edit, ?5) END,
                answers = CASE WHEN ?4 THEN NULL WHEN ?12 THEN answers ELSE ?9 END, warning = iif(?4, NULL, ?11), thread = ?13,
                poll = CASE WHEN ?4 THEN NULL WHEN ?12 THEN poll ELSE ?14 END
            WHERE key = ?8
            """,
            key,
            message.position.rawValue,
            message.sentAt.milliseconds,
            isDeleted,
            message.editNumber,
            message.text,
            message.imageCount,
            known.key,
            message.repliesTo?.stored,
            message.spans.stored,
            message.senderWarning?.rawValue,
            !message.provesContent,
            message.thread?.stored,
            message.poll?.stored
        )
        if isDeleted {
            try clearAttachment(of: message.id, under: key, in: record.key)
            try forgetEdit(of: message.id, by: .me, in: record.key)
            try forgetReactionsAndVotes(of: message.id, in: record.key)
        } else {
            if let attachment = message.attachment, message.provesContent { try setAttachment(attachment, of: key) }
            if known.editNumber == Self.unsentEdit { try confirmEdit(of: message, under: key, in: record.key) }
        }
        texts.add(key)
        record.hasStaleActivity = true
        return true
    }

    /// Returns a free key for a message at a time, which may be its present one.
    ///
    /// Crafted IDs may take all keys that are tried; such a message still finds a key, after all others.
    func freeKey(
        for message: MessageID,
        at time: Date,
        in chat: ChatRow,
        insteadOf own: Int64? = nil
    ) throws -> Int64 {
        for attempt in 0..<MessageKey.attempts {
            let key = MessageKey.of(message, in: chat.id, at: time.milliseconds, attempt: attempt)
            if key == own { return key }
            let isTaken = try connection.first("SELECT 1 FROM message WHERE key = ?", key) { _ in true }
            if isTaken == nil { return key }
        }
        return (try connection.first("SELECT max(key) FROM message") { $0.integer(0) } ?? 0) &+ 1
    }

    /// Whether a message is stored at a position.
    func isTaken(_ position: Position, in chat: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM message WHERE chat = ? AND waits = 0 AND place = ?",
            chat,
            position.rawValue
        ) { _ in true } ?? false
    }
}
