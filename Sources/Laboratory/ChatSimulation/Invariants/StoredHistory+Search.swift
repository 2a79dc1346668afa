import ChatStore
import ChatTypes
import Synchronization

extension StoredHistory {
    /// Returns the names of the rows that a search must find: chats whose name has a word beginning with the search
    /// text, and messages whose text has one.
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

/// A cache of the words of searched texts. Splitting a text costs more than everything else in a search.
final class WordIndex: Sendable {
    private let words = Mutex<[String: Set<Substring>]>([:])

    /// Whether a word of the text begins with the given word.
    func has(_ word: String, in text: String) -> Bool {
        words.withLock { words in
            if let known = words[text] { return known.contains { $0.hasPrefix(word) } }
            let new = Set(Contact.words(of: text))
            words[text] = new
            return new.contains { $0.hasPrefix(word) }
        }
    }
}
