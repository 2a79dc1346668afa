/// Who wrote a message, read one, or types.
public enum Author: Hashable, Sendable {
    /// Ourselves, on this device or another.
    case me
    /// The one other person of a chat between two.
    case contact
    /// Someone else in a group.
    case member(ContactID)

    /// The member's id; nil for everyone who needs none.
    public var member: ContactID? {
        if case .member(let id) = self { id } else { nil }
    }
}

/// Ourselves first, then members by their ids.
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

/// One string, as in `me`, `contact` and `member:ada`.
extension Author: Codable {
    private static let memberPrefix = "member:"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        switch text {
        case "me": self = .me
        case "contact": self = .contact
        // By bytes: an id may begin with a mark that joins the letter before it.
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
