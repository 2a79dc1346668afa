import ChatTypes

/// The reactions and votes in a chat: the newest state of each, and the places of all in the chat's annotations; and the ends of polls.
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
    /// The ends of polls.
    private(set) var ends: [MessageID: Annotation] = [:]

    /// The newest annotation that set or removed a reaction; nil if there was none.
    subscript(text: String, to message: MessageID, by author: Author) -> Annotation? {
        newest[Key(author: author, message: message, text: Array(text.utf8))]
    }

    /// An author's newest vote in a poll; nil without one.
    func vote(in message: MessageID, by author: Author) -> Annotation? { self["", to: message, by: author] }

    /// The highest number of a reaction to a message or a vote in it; 0 without any.
    func highestNumber(to message: MessageID) -> Int64 { highest[message] ?? 0 }

    /// The places of the annotations that set or removed reactions to a message, voted in it or ended it, in ascending order.
    func indices(to message: MessageID) -> [Int] { places[message] ?? [] }

    /// Applies a reaction, a vote or the end of a poll, and forgets those to a deleted message. Edits change nothing.
    mutating func apply(_ annotation: Annotation, at place: Int) {
        switch annotation.kind {
        case .edit: break
        case .deletion: places[annotation.message] = nil
        case .reaction(let text, _): apply(annotation, under: text, at: place)
        // No reaction has an empty text.
        case .vote: apply(annotation, under: "", at: place)
        case .pollEnd:
            ends[annotation.message] = annotation
            places[annotation.message, default: []].append(place)
        }
    }

    private mutating func apply(_ annotation: Annotation, under text: String, at place: Int) {
        newest[Key(author: annotation.author, message: annotation.message, text: Array(text.utf8))] = annotation
        places[annotation.message, default: []].append(place)
        highest[annotation.message] = max(highestNumber(to: annotation.message), annotation.number)
    }
}
