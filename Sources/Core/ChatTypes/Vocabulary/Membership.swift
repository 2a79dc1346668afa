/// Says that someone is in a group, or is no longer, and what they are called.
///
/// The server numbers what happens to one member's membership, a change of name included, ascending: of several, the one with the
/// highest number holds, in whatever order they come.
public struct Membership: Hashable, Codable, Sendable {
    /// `.me` or a member.
    public let member: Author
    /// What they are called in the group; may be empty. Cut to `Limits.nameCharacters` before it is kept.
    public let name: String
    /// False once they have left.
    public let isMember: Bool
    /// The newest message when they came in: what stands up to it was never theirs to read. Nil where there was none.
    public let since: Position?
    /// Above 0.
    public let number: Int64

    public init(member: Author, name: String, isMember: Bool = true, since: Position? = nil, number: Int64) {
        self.member = member
        self.name = name
        self.isMember = isMember
        self.since = since
        self.number = number
    }
}

/// Someone who is in a chat.
public struct ChatMember: Hashable, Sendable, Identifiable {
    /// The user, the contact, or in a group a member.
    public let id: Author
    /// The name, or the id of a member without a name. Empty for the user while the server has sent no name.
    public let name: String

    public init(id: Author, name: String) {
        self.id = id
        self.name = name
    }
}

/// A group to be made on the server, under an id that stays: asked for a second time, it is the same group.
public struct OutgoingGroup: Hashable, Codable, Sendable, Identifiable {
    /// Made by the client, like a message's.
    public let id: MessageID
    /// What it is to be called; bounded as any name is (see `ContactName`).
    public let title: String
    /// Of those who are to be in it beside ourselves.
    public let names: [String]

    public init(id: MessageID, title: String, names: [String]) {
        self.id = id
        self.title = title
        self.names = names
    }
}

/// How a group stands, as far as a screen has to know.
public struct GroupState: Hashable, Sendable {
    /// Ourselves included, while we are in it.
    public let memberCount: Int
    /// Whether we are in it no more: then nothing can be written.
    public let hasLeft: Bool

    public init(memberCount: Int, hasLeft: Bool = false) {
        self.memberCount = memberCount
        self.hasLeft = hasLeft
    }
}
