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

/// Returns the reaction that a typed text means: the emoji of a name between colons, or the text itself. Throws a `TextError`.
public func reactionText(named typed: String) throws(TextError) -> String {
    let text = try ReactionText.accepting(typed)
    let name = text.dropFirst().dropLast()
    guard text.count > 2, text.hasPrefix(":"), text.hasSuffix(":") else { return text }
    return reactionNames.first { $0.name == name }?.emoji ?? text
}
