public import RuntimeKit

/// The failure of a request or a connection, by the reaction that it calls for.
public enum ServiceError: Error, Hashable, Sendable {
    /// Refused for good: a retry will not help. The text is the server's, for people to read.
    case refused(RefusalCode, text: String)
    /// The server is busy, and states how long to wait.
    case tryAgain(after: Duration)
    /// The server does not know the user now, until somebody does something about it. The text says what, for people to read.
    case unauthorized(text: String)
    /// The request did not arrive.
    case unreachable
    /// The request may have arrived; the response did not.
    case responseLost
    /// A message cannot be encrypted yet, because its key cannot be given to the people in the chat. Nothing was sent.
    case keysNotShared

    /// Whether the same request may succeed later.
    public var isTemporary: Bool {
        if case .refused = self { false } else { true }
    }
}

/// The server's code for a refusal.
public struct RefusalCode: RawRepresentable, Hashable, Codable, Sendable {
    /// The code as the server writes it.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server already has that message, which counts as sent.
    public static let duplicate = Self(rawValue: "duplicate")
    /// The message is longer than the server allows.
    public static let tooLong = Self(rawValue: "too_long")
    /// The server has no such chat, or none that the user may see.
    public static let unknownChat = Self(rawValue: "unknown_chat")
    /// The server never made the cursor, or has forgotten it. Start again without one.
    public static let unknownCursor = Self(rawValue: "unknown_cursor")
    /// The server's messages cannot be deleted.
    public static let noDeletion = Self(rawValue: "no_removal")
    /// The server's messages cannot be edited.
    public static let noEdit = Self(rawValue: "no_edit")
    /// The server's chats cannot be joined or left.
    public static let noMembership = Self(rawValue: "no_membership")
    /// The server's people cannot be ignored.
    public static let noIgnoring = Self(rawValue: "no_ignoring")
    /// The server has no groups.
    public static let noGroup = Self(rawValue: "no_group")
    /// The user alone is not a group.
    public static let tooFewPeople = Self(rawValue: "too_few_people")
    /// The group would have more members than the server allows.
    public static let tooManyPeople = Self(rawValue: "too_many_people")
    /// The user has left the group, and can do nothing in it.
    public static let notMember = Self(rawValue: "not_member")
    /// The server has no files.
    public static let noFiles = Self(rawValue: "no_files")
    /// The server does not have that file.
    public static let unknownFile = Self(rawValue: "unknown_file")
    /// The received bytes are not those that were announced.
    public static let damagedFile = Self(rawValue: "damaged_file")
    /// The file is larger than the server allows.
    public static let tooLarge = Self(rawValue: "too_large")
    /// The user's role does not allow it.
    public static let notAllowed = Self(rawValue: "not_allowed")
    /// The group does not have that member, or no member was named.
    public static let unknownMember = Self(rawValue: "unknown_member")
    /// Several people have that name; the text has the IDs that tell them apart.
    public static let ambiguousName = Self(rawValue: "ambiguous_name")
    /// No contact can have that name.
    public static let invalidName = Self(rawValue: "invalid_name")
    /// The message is empty.
    public static let emptyMessage = Self(rawValue: "empty_message")
    /// A receipt or an annotation names a message that the chat does not have, or that another author wrote.
    public static let unknownMessage = Self(rawValue: "unknown_message")
}

/// A refusal by the session itself: the server was not asked, or its response cannot be used.
public enum SessionError: Error, Hashable, Sendable {
    /// The history has no such chat.
    case unknownChat
    /// The server made a chat that cannot be stored, for example without a usable ID.
    case unusableChat
    /// A page of history brought nothing that is missing, and the next one would not either.
    case unusablePage
    /// Many pages of history had no messages. The next request continues behind them.
    case stillLoading
    /// Several chats or people have names that look like this one; the IDs tell them apart.
    case ambiguousName(String, ids: [String])
    /// Several of the user's accounts have a chat of that name.
    case ambiguousAccount(String, of: [AccountName])
    /// The user is invited to the chat, in the words of its state, and has to join before anything can be sent.
    case notJoined(String)
    /// The message cannot be forwarded: it was deleted, cannot be read, or is no message that a person wrote.
    case notForwardable
    /// The file of that name has to be sent anew and is not here; its download was requested.
    case notDownloaded(String)
}

/// The reason why a text cannot be sent.
public enum TextError: Error, Hashable, Sendable {
    /// The text contains only white space.
    case empty
    /// The text has more bytes of UTF-8 than the server allows.
    case tooLong(bytes: Int, limit: Int)
    /// The text cannot be a reaction: it is too long, or contains control characters.
    case notReaction(limit: Int)

    /// Creates the reason; nil for a text that can be sent.
    public init?(of text: String) {
        let bytes = text.utf8.count
        if text.allSatisfy(\.isWhitespace) {
            self = .empty
        } else if bytes > OutgoingMessage.textLimit {
            self = .tooLong(bytes: bytes, limit: OutgoingMessage.textLimit)
        } else {
            return nil
        }
    }
}

/// The reason why a file cannot be sent, downloaded or stored.
public enum FileError: Error, Hashable, Sendable {
    /// The size is negative, or over the limit.
    case impossibleSize(limit: Int64)
    /// The server has not said where the file is.
    case noAddress
    /// The file cannot be read, for the system's reason.
    case unreadable(reason: String)
    /// The path leads to a folder, a pipe or a device.
    case notAFile
    /// The stored copy is missing or incomplete.
    case lost
    /// The received bytes could not be written.
    case notStored(StorageProblem)
}

/// A sentence for people, of bounded length. It is stored with the failed message, as a server's refusal is.
extension FileError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .impossibleSize(let limit): "Files can have at most \(limit) bytes"
        case .noAddress: "The sender's description of the file is damaged, so it cannot be found or decrypted"
        case .unreadable(let reason): "The file cannot be read: \(reason)"
        case .notAFile: "Only regular files can be sent"
        case .lost: "The stored copy of the file is missing: send or download it again"
        case .notStored(.diskFull): "The disk is full"
        case .notStored(.notWritable): "The folder for files cannot be written to"
        case .notStored(.failing(let detail)), .notStored(.other(let detail)):
            "The file could not be stored: \(detail.cut(toBytes: Limits.reasonBytes / 2))"
        case .notStored: "The file could not be stored"
        }
    }
}
