/// The text of a reaction: an emoji or a few letters.
public enum ReactionText {
    /// Returns a typed text without white space at its ends, if it can be a reaction. Throws a `TextError`.
    public static func accepting(_ typed: String) throws(TextError) -> String {
        let text = String(typed.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        if text.isEmpty { throw .empty }
        guard isUsable(text) else { throw .notReaction(limit: Limits.reactionBytes) }
        return uniform(text)
    }

    /// Returns a text in the one form that is stored, since clients send emoji with and without the sign for emoji style (U+FE0F).
    ///
    /// An emoji that is drawn in colour by itself has no sign behind it, any other one has it.
    package static func uniform(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        let scalars = text.unicodeScalars.filter { $0 != emojiStyle }
        var uniform = String.UnicodeScalarView()
        for (scalar, next) in zip(scalars, scalars.dropFirst().map(Optional.some) + [nil]) {
            uniform.append(scalar)
            let isPlain = scalar.properties.isEmoji && !scalar.properties.isEmojiPresentation
            let isEnclosed = next == "\u{20E3}"
            // A skin tone, or the sign for text style, says itself how it is drawn.
            let isDecided = next.map { $0.properties.isEmojiModifier || $0 == "\u{FE0E}" } ?? false
            if isPlain, !isDecided, !scalar.isASCII || isEnclosed { uniform.append(emojiStyle) }
        }
        return String(uniform)
    }

    /// The sign behind a character that is to be drawn as an emoji.
    package static let emojiStyle: Unicode.Scalar = "\u{FE0F}"

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
