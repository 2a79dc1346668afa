public import ChatTypes
import SQLiteKit

/// A stretch of a chat that the server has and we do not: it ends right before a message that we hold.
public struct Gap: Hashable, Sendable {
    /// The chat that the gap is in.
    public let chat: ChatID
    /// Of the message after the gap.
    public let position: Position
    /// Pages back from the gap's end.
    public let cursor: PageCursor
}

extension ChatReader {
    /// The newest gap of a chat that must not stay: one with messages on both sides, or one that may hide unread ones or one's
    /// own that the server has.
    ///
    /// The gap before a chat's oldest message is not one of them, once we have read that far: that is history which has
    /// not been asked for yet (see `earliestGap(in:)`). With a position, only gaps before it are meant. Throws
    /// `SQLiteError`.
    public func gapToFill(in chat: ChatID, before position: Position? = nil) throws -> Gap? {
        try connection.first(
            """
            SELECT g.position, g.cursor FROM chat c JOIN gap g ON g.chat = c.key
            WHERE c.id = ? AND g.position <= ? AND (
                g.position > coalesce(c.my_marker, -9223372036854775808)
                OR EXISTS (SELECT 1 FROM message m WHERE m.chat = g.chat AND m.waits = 1)
                OR EXISTS (SELECT 1 FROM message m WHERE m.chat = g.chat AND m.waits = 0 AND m.place < g.position))
            ORDER BY g.position DESC LIMIT 1
            """,
            chat.stored,
            position.map { $0.rawValue &- 1 } ?? .max
        ) { Gap(chat: chat, position: Position($0.integer(0)), cursor: $0.identifier(1)) }
    }

    /// The chats that may have a gap to fill, by id. Throws `SQLiteError`. Cost: linear in the number of gaps.
    public func chatsWithGaps() throws -> [ChatID] {
        try connection.rows("SELECT DISTINCT c.id FROM gap g CROSS JOIN chat c ON c.key = g.chat ORDER BY c.id") {
            $0.identifier(0)
        }
    }

    /// The gap before the oldest message that we hold of a chat; nil when that one starts the conversation. Throws
    /// `SQLiteError`.
    public func earliestGap(in chat: ChatID) throws -> Gap? {
        try connection.first(
            """
            SELECT g.position, g.cursor FROM chat c JOIN gap g ON g.chat = c.key
            WHERE c.id = ? AND NOT EXISTS (
                SELECT 1 FROM message m WHERE m.chat = g.chat AND m.waits = 0 AND m.place < g.position)
            """,
            chat.stored
        ) { Gap(chat: chat, position: Position($0.integer(0)), cursor: $0.identifier(1)) }
    }
}
