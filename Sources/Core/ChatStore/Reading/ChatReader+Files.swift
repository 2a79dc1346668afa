public import ChatTypes
import SQLiteKit

extension ChatReader {
    /// Returns the state of a message's file; nil if there is no such message, or it has no file. Throws
    /// `SQLiteError`. Cost: constant.
    public func file(of message: MessageID, in chat: ChatID) throws -> StoredFile? {
        try connection.first(
            """
            SELECT m.file, m.file_name, m.file_type, m.file_size, m.waits, m.failure, f.name, f.is_here, f.failure
            FROM message m LEFT JOIN file f ON f.chat = m.chat AND f.message = m.id
            WHERE m.chat = (SELECT key FROM chat WHERE id = ?) AND m.id = ? AND m.file_name IS NOT NULL
            """,
            chat.stored,
            message.stored
        ) { row -> StoredFile? in
            guard let attachment = row.attachment(AttachmentColumns(at: 0)) else { return nil }
            let isOutgoing = row.integer(4) == 2
            return StoredFile(
                attachment: attachment,
                name: row.optionalText(6),
                isComplete: row.flag(7),
                isOutgoing: isOutgoing,
                failure: row.optionalText(isOutgoing ? 5 : 8)
            )
        } ?? nil
    }

    /// Returns a chat's messages with pictures and files, or with pictures only, the newest first, at most `limit` after the first
    /// `offset`. Throws `SQLiteError`. Cost: linear in the files down to the end of the page, in the size of an index.
    public func sharedFiles(
        of chat: ChatID,
        picturesOnly: Bool = false,
        offset: Int = 0,
        limit: Int
    ) throws -> [ChatFile] {
        try connection.rows(
            """
            SELECT id, file, file_name, file_type, file_size FROM message INDEXED BY message_with_file
            WHERE chat = (SELECT key FROM chat WHERE id = ?) AND file_name IS NOT NULL
                AND (? = 0 OR file_type LIKE 'image/%') ORDER BY key DESC LIMIT ? OFFSET ?
            """,
            chat.stored,
            picturesOnly ? 1 : 0,
            max(0, limit),
            offset
        ) { row -> ChatFile? in
            row.attachment(AttachmentColumns(at: 1)).map { ChatFile(id: row.identifier(0), attachment: $0) }
        }.compactMap(\.self)
    }

    /// Returns the next file to download in a chat, the one requested first; nil if there is none. Throws
    /// `SQLiteError`. Cost: constant.
    public func nextDownload(in chat: ChatID) throws -> RequestedDownload? {
        try connection.first(
            """
            SELECT m.file, m.file_name, m.file_type, m.file_size, m.id, f.name
            FROM file f INDEXED BY file_to_fetch CROSS JOIN message m ON m.chat = f.chat AND m.id = f.message
            WHERE f.chat = (SELECT key FROM chat WHERE id = ?) AND f.is_here = 0 AND f.failure IS NULL
                AND m.file_name IS NOT NULL
            ORDER BY f.key LIMIT 1
            """,
            chat.stored
        ) { row -> RequestedDownload? in
            guard let attachment = row.attachment(AttachmentColumns(at: 0)) else { return nil }
            return RequestedDownload(message: row.identifier(4), chat: chat, attachment: attachment, name: row.text(5))
        } ?? nil
    }

    /// Returns the chats with requested downloads, by ID. Throws `SQLiteError`. Cost: linear in the requests.
    public func chatsWithDownloads() throws -> [ChatID] {
        try connection.rows(
            """
            SELECT DISTINCT c.id FROM file f INDEXED BY file_to_fetch CROSS JOIN chat c ON c.key = f.chat
            WHERE f.is_here = 0 AND f.failure IS NULL ORDER BY c.id
            """
        ) { $0.identifier(0) }
    }

    /// Returns the names of all files that belong into the folder beside the history. Throws `SQLiteError`. Cost:
    /// linear in their number.
    public func fileNames() throws -> [String] {
        try connection.rows("SELECT name FROM file") { $0.text(0) }
    }
}
