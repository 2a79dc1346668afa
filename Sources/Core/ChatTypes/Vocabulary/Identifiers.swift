/// A name for something, as the server or the client made it.
///
/// Compared, hashed and sorted by its bytes, as SQLite does. Swift's own strings are equal when they look the same:
/// `é` as one scalar and as two would be one id in memory and two on disk.
public protocol Identifier: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible
where RawValue == String {
    init(rawValue: String)
}

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

/// Names a conversation, as the server does.
public struct ChatID: Identifier {
    /// As the server, or the client that made it, writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Names a message for ever: made by the client for its own messages, by the server for all others.
///
/// A message keeps its id through every retry, restart and echo; the server treats a second message under the same id
/// as the first one again.
public struct MessageID: Identifier {
    /// As the server, or the client that made it, writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Names a person one can chat with.
public struct ContactID: Identifier {
    /// As the server, or the client that made it, writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Where to go on reading a chat backwards: opaque, made by the server, only ever handed back to it.
public struct PageCursor: Identifier {
    /// As the server, or the client that made it, writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// Where an account's sync goes on: opaque, made by the server, only ever handed back to it.
public struct SyncCursor: Identifier {
    /// As the server, or the client that made it, writes it.
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A message's place in its chat, in the server's order.
///
/// Strictly increasing within a chat and sparse: a missing number means nothing. What stands directly before a message
/// is said by its `Message.predecessor`.
public struct Position: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    /// The server's number, or one that an adapter gave.
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
    public init(_ rawValue: Int64) { self.rawValue = rawValue }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
