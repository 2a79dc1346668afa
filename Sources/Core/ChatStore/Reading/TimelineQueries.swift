import SQLiteKit

/// The columns of a chat `c` that a timeline begins with. The first parameter is the ID of the chat.
struct HeaderColumns: Sendable {
    let key, contact, name, unread, myMarker, theirMarker, draft, hasUnfinished: Int32
    let notifications: NotificationColumns
    let group: GroupColumns
    let standing: StandingColumns
    let distinction: Int32
    let marks: MarkColumns

    init(_ list: inout ColumnList) {
        key = list.add("c.key")
        contact = list.add("c.contact")
        name = list.add("c.name")
        unread = list.add("c.unread")
        myMarker = list.add("c.my_marker")
        theirMarker = list.add("c.their_marker")
        draft = list.add("c.draft")
        // By the parameter, so that SQLite looks once, and not for each message.
        hasUnfinished = list.add("EXISTS (SELECT 1 FROM unfinished WHERE chat = (SELECT key FROM chat WHERE id = ?1))")
        notifications = NotificationColumns(&list)
        group = GroupColumns(&list)
        standing = StandingColumns(&list)
        distinction = list.addDistinction()
        marks = MarkColumns(&list)
    }
}

/// The columns of a chat with its newest messages.
struct NewestColumns: Sendable {
    let message: MessageColumns
    let header: HeaderColumns
    let firstUnread: Int32

    init(_ list: inout ColumnList) { self.init(&list, isOfPart: false) }

    static func ofPart(_ list: inout ColumnList) -> Self { Self(&list, isOfPart: true) }

    private init(_ list: inout ColumnList, isOfPart: Bool) {
        message = MessageColumns(&list, isOfPart: isOfPart)
        header = HeaderColumns(&list)
        firstUnread = list.add(Self.firstUnread)
    }

    /// The signs before `mine`, `removed` and `quiet` keep SQLite from building an index of what it reads there, which would
    /// have another order and contain all of it.
    private static var firstUnread: StaticString {
        """
        (SELECT id FROM (
            SELECT n.id, n.mine, n.removed, n.quiet FROM chat d CROSS JOIN message n INDEXED BY message_by_thread
                ON n.chat = d.key AND n.thread IS NULL AND n.waits = 0
                AND n.place > coalesce(d.my_marker, -9223372036854775808)
            WHERE d.id = ?1 AND d.unread > 0 ORDER BY n.place LIMIT ?3)
        WHERE +mine = 0 AND +removed = 0 AND +quiet = 0 LIMIT 1)
        """
    }
}

/// The columns of a chat, and of the place of a message in it.
struct PlacedHeaderColumns: Sendable {
    let header: HeaderColumns
    let waits, place: Int32

    init(_ list: inout ColumnList) {
        header = HeaderColumns(&list)
        waits = list.add("m.waits")
        place = list.add("m.place")
    }
}

extension ChatReader {
    /// A chat's header, its first unread message and its newest messages: the chat's ID, the number of messages, and the reach.
    static let newestQuery = Query(NewestColumns.init) { columns in
        """
        SELECT \(columns) FROM chat c LEFT JOIN message m ON m.chat = c.key
            LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
            LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place AND m.waits = 0
        WHERE c.id = ?1 ORDER BY m.waits DESC, m.place DESC LIMIT ?2
        """
    }

    static let headerQuery = Query(PlacedHeaderColumns.init) { columns in
        "SELECT \(columns) FROM chat c LEFT JOIN message m ON m.chat = c.key AND m.id = ?2 WHERE c.id = ?1"
    }

    /// As `headerQuery`, with the place of the root for a message of a thread.
    static let mainHeaderQuery = Query(PlacedHeaderColumns.init) { columns in
        """
        SELECT \(columns) FROM chat c LEFT JOIN message m ON m.chat = c.key
            AND m.id = coalesce((SELECT thread FROM message WHERE chat = c.key AND id = ?2), ?2)
        WHERE c.id = ?1
        """
    }

    static let answeredQuery = Query(PreviewColumns.init) { columns in
        """
        SELECT \(columns) FROM message m LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
        WHERE m.chat = ? AND m.id = ?
        """
    }

    /// The messages of a chat up to a place. Has the parameters of `earlierOfPartQuery`, and ignores the thread.
    static let earlierQuery = Query(MessageColumns.init) { columns in
        """
        SELECT \(columns) \(messagesWithSenders)
        WHERE m.chat = ?1 AND (m.waits, m.place) <= (?3, ?4) ORDER BY m.waits DESC, m.place DESC LIMIT ?5
        """
    }

    static let laterQuery = Query(MessageColumns.init) { columns in
        """
        SELECT \(columns) \(messagesWithSenders)
        WHERE m.chat = ?1 AND (m.waits, m.place) > (?3, ?4) ORDER BY m.waits, m.place LIMIT ?5
        """
    }

    private static let messagesWithSenders = """
        FROM message m LEFT JOIN gap g ON g.chat = m.chat AND g.position = m.place AND m.waits = 0
            LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
        """

    // MARK: Parts

    /// As `newestQuery`, of the messages outside threads.
    static let newestMainQuery = Query(NewestColumns.ofPart) { columns in
        """
        SELECT \(columns) FROM chat c LEFT JOIN message m INDEXED BY message_by_thread ON m.chat = c.key AND m.thread IS NULL
            LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
        WHERE c.id = ?1 ORDER BY m.waits DESC, m.place DESC LIMIT ?2
        """
    }

    /// The messages of a thread, or outside threads, up to a place.
    static let earlierOfPartQuery = Query(MessageColumns.ofPart) { columns in
        """
        SELECT \(columns) \(messagesOfPart)
        WHERE m.chat = ?1 AND m.thread IS ?2 AND (m.waits, m.place) <= (?3, ?4) ORDER BY m.waits DESC, m.place DESC LIMIT ?5
        """
    }

    static let laterOfPartQuery = Query(MessageColumns.ofPart) { columns in
        """
        SELECT \(columns) \(messagesOfPart)
        WHERE m.chat = ?1 AND m.thread IS ?2 AND (m.waits, m.place) > (?3, ?4) ORDER BY m.waits, m.place LIMIT ?5
        """
    }

    static let messageQuery = Query(MessageColumns.init) { columns in
        "SELECT \(columns) \(messagesWithSenders) WHERE m.chat = ? AND m.id = ?"
    }

    private static let messagesOfPart = """
        FROM message m INDEXED BY message_by_thread LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
        """
}
