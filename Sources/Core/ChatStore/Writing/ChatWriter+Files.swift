public import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Records that the copy of a waiting message's file is complete in the folder beside the history, and its
    /// digest. Throws `SQLiteError`.
    public func recordCopy(_ name: String, digest: String, of message: MessageID, in chat: ChatID) throws {
        guard let record = try ChatRow.find(chat, in: connection) else { return }
        try connection.run(
            "INSERT INTO file(chat, message, name, digest, is_here) VALUES (?, ?, ?, ?, 1)",
            record.key,
            message.stored,
            name,
            digest
        )
    }

    /// Records the server's ID of a waiting message's file; an empty one requests another upload. Returns false if
    /// the message no longer waits. Throws `SQLiteError`.
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

    /// Requests the download of a message's file, under that name in the folder beside the history.
    ///
    /// Repeating a request changes nothing, unless it has failed, or the file was here and is missing. Returns false
    /// if nothing changes: the file is here or requested, or the message has none. Throws `SQLiteError`.
    public func requestDownload(
        of message: MessageID,
        in chat: ChatID,
        as name: String,
        isMissing: Bool = false
    ) throws -> Bool {
        guard let record = try ChatRow.find(chat, in: connection) else { return false }
        let hasFailed = try connection.first(
            "SELECT failure IS NOT NULL FROM file WHERE chat = ? AND message = ?",
            record.key,
            message.stored
        ) { $0.flag(0) }
        // The new request comes after all others, so it does not interrupt a running download.
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

    /// Records that a requested file is complete. Returns false if it is no longer requested. Throws `SQLiteError`.
    public func endDownload(_ file: RequestedDownload) throws -> Bool {
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

    /// Records the reason why a download failed, and drops the partial file. Throws `SQLiteError`.
    public func failFile(_ file: RequestedDownload, reason: String) throws {
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

    /// Cancels a requested download, and drops the partial file. Returns false if the file is not requested, or
    /// complete. Throws `SQLiteError`.
    public func cancelDownload(of message: MessageID, in chat: ChatID) throws -> Bool {
        guard let record = try ChatRow.find(chat, in: connection) else { return false }
        let isComplete = try connection.first(
            "SELECT is_here FROM file WHERE chat = ? AND message = ?",
            record.key,
            message.stored
        ) { $0.flag(0) }
        if isComplete == false { try forgetFile(of: message, in: record.key) }
        return isComplete == false
    }

    /// Forgets a message's file, because the message was deleted or the file is no longer requested.
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

    /// Stores the server's description of the file of one of the user's messages.
    func setAttachment(_ attachment: AttachedFile, of key: Int64) throws {
        try connection.run(
            """
            UPDATE message SET file = ?, file_name = ?, file_type = ?, file_size = ?, file_pixels = ?
            WHERE key = ? AND removed = 0
            """,
            attachment.id.stored,
            attachment.name,
            attachment.type,
            attachment.byteCount,
            attachment.pixels?.stored,
            key
        )
    }

    /// Removes the file of a deleted message.
    func clearAttachment(of message: MessageID, under key: Int64, in chat: Int64) throws {
        try connection.run(
            """
            UPDATE message SET file = NULL, file_name = NULL, file_type = NULL, file_size = NULL, file_pixels = NULL
            WHERE key = ?
            """,
            key
        )
        try forgetFile(of: message, in: chat)
    }
}

/// The files that nothing names once a transaction is committed.
final class DroppedFiles {
    private(set) var names: [String] = []

    func add(_ name: String) { names.append(name) }
}
