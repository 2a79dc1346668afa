/// The text of a reaction: an emoji or a few letters.
public enum ReactionText {
    /// Returns a typed text without white space at its ends, if it can be a reaction. Throws a `TextError`.
    public static func accepting(_ typed: String) throws(TextError) -> String {
        let text = String(typed.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        if text.isEmpty { throw .empty }
        guard isUsable(text) else { throw .notReaction(limit: Limits.reactionBytes) }
        return text
    }

    /// Whether a text can be a reaction: at most `Limits.reactionBytes`, with something to see, and without line breaks, other
    /// control characters and marks that change the direction of text.
    package static func isUsable(_ text: String) -> Bool {
        guard (1...Limits.reactionBytes).contains(text.utf8.count) else { return false }
        return !text.allSatisfy(\.isWhitespace) && !text.unicodeScalars.contains(where: isRefused)
    }

    private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: true
        // Emoji need joiners and tags, which are format characters as well.
        case .format: [0x061C, 0x200E, 0x200F].contains(scalar.value) || isDirection(scalar.value)
        default: false
        }
    }

    private static func isDirection(_ value: UInt32) -> Bool {
        (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
    }
}

/// The reactions to a message with one text.
public struct MessageReaction: Hashable, Sendable {
    /// The emoji, or the text.
    public let text: String
    /// The number of people, including the user.
    public let count: Int
    /// Whether the user is one of them.
    public let isMine: Bool
    /// The names of others, in the order in which they reacted, at most `Limits.reactionNames`.
    public let names: [String]

    public init(text: String, count: Int, isMine: Bool = false, names: [String] = []) {
        (self.text, self.count, self.isMine, self.names) = (text, count, isMine, names)
    }
}
