public import ChatTypes
import SQLiteKit

extension ChatReader {
    /// Returns a part of a chat's messages; nil if there is no such chat.
    ///
    /// Messages are in the server's order, followed by the waiting ones in the order in which they were written; the
    /// window counts both. Throws `SQLiteError`. Cost: linear in the window, whatever the length of the history or of
    /// the outbox; one statement, four around a message (the chat, its first unread message, those up to it, those
    /// after it). Linear in the number of chats if there is no such chat. Reports corruption if the list has it.
    public func timeline(of chat: ChatID, in window: MessageWindow) throws -> Timeline? {
        let timeline = try findTimeline(of: chat, in: window)
        // Otherwise its screen would wait forever for a chat that the list shows.
        if timeline == nil { try checkAbsence(of: chat) }
        return timeline
    }

    private func findTimeline(of chat: ChatID, in window: MessageWindow) throws -> Timeline? {
        let stretch = WindowCounts(window)
        guard let middle = stretch.middle else { return try newest(stretch.newest, of: chat) }
        guard var header = try TimelineHeader.find(chat, around: middle, in: connection) else { return nil }
        guard let place = header.place else { return try newest(stretch.newest, of: chat) }
        header.firstUnread = try newest(0, of: chat)?.firstUnread
        let limit = stretch.upToMiddle
        // Reads one more to know whether there are more.
        let earlier = try messages(of: header, upTo: place, limit: limit + 1)
        let later = try messages(of: header, after: place, limit: stretch.after + 1)
        return Timeline(
            header,
            messages: earlier.prefix(limit).reversed() + later.prefix(stretch.after),
            hasStoredEarlier: earlier.count > limit,
            hasLater: later.count > stretch.after
        )
    }

    /// Returns the text of a stored message as it is shown; nil if there is no such message. Throws `SQLiteError`. Cost: constant.
    public func text(of message: MessageID, in chat: ChatID) throws -> FormattedText? {
        try connection.first(
            "SELECT text, spans FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ?",
            chat.stored,
            message.stored
        ) { row in
            let text = row.text(0)
            return FormattedText(text, row.spans(1, of: text))
        }
    }

    /// Returns the current text of a message for its notification; nil if it was deleted or read, or if its chat
    /// does not notify of it. Throws `SQLiteError`. Cost: constant.
    public func news(_ message: MessageID, in chat: ChatID) throws -> NotificationText? {
        try connection.first(
            """
            SELECT m.text, coalesce(s.shown, m.sender), m.spans, m.warning
            FROM message m JOIN chat c ON c.key = m.chat LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
            WHERE c.id = ? AND m.id = ? AND m.removed = 0 AND c.muted = 0 AND (c.mentions_only = 0 OR m.mention = 1)
                AND (m.place > coalesce(c.my_marker, -9223372036854775808) OR m.mention = 1 AND m.edit > 0)
            """,
            chat.stored,
            message.stored
        ) { row in
            let text = row.text(0)
            return NotificationText(
                text: text,
                spans: row.spans(2, of: text),
                senderName: row.optionalText(1),
                senderWarning: SenderWarning(row, 3)
            )
        }
    }

    /// The number of uncounted messages, the user's own and tombstones, that are skipped to find the first unread
    /// one.
    static var unreadReach: Int { 200 }

    /// Reads the chat, its first unread message and the newest ones in one statement, because this runs for each new
    /// message.
    ///
    /// The signs before `mine`, `removed` and `quiet` keep SQLite from building an index of what it reads there, which would
    /// have another order and contain all of it.
    private func newest(_ limit: Int, of chat: ChatID) throws -> Timeline? {
        var header: TimelineHeader?
        var messages: [ChatMessage] = []
        try connection.forEach(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.waits, m.place, m.failure, g.position IS NOT NULL,
                m.removed, m.edit, m.sender, coalesce(s.shown, m.sender), m.file, m.file_name, m.file_type,
                m.file_size, m.quiet, m.spans, EXISTS (SELECT 1 FROM reaction WHERE chat = m.chat AND message = m.id AND is_set = 1),
                m.answers, m.event, m.mention, m.warning, c.key, c.contact, c.name, c.my_marker, c.their_marker, c.draft, c.muted, c.mentions_only,
                c.is_group, c.people, c.state, c.state_person, c.state_reason, c.rights, c.topic,
                (SELECT CASE max(d.contact = c.contact) WHEN 1 THEN c.id WHEN 0 THEN c.contact END FROM
                    (SELECT d.contact, d.state FROM chat d WHERE d.name_key = c.name_key AND d.key <> c.key LIMIT 50) d
                    WHERE (d.state = 'replaced') = (c.state = 'replaced')),
                c.favourite, c.marked_unread,
                (SELECT id FROM (
                    SELECT n.id, n.mine, n.removed, n.quiet FROM chat d CROSS JOIN message n ON n.chat = d.key AND n.waits = 0
                        AND n.place > coalesce(d.my_marker, -9223372036854775808)
                    WHERE d.id = ?1 AND d.unread > 0 ORDER BY n.place LIMIT ?3)
                WHERE +mine = 0 AND +removed = 0 AND +quiet = 0 LIMIT 1)
            FROM chat c LEFT JOIN message m ON m.chat = c.key
                LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
                LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place AND m.waits = 0
            WHERE c.id = ?1 ORDER BY m.waits DESC, m.place DESC LIMIT ?2
            """,
            chat.stored,
            limit + 1,
            Self.unreadReach + 1
        ) { row in
            let known = header ?? TimelineHeader(row: row, at: 24, firstUnread: 42)
            header = known
            // A chat without messages has a row, too.
            guard !row.isNull(0) else { return }
            messages.append(try message(row, of: known))
        }
        guard let header else { return nil }
        return Timeline(
            header,
            messages: messages.prefix(limit).reversed(),
            hasStoredEarlier: messages.count > limit,
            hasLater: false
        )
    }

    /// Reads a message, with its reactions and the message that it answers.
    private func message(_ row: borrowing Row, of chat: TimelineHeader) throws -> ChatMessage {
        var message = ChatMessage(row: row, readUpTo: chat.myMarker, byOthersUpTo: chat.theirMarker)
        if row.flag(19) {
            message.reactions = try reactions(to: message.id, in: chat.key, contact: chat.contact.shownName)
        }
        if !row.isNull(20) { message.answered = try answered(row.identifier(20), in: chat.key) }
        return message
    }

    /// Returns a message as a reply to it shows it.
    private func answered(_ message: MessageID, in chat: Int64) throws -> AnsweredMessage {
        try connection.first(
            """
            SELECT m.mine, m.sender, m.text, m.images, m.file_name, m.removed, coalesce(s.shown, m.sender),
                m.spans, m.warning
            FROM message m LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender WHERE m.chat = ? AND m.id = ?
            """,
            chat,
            message.stored
        ) { row in
            AnsweredMessage(
                id: message,
                author: row.author(mine: 0, sender: 1),
                senderName: row.optionalText(6),
                text: previewText(
                    of: row.preview(2, spans: 7, upTo: AnsweredMessage.textBytes),
                    imageCount: row.count(3),
                    fileName: row.isNull(4) ? nil : row.text(4, upTo: Limits.fileNameBytes),
                    isDeleted: row.flag(5)
                ),
                senderWarning: SenderWarning(row, 8)
            )
        } ?? AnsweredMessage(id: message)
    }

    private func messages(of chat: TimelineHeader, upTo place: TimelinePlace, limit: Int) throws -> [ChatMessage] {
        try connection.rows(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.waits, m.place, m.failure, g.position IS NOT NULL, m.removed,
                m.edit, m.sender, coalesce(s.shown, m.sender), m.file, m.file_name, m.file_type, m.file_size,
                m.quiet, m.spans, EXISTS (SELECT 1 FROM reaction WHERE chat = m.chat AND message = m.id AND is_set = 1),
                m.answers, m.event, m.mention, m.warning
            FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place AND m.waits = 0
                LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
            WHERE m.chat = ? AND (m.waits, m.place) <= (?, ?) ORDER BY m.waits DESC, m.place DESC LIMIT ?
            """,
            chat.key,
            place.waits,
            place.number,
            limit
        ) { try message($0, of: chat) }
    }

    private func messages(of chat: TimelineHeader, after place: TimelinePlace, limit: Int) throws -> [ChatMessage] {
        try connection.rows(
            """
            SELECT m.id, m.mine, m.text, m.images, m.time, m.waits, m.place, m.failure, g.position IS NOT NULL, m.removed,
                m.edit, m.sender, coalesce(s.shown, m.sender), m.file, m.file_name, m.file_type, m.file_size,
                m.quiet, m.spans, EXISTS (SELECT 1 FROM reaction WHERE chat = m.chat AND message = m.id AND is_set = 1),
                m.answers, m.event, m.mention, m.warning
            FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place AND m.waits = 0
                LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
            WHERE m.chat = ? AND (m.waits, m.place) > (?, ?) ORDER BY m.waits, m.place LIMIT ?
            """,
            chat.key,
            place.waits,
            place.number,
            limit
        ) { try message($0, of: chat) }
    }
}

/// A window as numbers of messages, with any negative or huge numbers corrected.
private struct WindowCounts {
    let middle: MessageID?
    /// The numbers of messages up to the middle one, and after it.
    var upToMiddle = 0
    var after = 0
    /// The number of newest messages, without a middle one.
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

/// A message's place in its chat's timeline: whether it has a position, then its position or its number in the
/// outbox.
struct TimelinePlace {
    let waits: Int64
    let number: Int64
}

/// The chat's data for a timeline.
struct TimelineHeader {
    let key: Int64
    let contact: Contact
    let group: GroupState?
    let standing: ChatStanding
    let distinction: String?
    let myMarker: Int64?
    let theirMarker: Int64?
    let draft: String
    let notifications: NotificationMode
    let marks: Set<ChatMark>
    /// The place of the requested message; nil without one, or if it is not stored.
    var place: TimelinePlace?
    var firstUnread: MessageID?

    init(row: borrowing Row, at column: Int32, firstUnread: Int32? = nil) {
        key = row.integer(column)
        contact = Contact(id: row.identifier(column + 1), name: row.text(column + 2))
        myMarker = row.optionalInteger(column + 3)
        theirMarker = row.optionalInteger(column + 4)
        draft = row.text(column + 5)
        notifications = NotificationMode(row: row, at: column + 6)
        standing = ChatStanding(row: row, at: column + 10)
        group = GroupState(row: row, at: column + 8, in: standing.state)
        distinction = row.optionalText(column + 15) ?? contact.ownDistinction
        marks = Set(row: row, at: column + 16)
        self.firstUnread = firstUnread.flatMap { row.isNull($0) ? nil : row.identifier($0) }
    }

    static func find(_ chat: ChatID, around message: MessageID, in connection: SQLiteConnection) throws -> Self? {
        try connection.first(
            """
            SELECT c.key, c.contact, c.name, c.my_marker, c.their_marker, c.draft, c.muted, c.mentions_only, c.is_group,
                c.people, c.state, c.state_person, c.state_reason, c.rights, c.topic,
                (SELECT CASE max(d.contact = c.contact) WHEN 1 THEN c.id WHEN 0 THEN c.contact END FROM
                    (SELECT d.contact, d.state FROM chat d WHERE d.name_key = c.name_key AND d.key <> c.key LIMIT 50) d
                    WHERE (d.state = 'replaced') = (c.state = 'replaced')),
                c.favourite, c.marked_unread, m.waits, m.place
            FROM chat c LEFT JOIN message m ON m.chat = c.key AND m.id = ?2 WHERE c.id = ?1
            """,
            chat.stored,
            message.stored
        ) { row in
            var header = Self(row: row, at: 0)
            header.place = row.optionalInteger(19).map { TimelinePlace(waits: row.integer(18), number: $0) }
            return header
        }
    }
}

extension Timeline {
    init(_ header: TimelineHeader, messages: [ChatMessage], hasStoredEarlier: Bool, hasLater: Bool) {
        self.init(
            contact: header.contact,
            group: header.group,
            standing: header.standing,
            distinction: header.distinction,
            messages: messages,
            hasStoredEarlier: hasStoredEarlier,
            hasLater: hasLater,
            marker: header.myMarker.map(Position.init(_:)),
            draft: header.draft,
            notifications: header.notifications,
            marks: header.marks,
            firstUnread: header.firstUnread
        )
    }
}
