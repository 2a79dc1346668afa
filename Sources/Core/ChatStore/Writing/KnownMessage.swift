import Foundation
import Transport

/// A message that is stored already, as far as it is asked what to do about the same one again.
struct KnownMessage {
    let key: Int64
    let author: Author
    /// Whether the server has not given it its place yet.
    let waits: Bool
    /// Whether it stands in the outbox, sent again or refused: not one that the server is known to have.
    let isInOutbox: Bool
    let isAnnounced: Bool
    let hasFailed: Bool
    let isRemoved: Bool
    /// The number of the edit that its text is of, or `ChatWriter.unsentEdit`.
    let editNumber: Int64
    /// Its position, or its number in the outbox.
    let place: Int64

    var isMine: Bool { author == .me }

    static func find(_ message: MessageID, in chat: Int64, _ connection: SQLiteConnection) throws -> KnownMessage? {
        try connection.first(
            """
            SELECT key, mine, waits, announced, failure IS NOT NULL, removed, edit, place, sender FROM message
            WHERE chat = ? AND id = ?
            """,
            chat,
            message.stored
        ) { row in
            KnownMessage(
                key: row.integer(0),
                author: row.author(mine: 1, sender: 8),
                waits: row.flag(2),
                isInOutbox: row.integer(2) == 2,
                isAnnounced: row.flag(3),
                hasFailed: row.flag(4),
                isRemoved: row.flag(5),
                editNumber: row.integer(6),
                place: row.integer(7)
            )
        }
    }
}

extension ChatWriter {
    /// Gives one's own waiting message what the server says of it; false when it is said of a message of the contact's,
    /// or when its place is taken.
    ///
    /// Row and index entry move to the key of the server's time.
    func settle(_ known: KnownMessage, as message: Message, in record: inout EditedChat) throws -> Bool {
        guard message.author == .me, known.isMine, try !isPlaceTaken(by: message, in: record.key) else { return false }
        let key = try freeKey(for: message.id, at: message.sentAt, in: record, insteadOf: known.key)
        try texts.remove(known.key)
        try connection.run(
            """
            UPDATE message SET key = ?, waits = 0, place = ?, time = ?, failure = NULL,
                text = CASE WHEN removed = 1 THEN '' WHEN edit > ? THEN text ELSE ? END, images = ?,
                edit = CASE WHEN removed = 1 THEN 0 ELSE max(edit, ?) END, removed = max(removed, ?)
            WHERE key = ?
            """,
            key,
            message.position.rawValue,
            message.sentAt.milliseconds,
            message.editNumber,
            message.text,
            message.imageCount,
            message.editNumber,
            message.isRemoved,
            known.key
        )
        if let attachment = message.attachment { try setAttachment(attachment, of: key) }
        if message.isRemoved { try clearAttachment(of: message.id, under: key, in: record.key) }
        if known.editNumber == Self.unsentEdit { try settleChange(of: message, under: key, in: record.key) }
        texts.add(key)
        record.hasSettled = true
        return true
    }

    /// A key for a message at a time, which may be the one that it has.
    ///
    /// Ids can be made so that all keys are taken that are tried; such a message is found first.
    func freeKey(
        for message: MessageID,
        at time: Date,
        in chat: EditedChat,
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

    private func isPlaceTaken(by message: Message, in chat: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM message WHERE chat = ? AND waits = 0 AND place = ?",
            chat,
            message.position.rawValue
        ) { _ in true } ?? false
    }
}
