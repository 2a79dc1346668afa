public import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Says that the file of a message which waits to be sent lies whole in the folder beside the history, and what its digest
    /// is. Throws `SQLiteError`.
    public func keepCopy(_ name: String, digest: String, of message: MessageID, in chat: ChatID) throws {
        guard let record = try EditedChat.find(chat, in: connection) else { return }
        try connection.run(
            "INSERT INTO file(chat, message, name, digest, is_here) VALUES (?, ?, ?, ?, 1)",
            record.key,
            message.stored,
            name,
            digest
        )
    }

    /// Says where on the server the file of a waiting message is; with an empty id, that it is to be brought there again. False
    /// when the message does not wait any more. Throws `SQLiteError`.
    public func setFile(_ file: FileID, of message: MessageID, in chat: ChatID) throws -> Bool {
        try connection.run(
            """
            UPDATE message SET file = ? WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ? AND waits = 2
                AND file_name IS NOT NULL
            """,
            file.stored,
            chat.stored,
            message.stored
        ) == 1
    }

    /// Remembers that a message's file is wanted, under that name in the folder beside the history. Asked for again, it is
    /// the same wish, unless it has failed, or is missing though it was here. False when nothing changes: it is here or wanted, or
    /// there is nothing to be fetched. Throws `SQLiteError`.
    public func wantFile(
        of message: MessageID,
        in chat: ChatID,
        as name: String,
        isMissing: Bool = false
    ) throws -> Bool {
        guard let record = try EditedChat.find(chat, in: connection) else { return false }
        let hasFailed = try connection.first(
            "SELECT failure IS NOT NULL FROM file WHERE chat = ? AND message = ?",
            record.key,
            message.stored
        ) { $0.flag(0) }
        // The new wish stands behind all others: it takes nothing from the one that is being fetched.
        if hasFailed == true || isMissing { try forgetFile(of: message, in: record.key) }
        return try connection.run(
            """
            INSERT OR IGNORE INTO file(chat, message, name, is_here)
            SELECT chat, id, ?3, 0 FROM message WHERE chat = ?1 AND id = ?2 AND waits < 2 AND file_name IS NOT NULL
            """,
            record.key,
            message.stored,
            name
        ) == 1
    }

    /// Says that a file which was wanted is here, whole. False when it is wanted no longer. Throws `SQLiteError`.
    public func settleFile(_ file: WantedFile) throws -> Bool {
        try connection.run(
            """
            UPDATE file SET is_here = 1 WHERE chat = (SELECT key FROM chat WHERE id = ?) AND message = ? AND name = ?
                AND is_here = 0 AND failure IS NULL
            """,
            file.chat.stored,
            file.message.stored,
            file.name
        ) == 1
    }

    /// Keeps why a file that was wanted is not fetched; what came of it is dropped. Throws `SQLiteError`.
    public func failFile(_ file: WantedFile, reason: String) throws {
        let changes = try connection.run(
            """
            UPDATE file SET failure = ? WHERE chat = (SELECT key FROM chat WHERE id = ?) AND message = ? AND name = ?
                AND is_here = 0
            """,
            reason,
            file.chat.stored,
            file.message.stored,
            file.name
        )
        if changes == 1 { dropped.add(file.name) }
    }

    /// Forgets that a file is wanted, and what came of it. False when it is not wanted, or here already. Throws `SQLiteError`.
    public func cancelFile(of message: MessageID, in chat: ChatID) throws -> Bool {
        guard let record = try EditedChat.find(chat, in: connection) else { return false }
        let isHere = try connection.first(
            "SELECT is_here FROM file WHERE chat = ? AND message = ?",
            record.key,
            message.stored
        ) { $0.flag(0) }
        if isHere == false { try forgetFile(of: message, in: record.key) }
        return isHere == false
    }

    /// Forgets all of a message's file: it was taken back, or is not wanted.
    func forgetFile(of message: MessageID, in chat: Int64) throws {
        let name = try connection.first(
            "SELECT name FROM file WHERE chat = ? AND message = ?",
            chat,
            message.stored
        ) { $0.text(0) }
        guard let name else { return }
        try connection.run("DELETE FROM file WHERE chat = ? AND message = ?", chat, message.stored)
        dropped.add(name)
    }

    /// What the server says that a message of ours carries.
    func setAttachment(_ attachment: AttachedFile, of key: Int64) throws {
        try connection.run(
            "UPDATE message SET file = ?, file_name = ?, file_type = ?, file_size = ? WHERE key = ? AND removed = 0",
            attachment.id.stored,
            attachment.name,
            attachment.type,
            attachment.byteCount,
            key
        )
    }

    /// A message that was taken back carries nothing.
    func clearAttachment(of message: MessageID, under key: Int64, in chat: Int64) throws {
        try connection.run(
            "UPDATE message SET file = NULL, file_name = NULL, file_type = NULL, file_size = NULL WHERE key = ?",
            key
        )
        try forgetFile(of: message, in: chat)
    }
}

/// The files in the folder beside the history that nothing names any more once a transaction is committed.
final class DroppedFiles {
    private(set) var names: [String] = []

    func add(_ name: String) { names.append(name) }
}
