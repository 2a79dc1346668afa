extension ChatReader {
    /// Looks for the newest message and chat by the words that they begin with: a full-text index that is damaged does not
    /// always say so. Throws `SQLiteError`: corruption when they are not found. Cost: constant.
    func findNewest() throws {
        do {
            let message = try newest("SELECT key, text FROM message ORDER BY key DESC LIMIT 1")
            try find(message, "SELECT 1 FROM message_text WHERE message_text MATCH ? AND rowid = ?")
            let chat = try newest("SELECT key, name FROM chat ORDER BY key DESC LIMIT 1")
            try find(chat, "SELECT 1 FROM chat_name WHERE chat_name MATCH ? AND rowid = ?")
        } catch let error as SQLiteError where error.isContradiction {
            throw Schema.damage(error.message)
        }
    }

    /// A row's key and text.
    private func newest(_ query: StaticString) throws -> (key: Int64, text: String)? {
        try connection.first(query) { row in (row.integer(0), row.text(1, upTo: 100)) }
    }

    private func find(_ row: (key: Int64, text: String)?, _ query: StaticString) throws {
        guard let row else { return }
        // Only what begins with letters that are such to any tokenizer.
        let word = row.text.unicodeScalars.prefix {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
        }
        guard !word.isEmpty else { return }
        let isFound = try connection.first(query, SearchQuery(String(word)).prefixExpression, row.key) { _ in true }
        if isFound == nil { throw Schema.damage("the full-text index lacks what was written last") }
    }
}
