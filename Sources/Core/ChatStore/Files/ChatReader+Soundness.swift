import ChatTypes
import SQLiteKit

extension ChatReader {
    /// Looks for the newest message and chat by the words that they begin with: a full-text index that is damaged does not
    /// always say so. Throws `SQLiteError`: corruption when they are not found. Cost: constant.
    func findNewest() throws {
        do {
            let message = try newest("SELECT key, text FROM message ORDER BY key DESC LIMIT 1")
            try find(message, "SELECT 1 FROM message_text WHERE message_text MATCH ? AND rowid = ?")
            // Without its pages' index, words on the first page are still found. Of texts without words there are no pages.
            let isIndexed = try connection.first("SELECT 1 FROM message_text_idx LIMIT 1") { _ in true } ?? false
            let hasWord = message?.text.utf8.contains(where: \.isASCIILetterOrDigit) ?? false
            if hasWord, !isIndexed { throw Schema.damage("the full-text index lacks its pages") }
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
        guard let row, let word = row.text.firstWord else { return }
        // The word itself, not what begins with it: for that, the messages of all such words would be merged.
        let isFound = try connection.first(query, "\"\(word)\"", row.key) { _ in true }
        if isFound == nil { throw Schema.damage("the full-text index lacks what was written last") }
    }
}

extension String {
    /// The word that it begins with, where any tokenizer takes it for one; nil elsewhere.
    fileprivate var firstWord: Substring? {
        let word = utf8.prefix(while: \.isASCIILetterOrDigit)
        // Of a text that was cut, or goes on with another script's letter, the word may be longer.
        guard !word.isEmpty, let next = utf8[word.endIndex...].first, next < 0x80 else { return nil }
        return Substring(word)
    }
}
