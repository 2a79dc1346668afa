public import Transport

/// Why a record was not taken back.
public enum RestoreFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its id, or that of its chat, contact or member, is empty or longer than `Limits.idBytes`.
    case unusableID
    /// A chat's record comes before those of its members and messages.
    case unknownChat(ChatID)
    /// Only a group has members.
    case noGroup(ChatID)
    /// The group has `Limits.members` already.
    case tooManyMembers
    /// No membership has that number.
    case impossibleNumber(Int64)
    /// A message of another's always has a position: only one's own wait to be sent.
    case noPosition
    /// No message can stand at that position; or the gap before it is said to end at one that is not below its own.
    case impossiblePosition(Position)
    /// Its gap's cursor is longer than `Limits.cursorBytes`.
    case unusableCursor
    /// Another message has that id, or stands at that position.
    case contradiction

    public var description: String {
        switch self {
        case .unusableID: "an id in it is empty, or longer than \(Limits.idBytes) bytes"
        case .unknownChat(let chat):
            "its chat \(Self.short(chat)) is not there; the line of a chat comes before its messages"
        case .noGroup(let chat): "it is of a member, and its chat \(Self.short(chat)) is no group"
        case .tooManyMembers: "its group has \(Limits.members) members already"
        case .impossibleNumber(let number): "no membership has the number \(number)"
        case .noPosition: "a message of another's needs a position"
        case .impossiblePosition(let position): "the position \(position.rawValue) is impossible there"
        case .unusableCursor: "its gap's cursor is longer than \(Limits.cursorBytes) bytes"
        case .contradiction: "it contradicts what is stored: another message has its id or its position"
        }
    }

    /// As much of an id as a line of text can bear.
    private static func short(_ chat: ChatID) -> String {
        let start = String(chat.rawValue.prefix(40)).cut(toBytes: 160)
        return start.utf8.count < chat.rawValue.utf8.count ? start + "…" : start
    }
}
