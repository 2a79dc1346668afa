public import ChatTypes
import SQLiteKit

extension ChatReader {
    /// Returns a window of a chat's messages, all or those of a part; nil if there is no such chat.
    ///
    /// Messages are in the server's order, followed by the waiting ones in the order in which they were written; the
    /// window counts both. Throws `SQLiteError`. Cost: linear in the window, whatever the length of the history or of
    /// the outbox; one statement, four around a message (the chat, its first unread message, those up to it, those
    /// after it); several for a thread, and for the list of threads. Linear in the number of chats if there is no such chat. Reports
    /// corruption if the list has it.
    public func timeline(
        of chat: ChatID,
        in window: MessageWindow,
        part: TimelinePart = .all
    ) throws -> Timeline? {
        let timeline =
            switch part {
            case .all, .main: try findTimeline(of: chat, in: window, part)
            case .thread(let root): try findThread(root, of: chat, in: window)
            case .threads: try findThreads(of: chat, in: window)
            }
        // Otherwise its screen would wait forever for a chat that the list shows.
        if timeline == nil { try checkAbsence(of: chat) }
        return timeline
    }

    private func findTimeline(of chat: ChatID, in window: MessageWindow, _ part: TimelinePart) throws -> Timeline? {
        let stretch = WindowCounts(window)
        guard let middle = stretch.middle else { return try newest(stretch.newest, of: chat, part) }
        guard var header = try TimelineHeader.find(chat, around: middle, part, in: connection) else { return nil }
        guard let place = header.place else { return try newest(stretch.newest, of: chat, part) }
        header.firstUnread = try newest(0, of: chat, part)?.firstUnread
        return try timeline(header, around: place, stretch, part)
    }

    /// Returns the messages of a part around a place.
    func timeline(
        _ header: TimelineHeader,
        around place: TimelinePlace,
        _ stretch: WindowCounts,
        _ part: TimelinePart
    ) throws -> Timeline {
        let limit = stretch.upToMiddle
        // Reads one more to know whether there are more.
        let earlier = try messages(of: header, upTo: place, limit: limit + 1, part)
        let later = try messages(of: header, after: place, limit: stretch.after + 1, part)
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
                AND (m.place > coalesce(CASE WHEN m.thread IS NULL THEN c.my_marker ELSE max(
                        coalesce((SELECT marker FROM thread WHERE chat = m.chat AND root = m.thread), c.read_all),
                        coalesce(c.read_all, -9223372036854775808)) END, -9223372036854775808)
                    OR m.mention = 1 AND m.edit > 0)
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
    private func newest(_ limit: Int, of chat: ChatID, _ part: TimelinePart) throws -> Timeline? {
        var header: TimelineHeader?
        var messages: [ChatMessage] = []
        try connection.forEach(
            part == .main ? Self.newestMainQuery : Self.newestQuery,
            chat.stored,
            limit + 1,
            Self.unreadReach + 1
        ) { row, columns in
            let known = header ?? TimelineHeader(row: row, columns.header, firstUnread: columns.firstUnread)
            header = known
            // A chat without messages has a row, too.
            guard !row.isNull(columns.message.id) else { return }
            messages.append(try message(row, columns.message, of: known))
        }
        guard let header else { return nil }
        return Timeline(
            header,
            messages: messages.prefix(limit).reversed(),
            hasStoredEarlier: messages.count > limit,
            hasLater: false
        )
    }

    /// Reads a message, with its reactions, its poll and the message that it answers.
    func message(
        _ row: borrowing Row,
        _ columns: MessageColumns,
        of chat: TimelineHeader
    ) throws -> ChatMessage {
        var markers = (mine: chat.myMarker, theirs: chat.theirMarker)
        if !row.isNull(columns.thread) { markers = try self.markers(of: row.identifier(columns.thread), in: chat) }
        var message = ChatMessage(row: row, columns, readUpTo: markers.mine, byOthersUpTo: markers.theirs)
        if row.flag(columns.hasReactions) {
            message.reactions = try reactions(to: message.id, in: chat.key, contact: chat.contact.shownName)
        }
        if let poll = Poll(row, columns.poll) {
            message.poll = try counted(poll, of: message.id, in: chat.key, isEnded: row.flag(columns.pollEnd))
        }
        if !row.isNull(columns.answers) {
            message.answered = try answered(row.identifier(columns.answers), in: chat.key)
        }
        if row.flag(columns.hasThread) { message.thread = try summary(of: message.id, in: chat.key) }
        return message
    }

    /// Returns a chat's pinned messages, the one pinned last first, at most `limit` after the first `offset`. A message that is not stored
    /// has no author. Throws `SQLiteError`. Cost: linear in the chat's pins, which are limited.
    public func pinnedMessages(of chat: ChatID, offset: Int = 0, limit: Int) throws -> [AnsweredMessage] {
        guard let key = try connection.first("SELECT key FROM chat WHERE id = ?", chat.stored, read: { $0.integer(0) })
        else { return [] }
        let pinned: [MessageID] = try connection.rows(
            "SELECT message FROM pin WHERE chat = ? ORDER BY place DESC LIMIT ? OFFSET ?",
            key,
            max(0, limit),
            offset
        ) { $0.identifier(0) }
        return try pinned.map { try answered($0, in: key) }
    }

    /// Returns a message as a reply to it shows it.
    func answered(_ message: MessageID, in chat: Int64) throws -> AnsweredMessage {
        try connection.first(Self.answeredQuery, chat, message.stored) { row, columns in
            AnsweredMessage(
                id: message,
                author: row.author(columns.author),
                senderName: row.optionalText(columns.senderName),
                text: row.previewText(columns, upTo: AnsweredMessage.textBytes),
                senderWarning: SenderWarning(row, columns.warning)
            )
        } ?? AnsweredMessage(id: message)
    }

    func messages(of chat: TimelineHeader, upTo place: TimelinePlace, limit: Int, _ part: TimelinePart) throws
        -> [ChatMessage]
    {
        let query = part == .all ? Self.earlierQuery : Self.earlierOfPartQuery
        return try messages(of: chat, part, by: query, from: place, limit: limit)
    }

    private func messages(of chat: TimelineHeader, after place: TimelinePlace, limit: Int, _ part: TimelinePart) throws
        -> [ChatMessage]
    {
        let query = part == .all ? Self.laterQuery : Self.laterOfPartQuery
        return try messages(of: chat, part, by: query, from: place, limit: limit)
    }

    private func messages(
        of chat: TimelineHeader,
        _ part: TimelinePart,
        by query: Query<MessageColumns>,
        from place: TimelinePlace,
        limit: Int
    ) throws -> [ChatMessage] {
        try connection.rows(query, chat.key, part.thread?.stored, place.waits, place.number, limit) {
            try message($0, $1, of: chat)
        }
    }
}

/// A window as numbers of messages, with any negative or huge numbers corrected.
struct WindowCounts {
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
    var isCountedUnread: Bool
    let myMarker: Int64?
    let theirMarker: Int64?
    var draft: String
    let hasUnfinished: Bool
    let notifications: NotificationMode
    let marks: Set<ChatMark>
    /// The place of the requested message; nil without one, or if it is not stored.
    var place: TimelinePlace?
    var firstUnread: MessageID?
    /// The thread whose answers are read, and how far the user and all others have read in it.
    var thread: (root: MessageID, mine: Int64?, theirs: Int64?)?

    init(row: borrowing Row, _ columns: HeaderColumns, firstUnread: Int32? = nil) {
        key = row.integer(columns.key)
        contact = Contact(id: row.identifier(columns.contact), name: row.text(columns.name))
        isCountedUnread = row.integer(columns.unread) > 0
        myMarker = row.optionalInteger(columns.myMarker)
        theirMarker = row.optionalInteger(columns.theirMarker)
        draft = row.text(columns.draft)
        hasUnfinished = row.flag(columns.hasUnfinished)
        notifications = NotificationMode(row: row, columns.notifications)
        standing = ChatStanding(row: row, columns.standing)
        group = GroupState(row: row, columns.group, in: standing.state)
        distinction = row.optionalText(columns.distinction) ?? contact.ownDistinction
        marks = Set(row: row, columns.marks)
        self.firstUnread = firstUnread.flatMap { row.isNull($0) ? nil : row.identifier($0) }
    }

    static func find(
        _ chat: ChatID,
        around message: MessageID,
        _ part: TimelinePart = .all,
        in connection: SQLiteConnection
    ) throws -> Self? {
        let query = part == .main ? ChatReader.mainHeaderQuery : ChatReader.headerQuery
        return try connection.first(query, chat.stored, message.stored) { row, columns in
            var header = Self(row: row, columns.header)
            header.place = row.optionalInteger(columns.place).map {
                TimelinePlace(waits: row.integer(columns.waits), number: $0)
            }
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
            hasUnfinished: header.hasUnfinished,
            notifications: header.notifications,
            marks: header.marks,
            firstUnread: header.firstUnread,
            isCountedUnread: header.isCountedUnread
        )
    }
}
