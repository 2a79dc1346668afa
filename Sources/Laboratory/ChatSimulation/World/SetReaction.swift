import ChatTypes

/// A person's reaction that is set.
struct SetReaction: Hashable, Comparable, Sendable {
    let message: MessageID
    let author: Author
    let text: String

    static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.message, lhs.author, lhs.text) < (rhs.message, rhs.author, rhs.text)
    }

    /// Returns the reactions to the undeleted messages of a chat that are left after everything in a log.
    static func all(in log: [Annotation], of messages: [Message]) -> Set<SetReaction> {
        let there = Set(messages.filter { !$0.isDeleted }.map(\.id))
        var all: Set<SetReaction> = []
        for annotation in log where there.contains(annotation.message) {
            guard case .reaction(let text, let isSet) = annotation.kind else { continue }
            let reaction = SetReaction(
                message: annotation.message,
                author: annotation.author,
                text: ReactionText.uniform(text)
            )
            if isSet { all.insert(reaction) } else { all.remove(reaction) }
        }
        return all
    }
}
