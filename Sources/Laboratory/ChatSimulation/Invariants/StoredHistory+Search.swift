import ChatStore
import Synchronization
import Transport

extension StoredHistory {
    /// The rows that a search must find, by the names that rows have: chats whose contact has a word that begins like that,
    /// and messages that have one.
    func rows(matching word: String, by index: WordIndex) -> Set<String> {
        var rows: Set<String> = []
        for chat in chats {
            let id = chat.record.id
            if index.has(word, in: chat.record.name) { rows.insert(id.rawValue) }
            for message in chat.messages where index.has(word, in: message.text) {
                rows.insert("\(id)/\(message.id)")
            }
        }
        return rows
    }
}

/// The words of the texts that were searched, worked out once for each: splitting a text costs more than all else in a search.
final class WordIndex: Sendable {
    private let words = Mutex<[String: Set<Substring>]>([:])

    /// Whether a word of the text begins like that.
    func has(_ word: String, in text: String) -> Bool {
        words.withLock { words in
            if let known = words[text] { return known.contains { $0.hasPrefix(word) } }
            let new = Set(Contact.words(of: text))
            words[text] = new
            return new.contains { $0.hasPrefix(word) }
        }
    }
}
