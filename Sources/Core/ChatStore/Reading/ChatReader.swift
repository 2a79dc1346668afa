public import ChatTypes
package import SQLiteKit

/// The queries of a history, which change nothing.
///
/// Lent to the body of `HistoryReader.read(_:)` or `ChatDatabase.read(_:)`, whose reads are all as of one moment.
/// Each query reads a window, whatever the size of the history, unless its cost says otherwise. Shows the file's
/// values as they are, as far as possible, and relies on none of them.
public struct ChatReader: ~Copyable {
    let connection: SQLiteConnection

    /// Runs a query of the caller's own, such as a check that needs to know more than the app, and returns what `read` makes of each
    /// row. It must not be a statement that writes. Throws `SQLiteError`.
    package func rows<each Value: Bindable, Element>(
        _ sql: StaticString,
        _ values: repeat each Value,
        read: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        try connection.rows(sql, repeat each values, read: read)
    }
}

/// A part of a chat that the server has and the history lacks. It ends right before a stored message.
public struct Gap: Hashable, Sendable {
    /// The chat with the gap.
    public let chat: ChatID
    /// The position of the message after the gap.
    public let position: Position
    /// The cursor that pages back from the gap's end.
    public let cursor: PageCursor
}

extension ChatReader {
    /// Returns the newest gap of a chat that must be filled: one with messages on both sides, or one that may hide
    /// unread messages or sent ones of the user's.
    ///
    /// The gap before a chat's oldest message is not among them once the user has read that far: nobody has asked for
    /// that history yet (see `earliestGap(in:)`). Nor is it if the server counts the unread messages, unless it is to be
    /// filled all the same. With a position, considers only gaps before it. Throws `SQLiteError`.
    public func gapToFill(in chat: ChatID, before position: Position? = nil, isCounted: Bool = false) throws -> Gap? {
        try connection.first(
            """
            SELECT g.position, g.cursor FROM chat c JOIN gap g ON g.chat = c.key
            WHERE c.id = ? AND g.position <= ? AND (
                NOT ? AND g.position > coalesce(c.my_marker, -9223372036854775808)
                OR EXISTS (SELECT 1 FROM message m WHERE m.chat = g.chat AND m.waits = 1)
                OR EXISTS (SELECT 1 FROM message m WHERE m.chat = g.chat AND m.waits = 0 AND m.place < g.position))
            ORDER BY g.position DESC LIMIT 1
            """,
            chat.stored,
            position.map { $0.rawValue &- 1 } ?? .max,
            isCounted
        ) { Gap(chat: chat, position: Position($0.integer(0)), cursor: $0.identifier(1)) }
    }

    /// Returns the gap right before a message; nil if there is none. Throws `SQLiteError`.
    public func gap(endingAt position: Position, in chat: ChatID) throws -> Gap? {
        try connection.first(
            "SELECT g.cursor FROM chat c JOIN gap g ON g.chat = c.key WHERE c.id = ? AND g.position = ?",
            chat.stored,
            position.rawValue
        ) { Gap(chat: chat, position: position, cursor: $0.identifier(0)) }
    }

    /// Returns the chats that may have a gap to fill, by ID. Throws `SQLiteError`. Cost: linear in the number of
    /// gaps.
    public func chatsWithGaps() throws -> [ChatID] {
        try connection.rows("SELECT DISTINCT c.id FROM gap g CROSS JOIN chat c ON c.key = g.chat ORDER BY c.id") {
            $0.identifier(0)
        }
    }

    /// Returns the gap before the oldest stored message of a chat; nil if that message starts the conversation.
    /// Throws `SQLiteError`.
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

extension ChatReader {
    /// Returns the oldest stored message with a position of a part of a chat, of a thread its root first; nil if there is none. Throws
    /// `SQLiteError`. Cost: constant.
    public func oldestMessage(of part: TimelinePart, in chat: ChatID) throws -> MessageID? {
        try connection.first(
            """
            SELECT id FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?1) AND id = ?2 AND waits = 0
            UNION ALL SELECT * FROM (SELECT id FROM message INDEXED BY message_by_thread
                WHERE chat = (SELECT key FROM chat WHERE id = ?1) AND thread IS ?2 AND waits = 0 ORDER BY place LIMIT 1)
            LIMIT 1
            """,
            chat.stored,
            part.thread?.stored
        ) { $0.identifier(0) }
    }

    /// Returns the gap that may hide earlier messages of a part of a chat: that before the oldest message, or for a thread the newest one
    /// below its answers and above its root; nil if there is none. Throws `SQLiteError`. Cost: constant.
    public func gap(before part: TimelinePart, in chat: ChatID) throws -> Gap? {
        guard let root = part.thread else { return try earliestGap(in: chat) }
        return try connection.first(
            """
            SELECT position, cursor FROM gap WHERE chat = (SELECT key FROM chat WHERE id = ?1)
                AND position <= coalesce((SELECT min(place) FROM message INDEXED BY message_by_thread
                    WHERE chat = gap.chat AND thread IS ?2 AND waits = 0), 9223372036854775807)
                AND position > coalesce((SELECT place FROM message WHERE chat = gap.chat AND id = ?2 AND waits = 0),
                    -9223372036854775808)
            ORDER BY position DESC LIMIT 1
            """,
            chat.stored,
            root.stored
        ) { Gap(chat: chat, position: Position($0.integer(0)), cursor: $0.identifier(1)) }
    }
}

extension ChatReader {
    /// Returns the members of a group, at most `limit` after the first `offset`: the user first, then by name; equal
    /// names by ID. Empty for a chat between two. Throws `SQLiteError`. Cost: linear in the page, and in the size of
    /// an index in `offset`.
    public func members(of chat: ChatID, offset: Int = 0, limit: Int) throws -> [ChatMember] {
        try connection.rows(
            """
            SELECT id, shown, role FROM member INDEXED BY member_by_name
            WHERE chat = (SELECT key FROM chat WHERE id = ?) AND is_member = 1 ORDER BY name_key, id LIMIT ? OFFSET ?
            """,
            chat.stored,
            max(0, limit),
            offset,
            read: ChatMember.init(row:)
        )
    }

    /// Returns the names of these people in their order, without those who have none. Throws `SQLiteError`. Cost: a
    /// step for each.
    public func names(of people: [Author], in chat: ChatID) throws -> [String] {
        try people.compactMap { try name(of: $0, in: chat) }
    }

    /// Returns the name of a person in a chat, as it is shown (see `ShownName`): its contact, or a member of a group; nil for the user, and if
    /// there can be no such person. Throws `SQLiteError`. Cost: constant.
    public func name(of author: Author, in chat: ChatID) throws -> String? {
        switch author {
        case .me: nil
        case .contact:
            try connection.first("SELECT contact, name FROM chat WHERE id = ? AND is_group = 0", chat.stored) {
                Contact(id: $0.identifier(0), name: $0.text(1)).shownName
            }
        case .member(let member):
            try connection.first(
                """
                SELECT coalesce(m.shown, ?2) FROM chat c LEFT JOIN member m ON m.chat = c.key AND m.id = ?2
                WHERE c.id = ?1 AND c.is_group = 1
                """,
                chat.stored,
                member.stored
            ) { $0.text(0) }
        }
    }
}

extension ChatMember {
    /// Reads the columns `id, shown, role`.
    init(row: borrowing Row) {
        let (member, name): (ContactID, String) = (row.identifier(0), row.text(1))
        let isMe = member.rawValue.isEmpty
        self.init(
            id: isMe ? .me : .member(member),
            name: name.isEmpty ? member.rawValue : name,
            role: MemberRole(rawValue: row.integer(2))
        )
    }
}
