/// A change to a chat that its people see, made by the user; most are of groups. People are given by their name or ID.
public enum ChatChange: Hashable, Sendable {
    /// Invites a person.
    case invite(String)
    /// Removes a member, or takes back an invitation. The reason may be empty.
    case remove(String, reason: String)
    /// Removes a person, who cannot return until the ban is lifted. The reason may be empty.
    case ban(String, reason: String)
    /// Lifts a ban.
    case unban(String)
    /// Changes the title.
    case rename(String)
    /// Changes the topic; empty for none.
    case setTopic(String)
    /// Changes a member's role.
    case setRole(String, MemberRole)
    /// Pins a message, or removes its pin, for everybody. Also in a chat between two.
    case pin(MessageID, Bool)

    /// The right that the user needs.
    public var right: ChatRights {
        switch self {
        case .invite: .invite
        case .remove: .remove
        case .ban, .unban: .ban
        case .rename: .rename
        case .setTopic: .setTopic
        case .setRole: .setRoles
        case .pin: .pin
        }
    }

    /// The person concerned, as given; nil if the change concerns the chat.
    public var person: String? {
        switch self {
        case .invite(let name), .remove(let name, _), .ban(let name, _), .unban(let name), .setRole(let name, _): name
        case .rename, .setTopic, .pin: nil
        }
    }

    /// Returns the change with the person given by an ID.
    package func concerning(_ person: ContactID) -> Self {
        let id = person.rawValue
        return switch self {
        case .invite: .invite(id)
        case .remove(_, let reason): .remove(id, reason: reason)
        case .ban(_, let reason): .ban(id, reason: reason)
        case .unban: .unban(id)
        case .setRole(_, let role): .setRole(id, role)
        case .rename, .setTopic, .pin: self
        }
    }
}

/// A member's rank in a group. Members with a higher one may remove the member and change the role.
public struct MemberRole: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The level, as Matrix counts it: 0 for members, 50 for moderators, 100 for administrators, or anything else.
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = min(max(rawValue, -Self.limit), Self.limit)
    }

    /// The highest level that every reader of JSON reads exactly.
    private static let limit: Int64 = 1 << 53

    /// The usual role.
    public static let member = Self(rawValue: 0)
    /// A member who keeps order.
    public static let moderator = Self(rawValue: 50)
    /// A member who may change everything.
    public static let administrator = Self(rawValue: 100)
    /// A creator of the group, whose role nobody can change.
    public static let creator = Self(rawValue: limit)

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The word for the highest usual role that it reaches.
    public var word: String {
        self >= .administrator ? "administrator" : self >= .moderator ? "moderator" : "member"
    }

    /// The usual role with a word, or a beginning of it; nil for any other text.
    public init?(word: String) {
        let all = [Self.member, .moderator, .administrator].filter { $0.word.hasPrefix(word.lowercased()) }
        guard all.count == 1 else { return nil }
        self = all[0]
    }
}

extension ChatStanding {
    /// The reason why the user cannot make a change, in a sentence; nil if the role allows it.
    public func objection(to change: ChatChange) -> String? {
        if let text = state.text, state != .replaced { return "\(text): nothing can be changed" }
        return rights.contains(change.right) ? nil : "Your role does not allow you to \(change.right.words) here"
    }
}

extension ChatRights {
    /// The rights in words, as after "you may": "invite people, ban people"; empty for none.
    public var words: String {
        let all: [(Self, String)] = [
            (.invite, "invite people"), (.remove, "remove people"), (.ban, "ban people"),
            (.rename, "change the title"), (.setTopic, "change the topic"), (.setRoles, "change roles"),
            (.pin, "pin messages"),
        ]
        return all.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
