import ChatTypes
import Foundation
import SQLiteKit

extension ChatWriter {
    /// Gives one's own waiting message what the server says of it; false when it is said of a message of the contact's,
    /// or when its place is taken.
    ///
    /// Row and index entry move to the key of the server's time. Why a change was refused stays, unless a newer one comes with it.
    func settle(_ known: KnownMessage, as message: Message, in record: inout EditedChat) throws -> Bool {
        guard message.author == .me, known.isMine, try !isTaken(message.position, in: record.key) else { return false }
        let key = try freeKey(for: message.id, at: message.sentAt, in: record, insteadOf: known.key)
        // Here or elsewhere: what was taken back stays so.
        let isRemoved = known.isRemoved || message.isRemoved
        try texts.remove(known.key)
        try connection.run(
            """
            UPDATE message SET key = ?1, waits = 0, place = ?2, time = ?3, removed = ?4,
                failure = CASE WHEN waits = 1 AND NOT ?4 AND edit >= ?5 THEN failure END,
                text = CASE WHEN ?4 THEN '' WHEN edit > ?5 THEN text ELSE ?6 END, images = CASE WHEN ?4 THEN 0 ELSE ?7 END,
                edit = CASE WHEN ?4 THEN 0 ELSE max(edit, ?5) END
            WHERE key = ?8
            """,
            key,
            message.position.rawValue,
            message.sentAt.milliseconds,
            isRemoved,
            message.editNumber,
            message.text,
            message.imageCount,
            known.key
        )
        if isRemoved {
            try clearAttachment(of: message.id, under: key, in: record.key)
            try forgetEdit(of: message.id, by: .me, in: record.key)
        } else {
            if let attachment = message.attachment { try setAttachment(attachment, of: key) }
            if known.editNumber == Self.unsentEdit { try settleEdit(of: message, under: key, in: record.key) }
        }
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

    /// Whether a message is held at a position.
    func isTaken(_ position: Position, in chat: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM message WHERE chat = ? AND waits = 0 AND place = ?",
            chat,
            position.rawValue
        ) { _ in true } ?? false
    }
}
