import Foundation
public import RuntimeKit

/// Identifiers compare by bytes.
extension Identifier {
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    public var description: String { rawValue }

    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.rawValue.hasBytes(of: rhs.rawValue)
    }

    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var text = rawValue
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// The name of one of the user's accounts, as an app that shows several tells them apart.
public struct AccountName: Identifier {
    /// The user's ID on a server, or the name of a profile.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Identifies a chat: by its ID within an account, and by the account in an app that shows several.
public struct ChatID: Identifier {
    /// The ID as the server, or the client that made it, writes it.
    public let rawValue: String
    /// The account that the chat is of; `nil` within an account, and in an app with one.
    public let account: AccountName?

    public init(rawValue: String) { (self.rawValue, account) = (rawValue, nil) }

    private init(_ rawValue: String, of account: AccountName?) { (self.rawValue, self.account) = (rawValue, account) }

    /// Returns the same chat of an account; with `nil`, as the account itself knows it.
    public func of(_ account: AccountName?) -> ChatID { ChatID(rawValue, of: account) }

    public static func == (lhs: ChatID, rhs: ChatID) -> Bool {
        lhs.rawValue.hasBytes(of: rhs.rawValue) && lhs.account == rhs.account
    }

    public static func < (lhs: ChatID, rhs: ChatID) -> Bool {
        if lhs.rawValue.hasBytes(of: rhs.rawValue) {
            return (lhs.account?.rawValue ?? "").utf8.lexicographicallyPrecedes((rhs.account?.rawValue ?? "").utf8)
        }
        return lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
    }
}

/// Identifies a message for ever. The client makes the IDs of the user's messages, the server all others.
///
/// A message keeps its ID through every retry, restart and echo. The server treats a second message with the same ID
/// as a repetition of the first.
public struct MessageID: Identifier {
    /// The ID as the server, or the client that made it, writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension ChatEnvironment {
    /// Returns a new id for a message of the user: 128 random bits, as 32 hexadecimal digits.
    public func makeMessageID() -> MessageID {
        MessageID(random.hexadecimalDigits(wordCount: 2))
    }
}

/// Identifies a person to chat with.
public struct ContactID: Identifier {
    /// The ID as the server, or the client that made it, writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The place where reading a chat backwards continues: opaque, and only returned to the server.
public struct PageCursor: Identifier {
    /// The cursor as the server writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The place where an account's sync continues: opaque, and only returned to the server.
public struct SyncCursor: Identifier {
    /// The cursor as the server writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A message's place in its chat, in the server's order.
///
/// Positions increase strictly within a chat and are sparse: a missing number means nothing. `Message.predecessor`
/// names the position directly before a message.
public struct Position: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The number of the server, or of an adapter.
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
    public init(_ rawValue: Int64) { self.rawValue = rawValue }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension String {
    /// Whether both strings have the same bytes of UTF-8, not merely the same look.
    package func hasBytes(of other: String) -> Bool {
        let count = utf8.count
        guard count == other.utf8.count else { return false }
        // Compares the storage, because a comparison of two views goes byte by byte.
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return memcmp(left, right, count) == 0
            }
        }
    }
}
