/// The messages of a chat that notify the user: they are announced, and count in the account's sum.
public enum NotificationMode: String, Hashable, Codable, CaseIterable, Sendable {
    /// Every message that counts as unread.
    case all
    /// Messages that mention the user.
    case mentions
    /// Nothing: the chat is muted.
    case muted = "none"

    /// Returns how many of a chat's unread messages notify the user.
    public func count(unread: Int, mentions: Int) -> Int {
        switch self {
        case .all: unread
        case .mentions: mentions
        case .muted: 0
        }
    }
}
