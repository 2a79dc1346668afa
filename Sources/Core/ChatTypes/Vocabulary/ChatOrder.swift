/// An order of the list of chats.
public enum ChatOrder: String, Hashable, CaseIterable, Sendable {
    /// The favourites, then all others, each with the newest messages first.
    case favourites
    /// The chats with news for the user, then all others, each in the order of `favourites`.
    ///
    /// News are unread messages that notify the user, invitations, and chats that the user marked as unread.
    case unread
    /// The chats with the newest messages first.
    case recent

    /// The order after this one; after the last, the first.
    public var next: ChatOrder {
        let all = Self.allCases
        return all.firstIndex(of: self).map { all[($0 + 1) % all.count] } ?? self
    }
}
