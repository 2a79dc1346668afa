/// Why a request or a connection failed, in the kinds that call for different answers.
public enum ServiceError: Error, Hashable, Sendable {
    /// Refused for good: asking again will not help. The text is the server's, made for people.
    case refused(RefusalCode, text: String)
    /// The server is busy and says how long to leave it alone.
    case tryAgain(after: Duration)
    /// The server no longer knows who we are.
    case unauthorized
    /// The request did not get there.
    case unreachable
    /// The request may have got there; the answer did not.
    case responseLost

    /// Whether the same request may succeed later without a change.
    public var isTemporary: Bool {
        if case .refused = self { false } else { true }
    }
}

/// The server's own word for a refusal.
public struct RefusalCode: RawRepresentable, Hashable, Codable, Sendable {
    /// As the server writes it.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server has that message already: as good as sent.
    public static let duplicate = Self(rawValue: "duplicate")
    /// A message is longer than the server takes.
    public static let tooLong = Self(rawValue: "too_long")
    /// The server has no such chat, or none that we may see.
    public static let unknownChat = Self(rawValue: "unknown_chat")
    /// A cursor that this server never made, or has forgotten: start again without one.
    public static let unknownCursor = Self(rawValue: "unknown_cursor")
    /// The server's messages cannot be taken back.
    public static let noRemoval = Self(rawValue: "no_removal")
    /// The server's messages cannot be changed.
    public static let noEdit = Self(rawValue: "no_edit")
    /// The server's chats are neither joined nor left.
    public static let noMembership = Self(rawValue: "no_membership")
    /// The server has no groups.
    public static let noGroup = Self(rawValue: "no_group")
    /// A group is begun with no one but ourselves.
    public static let tooFewPeople = Self(rawValue: "too_few_people")
    /// There would be more people in a group than the server's can have.
    public static let tooManyPeople = Self(rawValue: "too_many_people")
    /// Who is no longer in a group can do nothing in it.
    public static let notMember = Self(rawValue: "not_member")
    /// The server takes and gives no files.
    public static let noFiles = Self(rawValue: "no_files")
    /// The server does not have that file.
    public static let unknownFile = Self(rawValue: "unknown_file")
    /// What came of a file is not what was said.
    public static let damagedFile = Self(rawValue: "damaged_file")
    /// A file is larger than the server takes.
    public static let tooLarge = Self(rawValue: "too_large")
    /// No contact can have that name.
    public static let invalidName = Self(rawValue: "invalid_name")
}
