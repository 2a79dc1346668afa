public import ChatTypes
public import Foundation
import SQLiteKit

extension ChatWriter {
    /// Puts a message behind all that wait in its chat.
    ///
    /// What it carries may be still to be brought to the server: then its id is empty. `time` is the client's, until the server's
    /// comes. Returns false when there is no such chat, or when the id is
    /// taken. Throws `SQLiteError`. Cost: constant, however many wait.
    public func enqueue(_ message: OutgoingMessage, at time: Date) throws -> Bool {
        guard let chat = try EditedChat.find(message.chat, in: connection),
            try KnownMessage.find(message.id, in: chat.key, connection) == nil
        else { return false }
        let key = try freeKey(for: message.id, at: time, in: chat)
        try connection.run(
            """
            INSERT INTO message(key, chat, id, mine, text, images, time, waits, place, announced)
            VALUES (?, ?, ?, 1, ?, ?, ?, 2, ?, 1)
            """,
            key,
            chat.key,
            message.id.stored,
            message.text,
            message.attachment?.isPicture == true,
            time.milliseconds,
            try nextOutboxNumber(in: chat.key)
        )
        if let attachment = message.attachment { try setAttachment(attachment, of: key) }
        texts.add(key)
        try EditedChat.renewActivity(of: chat.key, in: connection)
        return true
    }

    /// Marks a waiting message as refused; those behind it are no longer held up, and it no longer lifts its chat. Throws
    /// `SQLiteError`.
    public func markFailed(_ message: MessageID, in chat: ChatID, reason: String) throws {
        guard let record = try EditedChat.find(chat, in: connection) else { return }
        try connection.run(
            "UPDATE message SET failure = ? WHERE chat = ? AND id = ? AND waits = 2",
            reason,
            record.key,
            message.stored
        )
        try EditedChat.renewActivity(of: record.key, in: connection)
    }

    /// Marks a waiting message as one that the server has: it counts as sent, and keeps its place behind all others until it
    /// comes with its position. Throws `SQLiteError`.
    public func markAccepted(_ message: MessageID, in chat: ChatID) throws {
        guard let record = try EditedChat.find(chat, in: connection) else { return }
        try connection.run(
            "UPDATE message SET waits = 1, failure = NULL WHERE chat = ? AND id = ? AND waits = 2",
            record.key,
            message.stored
        )
        // With which text the server has it is not known.
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

    /// Messages and annotations wait in one order.
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

    /// Sends a failed message once more, under its own id, behind all that wait. False when it has not failed. Throws
    /// `SQLiteError`.
    public func requeue(_ message: MessageID, in chat: ChatID, at time: Date) throws -> Bool {
        guard let record = try EditedChat.find(chat, in: connection),
            let known = try KnownMessage.find(message, in: record.key, connection), known.isInOutbox,
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
        try EditedChat.renewActivity(of: record.key, in: connection)
        return true
    }
}
