public import ChatTypes

/// Someone who is in a group.
public struct StoredMember: Hashable, Sendable, Identifiable {
    /// `.me` or a member.
    public let id: Author
    /// A member without a name is called by the id; ourselves, of whom no name has come, by nothing.
    public let name: String
}
