public import ChatTypes

/// Why a record was not taken back.
public enum RestoreError: Error, Hashable, Sendable {
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
}
