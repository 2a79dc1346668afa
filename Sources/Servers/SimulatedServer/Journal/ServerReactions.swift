import ChatTypes

/// The reactions in a chat: the newest state of each, and the places of all in the chat's annotations.
struct ServerReactions {
    private struct Key: Hashable {
        let author: Author
        let message: MessageID
        /// Compared by bytes.
        let text: [UInt8]
    }

    private var newest: [Key: Annotation] = [:]
    private var places: [MessageID: [Int]] = [:]
    private var highest: [MessageID: Int64] = [:]

    /// The newest annotation that set or removed a reaction; nil if there was none.
    subscript(text: String, to message: MessageID, by author: Author) -> Annotation? {
        newest[Key(author: author, message: message, text: Array(text.utf8))]
    }

    /// The highest number of a reaction to a message; 0 without any.
    func highestNumber(to message: MessageID) -> Int64 { highest[message] ?? 0 }

    /// The places of the annotations that set or removed reactions to a message, in ascending order.
    func indices(to message: MessageID) -> [Int] { places[message] ?? [] }

    /// Applies a reaction, and forgets those to a deleted message. Edits change nothing.
    mutating func apply(_ annotation: Annotation, at place: Int) {
        switch annotation.kind {
        case .edit: break
        case .deletion: places[annotation.message] = nil
        case .reaction(let text, _):
            newest[Key(author: annotation.author, message: annotation.message, text: Array(text.utf8))] = annotation
            places[annotation.message, default: []].append(place)
            highest[annotation.message] = max(highestNumber(to: annotation.message), annotation.number)
        }
    }
}
