package import ChatTypes

/// The reactions to a message, in words that are safe to print.
package struct ReactionLine: Sendable {
    private let reactions: [MessageReaction]

    package init(_ reactions: [MessageReaction]) { self.reactions = reactions }

    /// The first texts, each with its count, the user's own in brackets, and the number of further texts; nil without reactions.
    package var counts: String? {
        if reactions.isEmpty { return nil }
        let first = reactions.prefix(Limits.reactionTexts).map { reaction in
            let text = "\(TerminalText.oneLine(reaction.text)) \(reaction.count)\(reactions.areCutOff ? "+" : "")"
            return reaction.isMine ? "[\(text)]" : text
        }
        let rest = reactions.count - first.count
        return (first + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: "  ")
    }

    /// Each text with the people who chose it.
    package var people: String {
        if reactions.isEmpty { return "Nobody has reacted to this message" }
        return reactions.map { "\(TerminalText.oneLine($0.text)) \(Self.people(of: $0))" }.joined(separator: "; ")
    }

    private static func people(of reaction: MessageReaction) -> String {
        var names = (reaction.isMine ? ["you"] : []) + reaction.names.map { TerminalText.name($0) }
        if reaction.count > names.count { names.append("\(reaction.count - names.count) more") }
        return names.joined(separator: ", ")
    }
}

extension HostEvent {
    /// A reaction as JSON has it.
    package struct Reaction: Encodable, Equatable, Sendable {
        package let text: String
        package let count: Int
        package let mine: Bool?
        package let names: [String]
        /// Whether there are more than the history stores; nil if all are counted.
        package let more: Bool?

        package static func list(_ reactions: [MessageReaction]) -> [Self] {
            reactions.map { Self($0, areCutOff: reactions.areCutOff) }
        }

        private init(_ reaction: MessageReaction, areCutOff: Bool) {
            (text, count, names) = (reaction.text, reaction.count, reaction.names)
            (mine, more) = (reaction.isMine ? true : nil, areCutOff ? true : nil)
        }
    }
}

extension [MessageReaction] {
    /// Whether a message has as many reactions as are stored, so that there may be more.
    fileprivate var areCutOff: Bool { reduce(0) { $0 + $1.count } >= Limits.reactions }
}
