/// A person who writes, reads or types.
public enum Author: Hashable, Sendable {
    /// The user, on this device or another.
    case me
    /// The other person in a chat between two.
    case contact
    /// Another person in a group.
    case member(ContactID)

    /// The member's ID; nil for the user and for a contact.
    public var member: ContactID? {
        if case .member(let id) = self { id } else { nil }
    }

    /// Returns the person's ID, which is the contact's in a chat between two; nil for the user.
    package func id(contact: ContactID?) -> String? {
        switch self {
        case .me: nil
        case .contact: contact?.rawValue
        case .member(let id): id.rawValue
        }
    }
}

/// The user comes first, then the contact, then members by ID.
extension Author: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

    private var rank: (Int, ContactID) {
        switch self {
        case .me: (0, ContactID(""))
        case .contact: (1, ContactID(""))
        case .member(let id): (2, id)
        }
    }
}

/// Encodes an author as one string: `me`, `contact` or `member:ada`.
extension Author: Codable {
    private static let memberPrefix = "member:"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        switch text {
        case "me": self = .me
        case "contact": self = .contact
        // Compares bytes, because an ID may begin with a mark that combines with the letter before it.
        case _ where text.utf8.starts(with: Self.memberPrefix.utf8):
            self = .member(ContactID(String(Substring(text.utf8.dropFirst(Self.memberPrefix.utf8.count)))))
        default:
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Not an author: \(text.cut(toBytes: Limits.idBytes))"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .me: try container.encode("me")
        case .contact: try container.encode("contact")
        case .member(let id): try container.encode(Self.memberPrefix + id.rawValue)
        }
    }
}
