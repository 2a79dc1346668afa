public import ChatTypes
import SQLiteKit

extension ChatReader {
    /// A stretch of a chat's messages; nil when there is no such chat.
    ///
    /// In the server's order, and behind them those that wait to be sent, in the order in which they were written: the
    /// window is bounded over both. Throws `SQLiteError`. Cost: linear in the window, whatever the length of the history or
    /// of the outbox; one statement, four around a message (the chat, its first unread one, those up to it, those after it).
    public func timeline(of chat: ChatID, in window: MessageWindow) throws -> Timeline? {
        let stretch = Stretch(window)
        guard let middle = stretch.middle else { return try newest(stretch.newest, of: chat) }
        guard var header = try TimelineHeader.find(chat, around: middle, in: connection) else { return nil }
        guard let place = header.place else { return try newest(stretch.newest, of: chat) }
        header.firstUnread = try newest(0, of: chat)?.firstUnread
        let limit = stretch.upToMiddle
        // One more than asked for tells whether there are more.
        let earlier = try messages(of: header, upTo: place, limit: limit + 1)
        let later = try messages(of: header, after: place, limit: stretch.after + 1)
        return Timeline(
            header,
            messages: earlier.prefix(limit).reversed() + later.prefix(stretch.after),
            hasStoredEarlier: earlier.count > limit,
            hasLater: later.count > stretch.after
        )
    }

    /// What is to be told of a message, as it is by now; nil when it was taken back or is read, or its chat is muted. Throws
    /// `SQLiteError`. Cost: constant.
    public func news(_ message: MessageID, in chat: ChatID) throws -> News? {
        try connection.first(
            """
            SELECT m.text, coalesce(nullif(s.name, ''), m.sender)
            FROM message m JOIN chat c ON c.key = m.chat LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
            WHERE c.id = ? AND m.id = ? AND m.removed = 0 AND c.muted = 0
                AND m.place > coalesce(c.my_marker, -9223372036854775808)
            """,
            chat.stored,
            message.stored
        ) { News(text: $0.text(0), senderName: $0.optionalText(1)) }
    }

    /// How many messages are passed over that do not count, our own and tombstones, to find the first that is unread.
    static var unreadReach: Int { 200 }

    /// The chat, its first unread message and the newest ones in one statement: this is asked for each message that comes.
    ///
    /// The signs before `mine` and `removed` keep SQLite from making an index of what it reads there: that would have another
    /// order, and hold all of it.
    private func newest(_ limit: Int, of chat: ChatID) throws -> Timeline? {
        var header: TimelineHeader?
        var messages: [ChatMessage] = []
        try connection.forEach(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.waits, m.place, m.failure, g.position IS NOT NULL,
                m.removed, m.edit, m.sender, coalesce(nullif(s.name, ''), m.sender), m.file, m.file_name, m.file_type,
                m.file_size, c.key, c.contact, c.name, c.my_marker,
                c.their_marker, c.draft, c.muted, c.is_group, c.people, o.is_member,
                (SELECT id FROM (
                    SELECT n.id, n.mine, n.removed FROM chat d CROSS JOIN message n ON n.chat = d.key AND n.waits = 0
                        AND n.place > coalesce(d.my_marker, -9223372036854775808)
                    WHERE d.id = ?1 AND d.unread > 0 ORDER BY n.place LIMIT ?3)
                WHERE +mine = 0 AND +removed = 0 LIMIT 1)
            FROM chat c LEFT JOIN message m ON m.chat = c.key
                LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
                LEFT JOIN member o ON o.chat = c.key AND o.id = ''
                LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place AND m.waits = 0
            WHERE c.id = ?1 ORDER BY m.waits DESC, m.place DESC LIMIT ?2
            """,
            chat.stored,
            limit + 1,
            Self.unreadReach + 1
        ) { row in
            let known = header ?? TimelineHeader(row: row, at: 17, firstUnread: 27)
            header = known
            // A chat without messages is a row, too.
            if !row.isNull(0) { messages.append(ChatMessage(row: row, readUpTo: known.myMarker, byOthersUpTo: known.theirMarker)) }
        }
        guard let header else { return nil }
        return Timeline(
            header,
            messages: messages.prefix(limit).reversed(),
            hasStoredEarlier: messages.count > limit,
            hasLater: false
        )
    }

    private func messages(of chat: TimelineHeader, upTo place: TimelinePlace, limit: Int) throws -> [ChatMessage] {
        try connection.rows(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.waits, m.place, m.failure, g.position IS NOT NULL, m.removed,
                m.edit, m.sender, coalesce(nullif(s.name, ''), m.sender), m.file, m.file_name, m.file_type, m.file_size
            FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place AND m.waits = 0
                LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
            WHERE m.chat = ? AND (m.waits, m.place) <= (?, ?) ORDER BY m.waits DESC, m.place DESC LIMIT ?
            """,
            chat.key,
            place.waits,
            place.number,
            limit
        ) { ChatMessage(row: $0, readUpTo: chat.myMarker, byOthersUpTo: chat.theirMarker) }
    }

    private func messages(of chat: TimelineHeader, after place: TimelinePlace, limit: Int) throws -> [ChatMessage] {
        try connection.rows(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.waits, m.place, m.failure, g.position IS NOT NULL, m.removed,
                m.edit, m.sender, coalesce(nullif(s.name, ''), m.sender), m.file, m.file_name, m.file_type, m.file_size
            FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place AND m.waits = 0
                LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
            WHERE m.chat = ? AND (m.waits, m.place) > (?, ?) ORDER BY m.waits, m.place LIMIT ?
            """,
            chat.key,
            place.waits,
            place.number,
            limit
        ) { ChatMessage(row: $0, readUpTo: chat.myMarker, byOthersUpTo: chat.theirMarker) }
    }
}

/// A window in numbers of messages, whatever numbers it was given.
private struct Stretch {
    let middle: MessageID?
    /// How many up to the one in the middle, and how many after it.
    var upToMiddle = 0
    var after = 0
    /// How many of the newest, when none is in the middle.
    let newest: Int

    init(_ window: MessageWindow) {
        switch window {
        case .newest(let count):
            (middle, newest) = (nil, Self.sensible(count))
        case .around(let message, let before, let after):
            (upToMiddle, self.after) = (Self.sensible(before) + 1, Self.sensible(after))
            (middle, newest) = (message, upToMiddle + self.after)
        }
    }

    private static func sensible(_ count: Int) -> Int { min(max(0, count), 1 << 30) }
}
