import ChatStore
import Transport

extension StoredHistory {
    /// The rows that a search must find, by the names that rows have: chats whose contact has a word that begins like that,
    /// and messages that have one.
    func rows(matching word: String) -> Set<String> {
        var rows: Set<String> = []
        for chat in chats {
            let id = chat.record.id
            if Contact(id: ContactID(""), name: chat.record.name).matches(word) { rows.insert(id.rawValue) }
            for message in chat.messages where Contact(id: ContactID(""), name: message.text).matches(word) {
                rows.insert("\(id)/\(message.id)")
            }
        }
        return rows
    }
}
