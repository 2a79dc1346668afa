/// The user's place in a chat, with who decided it and why.
public enum ChatState: Hashable, Codable, Sendable {
    /// The user is in the chat.
    case joined
    /// A person has invited the user, who has not answered. The name is empty if it is unknown.
    case invited(by: String, toGroup: Bool)
    /// A person has invited the user to a space, which lists rooms and has no messages.
    case invitedToSpace(by: String)
    /// The user has left, or declined an invitation.
    case left
    /// A person has removed the user. The reason is empty if none was given.
    case removed(by: String, reason: String)
    /// A person has banned the user, who cannot return. The reason is empty if none was given.
    case banned(by: String, reason: String)
    /// Another chat has replaced this one.
    case replaced

    /// Whether the user is out of the chat, so that nothing can be sent.
    public var isOver: Bool {
        switch self {
        case .left, .removed, .banned: true
        case .joined, .invited, .invitedToSpace, .replaced: false
        }
    }

    /// Whether the user is invited and has not answered.
    public var isInvitation: Bool {
        switch self {
        case .invited, .invitedToSpace: true
        case .joined, .left, .removed, .banned, .replaced: false
        }
    }

    /// Whether another person has put the user out.
    public var isRemoval: Bool {
        switch self {
        case .removed, .banned: true
        case .joined, .invited, .invitedToSpace, .left, .replaced: false
        }
    }

    /// The state as a sentence for the user, with the names as others wrote them; nil for a member.
    public var text: String? {
        switch self {
        case .joined: nil
        case .invited(let name, let toGroup):
            Self.invitation(by: name, to: toGroup ? "a group" : "a chat")
        case .invitedToSpace(let name): Self.invitation(by: name, to: "a space, a list of rooms")
        case .left: "You have left"
        case .removed(let name, let reason): Self.sentence("removed", by: name, reason)
        case .banned(let name, let reason): Self.sentence("banned", by: name, reason)
        case .replaced: "A new room has replaced this one"
        }
    }

    private static func invitation(by name: String, to place: String) -> String {
        (name.isEmpty ? "You are invited to " : "\(name) invites you to ") + place
    }

    private static func sentence(_ verb: String, by name: String, _ reason: String) -> String {
        (name.isEmpty ? "You were \(verb)" : "\(name) \(verb) you") + (reason.isEmpty ? "" : " (\(reason))")
    }
}

/// The parts of a state as they are stored and exported: a word, a name and a reason.
extension ChatState {
    /// The word for the state.
    public var word: String {
        switch self {
        case .joined: "joined"
        case .invited(_, let toGroup): toGroup ? "invitedToGroup" : "invited"
        case .invitedToSpace: "invitedToSpace"
        case .left: "left"
        case .removed: "removed"
        case .banned: "banned"
        case .replaced: "replaced"
        }
    }

    /// The name of the person who decided it, with the ID (see `ShownName`); nil if that is the user, or unknown.
    public var person: String? {
        switch self {
        case .invited(let name, _), .invitedToSpace(let name), .removed(let name, _), .banned(let name, _):
            name.isEmpty ? nil : name
        case .joined, .left, .replaced: nil
        }
    }

    /// The reason of a removal; nil if none was given.
    public var reason: String? {
        switch self {
        case .removed(_, let reason), .banned(_, let reason): reason.isEmpty ? nil : reason
        case .joined, .invited, .invitedToSpace, .left, .replaced: nil
        }
    }

    /// Creates a state from its parts, cut to their limits; an unknown word stands for a member.
    package init(word: String, person: String?, reason: String?) {
        let name = ShownName.bounded(person ?? "")
        let reason = (reason ?? "").cut(toBytes: Limits.eventBytes)
        switch word {
        case "invited": self = .invited(by: name, toGroup: false)
        case "invitedToGroup": self = .invited(by: name, toGroup: true)
        case "invitedToSpace": self = .invitedToSpace(by: name)
        case "left": self = .left
        case "removed": self = .removed(by: name, reason: reason)
        case "banned": self = .banned(by: name, reason: reason)
        case "replaced": self = .replaced
        default: self = .joined
        }
    }
}

/// The changes that the user may make in a chat.
public struct ChatRights: OptionSet, Hashable, Codable, Sendable {
    /// The bits.
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Invite people.
    public static let invite = Self(rawValue: 1)
    /// Remove people with a lower role.
    public static let remove = Self(rawValue: 2)
    /// Ban people with a lower role, and lift bans.
    public static let ban = Self(rawValue: 4)
    /// Change the title.
    public static let rename = Self(rawValue: 8)
    /// Change the topic.
    public static let setTopic = Self(rawValue: 16)
    /// Change the roles of people with a lower role.
    public static let setRoles = Self(rawValue: 32)
    /// Pin messages, and remove pins.
    public static let pin = Self(rawValue: 64)
    /// All of them, also where the rights are unknown: the server refuses what is not allowed.
    public static let all = Self(rawValue: 127)
}

/// The user's state and rights in a chat, and its topic.
public struct ChatStanding: Hashable, Codable, Sendable {
    /// The user's place in the chat.
    public var state: ChatState
    /// The changes that the user may make.
    public var rights: ChatRights
    /// The topic; empty without one.
    public var topic: String

    public init(state: ChatState = .joined, rights: ChatRights = .all, topic: String = "") {
        (self.state, self.rights, self.topic) = (state, rights, topic)
    }

    /// Returns the standing with texts within the limits.
    package func bounded() -> Self {
        Self(
            state: ChatState(word: state.word, person: state.person, reason: state.reason),
            rights: rights,
            topic: topic.cut(toBytes: Limits.topicBytes)
        )
    }
}

/// A standing with the server's number for it: of several standings in one chat the one with the highest number counts.
public struct NumberedStanding: Hashable, Sendable {
    /// The standing.
    public let value: ChatStanding
    /// The server's number, above 0; ascending with each change.
    public let number: Int64

    public init(_ value: ChatStanding, number: Int64) {
        (self.value, self.number) = (value, number)
    }
}
