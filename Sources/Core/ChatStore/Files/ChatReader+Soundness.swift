import ChatTypes
import RuntimeKit
import SQLiteKit

extension ChatReader {
    /// Searches the newest message and chat by their first words, because a damaged full-text index does not always
    /// report an error. Throws `SQLiteError`: corruption if they are not found. Cost: constant.
    func findNewest() throws {
        do {
            let message = try newest("SELECT key, text FROM message ORDER BY key DESC LIMIT 1")
            try find(message, "SELECT 1 FROM message_text WHERE message_text MATCH ? AND rowid = ?")
            try find(
                message,
                "SELECT 1 FROM message_part WHERE message_part MATCH ? AND rowid = ?",
                length: WordTokenizer.partLength
            )
            // Without the index of its pages, FTS5 still finds words on the first page. Texts without words have no
            // pages.
            let isIndexed = try connection.first("SELECT 1 FROM message_text_idx LIMIT 1") { _ in true } ?? false
            let hasWord = message?.text.utf8.contains(where: \.isASCIILetterOrDigit) ?? false
            if hasWord, !isIndexed { throw Schema.damage("the full-text index lacks its pages") }
            let chat = try newest("SELECT key, name FROM chat ORDER BY key DESC LIMIT 1")
            try find(chat, "SELECT 1 FROM chat_name WHERE chat_name MATCH ? AND rowid = ?")
        } catch let error as SQLiteError where error.isInconsistency {
            throw Schema.damage(error.message)
        }
    }

    /// Compares the newest rows with the indexes that find them, because SQLite does not notice a wrong byte in an ID.
    /// Throws `SQLiteError`: corruption if they differ. Cost: constant.
    func checkNewestRows() throws {
        let areChatsDifferent = try connection.first(Self.differentChat) { _, _ in true }
        if areChatsDifferent != nil { throw Schema.damage("the indexes of the chats differ from the chats") }
        let areMessagesDifferent = try connection.first(
            """
            SELECT 1 FROM (SELECT key, chat, id, waits, place FROM message NOT INDEXED ORDER BY key DESC LIMIT 50) m
            WHERE m.key IS NOT (SELECT key FROM message INDEXED BY sqlite_autoindex_message_1
                    WHERE chat = m.chat AND id = m.id)
                OR m.key IS NOT (SELECT key FROM message INDEXED BY sqlite_autoindex_message_2
                    WHERE chat = m.chat AND waits = m.waits AND place = m.place)
            LIMIT 1
            """
        ) { _ in true }
        if areMessagesDifferent != nil { throw Schema.damage("the indexes of the messages differ from the messages") }
    }

    /// One of the newest chats that an index has otherwise.
    private static let differentChat = Query {
        $0.add("c.key")
    } _: { columns in
        """
        SELECT \(columns) FROM (SELECT key, id, favourite, activity, (\(SchemaText.hasNews)) AS has_news FROM chat NOT INDEXED
            ORDER BY key DESC LIMIT 50) c
        WHERE c.key IS NOT (SELECT key FROM chat INDEXED BY sqlite_autoindex_chat_1 WHERE id = c.id)
            OR NOT EXISTS (SELECT 1 FROM chat INDEXED BY chat_by_activity WHERE activity = c.activity AND id = c.id)
            OR c.has_news AND NOT EXISTS (SELECT 1 FROM chat INDEXED BY chat_with_news
                WHERE (\(SchemaText.hasNews)) AND favourite = c.favourite AND activity = c.activity AND id = c.id)
        LIMIT 1
        """
    }

    /// Checks that a chat that was not found by its ID is unknown to the table and to the list, too.
    ///
    /// Throws `SQLiteError`: corruption if one of them has it; then the next start repairs the history. Cost: linear in
    /// the number of chats.
    func checkAbsence(of chat: ChatID) throws {
        let isListed = try connection.first(
            """
            SELECT 1 FROM chat NOT INDEXED WHERE id = ?1
            UNION ALL SELECT 1 FROM chat INDEXED BY chat_by_activity WHERE id = ?1 LIMIT 1
            """,
            chat.stored
        ) { _ in true }
        guard isListed != nil else { return }
        connection.onCorruption?()
        throw Schema.damage("the index of the chats lacks a chat")
    }

    /// Returns a row's key and text.
    private func newest(_ query: StaticString) throws -> (key: Int64, text: String)? {
        try connection.first(query) { row in (row.integer(0), row.text(1, upTo: 100)) }
    }

    private func find(_ row: (key: Int64, text: String)?, _ query: StaticString, length: Int = 1) throws {
        guard let row, let word = row.text.firstWord, word.utf8.count >= length else { return }
        // Searches the word itself, not words that begin with it, whose messages would all be merged.
        let isFound = try connection.first(query, "\"\(word)\"", row.key) { _ in true }
        if isFound == nil { throw Schema.damage("the full-text index lacks what was written last") }
    }
}

extension String {
    /// The first word, if every tokenizer agrees on it; nil otherwise.
    fileprivate var firstWord: Substring? {
        let word = utf8.prefix(while: \.isASCIILetterOrDigit)
        // The word may continue if the text was cut, or goes on with a letter of another script.
        guard !word.isEmpty, let next = utf8[word.endIndex...].first, next < 0x80 else { return nil }
        return Substring(word)
    }
}

extension SQLiteConnection.Location {
    /// The suffix of the folder of files beside a history.
    static let filesSuffix = ".files"

    /// The folder of files of a history at this place.
    var files: any FileFolder {
        switch self {
        case .file(let path), .immutableFile(let path): DiskFolder(path + Self.filesSuffix)
        case .memory: MemoryFolder()
        }
    }
}
