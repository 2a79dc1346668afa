public import ChatTypes

/// The emoji that can be typed by a name between colons, such as `:+1:`, in the order in which hosts offer them.
public let reactionNames: [(name: String, emoji: String)] = [
    ("+1", "👍"), ("-1", "👎"), ("heart", "❤️"), ("joy", "😂"), ("tada", "🎉"), ("open_mouth", "😮"), ("cry", "😢"),
    ("pray", "🙏"), ("eyes", "👀"), ("fire", "🔥"), ("100", "💯"), ("clap", "👏"), ("ok_hand", "👌"), ("wave", "👋"),
    ("raised_hands", "🙌"), ("muscle", "💪"), ("point_up", "☝️"), ("v", "✌️"), ("handshake", "🤝"), ("smile", "😄"),
    ("slightly_smiling_face", "🙂"), ("wink", "😉"), ("laughing", "😆"), ("sweat_smile", "😅"), ("rofl", "🤣"),
    ("heart_eyes", "😍"), ("thinking", "🤔"), ("shrug", "🤷"), ("facepalm", "🤦"), ("confused", "😕"), ("angry", "😠"),
    ("scream", "😱"), ("sob", "😭"), ("sunglasses", "😎"), ("rocket", "🚀"), ("star", "⭐"), ("sparkles", "✨"),
    ("bulb", "💡"), ("coffee", "☕"), ("cake", "🍰"), ("white_check_mark", "✅"), ("x", "❌"), ("question", "❓"),
    ("broken_heart", "💔"),
]

/// Returns the emoji that a typed digit chooses, from 1 to 9 in the order of the names; `nil` for any other text.
public func reactionChoice(_ typed: String) -> String? {
    // A sign or a zero before the digit makes it another text.
    guard typed.utf8.count == 1, let number = Int(typed), (1...9).contains(number) else { return nil }
    return reactionNames[number - 1].emoji
}

/// Returns the reason why a typed text is no reaction, although it may be sent as one: it is like the name of an emoji, but none has this
/// name; `nil` for any other text.
public func objection(toReaction typed: String) -> String? {
    let name = typed.dropFirst()
    let letters = name.hasSuffix(":") ? name.dropLast() : name
    guard typed.hasPrefix(":"), letters.count > 1,
        letters.allSatisfy({ $0.isASCII && ($0.isLowercase || $0.isNumber || "_+-".contains($0)) }),
        emoji(named: letters) == nil || !name.hasSuffix(":")
    else { return nil }
    let near = reactionNames.first { $0.name.hasPrefix(letters) }.map { "did you mean :\($0.name):?" }
    // Without the second colon, it may be a face.
    return name.hasSuffix(":") || near != nil
        ? "No emoji has the name \(typed); \(near ?? "type an emoji itself")" : nil
}

/// Returns the reaction that a typed text means: the emoji of a name between colons, or the text itself. Throws a `TextError`.
public func reactionText(named typed: String) throws(TextError) -> String {
    let text = try ReactionText.accepting(typed)
    let name = text.dropFirst().dropLast()
    guard text.count > 2, text.hasPrefix(":"), text.hasSuffix(":") else { return text }
    return emoji(named: name) ?? text
}
