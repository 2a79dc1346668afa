import ChatTypes

/// Someone who types in a chat.
struct TypingUser: Hashable, Comparable, Sendable {
    let chat: ChatID
    let author: Author

    static func < (lhs: Self, rhs: Self) -> Bool { (lhs.chat, lhs.author) < (rhs.chat, rhs.author) }
}
