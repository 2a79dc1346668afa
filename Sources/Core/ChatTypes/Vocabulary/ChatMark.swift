/// A mark that the user sets on a chat, the same on all devices of the account.
public enum ChatMark: String, Hashable, Codable, CaseIterable, Sendable {
    /// The chat stands before all others in the list.
    case favourite
    /// The chat is to be read again, although its messages are read. Reading it removes the mark.
    case unread
}
