import ChatTypes
import Foundation
import SQLiteKit

/// The columns of a chat `c` in the list, with its newest message `m`.
struct ListColumns: Sendable {
    let id, contact, name, activity, unread, hasMoreUnread, mentions, hasDraft, hasFailed: Int32
    let group: GroupColumns
    let standing: StandingColumns
    let distinction: Int32
    let notifications: NotificationColumns
    let marks: MarkColumns
    let newest: PreviewColumns
    let time: Int32

    init(_ list: inout ColumnList) {
        id = list.add("c.id")
        contact = list.add("c.contact")
        name = list.add("c.name")
        activity = list.add("c.activity")
        unread = list.add("c.unread")
        hasMoreUnread = list.add(
            """
            c.unread > 0 AND (c.muted OR c.mentions_only)
                AND EXISTS (SELECT 1 FROM gap WHERE chat = c.key AND position > c.my_marker)
            """
        )
        mentions = list.add("c.mentions")
        hasDraft = list.add(
            """
            c.draft <> '' OR EXISTS (SELECT 1 FROM unfinished WHERE chat = c.key)
                OR EXISTS (SELECT 1 FROM thread INDEXED BY thread_with_draft WHERE chat = c.key AND draft <> '')
            """
        )
        hasFailed = list.add(
            """
            EXISTS (SELECT 1 FROM message INDEXED BY message_failed
                WHERE chat = c.key AND waits = 2 AND failure IS NOT NULL)
            """
        )
        group = GroupColumns(&list)
        standing = StandingColumns(&list)
        distinction = list.addDistinction()
        notifications = NotificationColumns(&list)
        marks = MarkColumns(&list)
        newest = PreviewColumns(&list)
        time = list.add("m.time")
    }
}

extension StoredChat {
    init(row: borrowing Row, _ columns: ListColumns) {
        let standing = ChatStanding(row: row, columns.standing)
        let contact = Contact(id: row.identifier(columns.contact), name: row.text(columns.name))
        self.init(
            id: row.identifier(columns.id),
            contact: contact,
            group: GroupState(row: row, columns.group, in: standing.state),
            standing: standing,
            distinction: row.optionalText(columns.distinction) ?? contact.ownDistinction,
            activity: Date(milliseconds: row.integer(columns.activity)),
            unreadCount: row.count(columns.unread),
            hasMoreUnread: row.flag(columns.hasMoreUnread),
            mentionCount: row.count(columns.mentions),
            notifications: NotificationMode(row: row, columns.notifications),
            marks: Set(row: row, columns.marks),
            hasDraft: row.flag(columns.hasDraft),
            hasFailed: row.flag(columns.hasFailed),
            newest: row.isNull(columns.newest.author.mine)
                ? nil
                : StoredChat.Newest(
                    author: row.author(columns.newest.author),
                    senderName: row.optionalText(columns.newest.senderName),
                    text: row.preview(
                        columns.newest.text,
                        spans: columns.newest.spans,
                        upTo: StoredChat.previewBytes
                    ),
                    imageCount: row.count(columns.newest.images),
                    fileName: row.fileName(columns.newest),
                    isDeleted: row.flag(columns.newest.removed),
                    time: Date(milliseconds: row.integer(columns.time)),
                    senderWarning: SenderWarning(row, columns.newest.warning)
                )
        )
    }
}

extension ChatOrder {
    /// A page of a space's chats in this order: the space's ID, its limit and its offset.
    var spaceQuery: Query<ListColumns> {
        switch self {
        case .favourites: Self.favouritesInSpaceQuery
        case .unread: Self.unreadInSpaceQuery
        case .recent: Self.recentInSpaceQuery
        }
    }

    /// A page of the chats with an unsent text in this order: its limit and its offset.
    var draftQuery: Query<ListColumns> {
        switch self {
        case .favourites: Self.favouritesWithDraftQuery
        case .unread: Self.unreadWithDraftQuery
        case .recent: Self.recentWithDraftQuery
        }
    }

    private static let (favouritesInSpaceQuery, favouritesWithDraftQuery) = queries(
        ordered: "favourite DESC, activity DESC, c.id",
        by: "c.favourite DESC, c.activity DESC, c.id"
    )

    private static let (unreadInSpaceQuery, unreadWithDraftQuery) = queries(
        ordered: "has_news DESC, favourite DESC, activity DESC, c.id",
        by: "p.has_news DESC, c.favourite DESC, c.activity DESC, c.id"
    )

    private static let (recentInSpaceQuery, recentWithDraftQuery) = queries(
        ordered: "activity DESC, c.id",
        by: "c.activity DESC, c.id"
    )

    /// Returns the queries of a space's chats and of those with an unsent text.
    private static func queries(ordered order: String, by pageOrder: String) -> (
        Query<ListColumns>, Query<ListColumns>
    ) {
        let keys = { (chats: String) in
            "SELECT c.key AS key, (\(SchemaText.hasNews)) AS has_news FROM \(chats) ORDER BY \(order)"
        }
        return (
            query(
                of: keys("space INDEXED BY space_by_id JOIN chat c ON c.key = space.chat WHERE space.id = ?"),
                by: pageOrder
            ),
            query(
                of: keys("(\(keysWithDraft)) d CROSS JOIN chat c ON c.key = d.key"),
                by: pageOrder
            )
        )
    }

    /// Selects the keys of the chats with an unsent text.
    private static let keysWithDraft = """
        SELECT key FROM chat INDEXED BY chat_with_draft WHERE draft <> ''
        UNION SELECT chat FROM unfinished
        UNION SELECT chat FROM thread INDEXED BY thread_with_draft WHERE draft <> ''
        """

    /// A page of the list in this order: its limit and its offset.
    var query: Query<ListColumns> {
        switch self {
        case .favourites: Self.favouritesQuery
        case .unread: Self.unreadQuery
        case .recent: Self.recentQuery
        }
    }

    private static let favouritesQuery = query(
        of: """
            SELECT key FROM
                (SELECT key FROM chat INDEXED BY chat_favourite WHERE favourite = 1 ORDER BY activity DESC, id)
            UNION ALL SELECT key FROM
                (SELECT key FROM chat INDEXED BY chat_by_activity WHERE favourite = 0 ORDER BY activity DESC, id)
            """,
        by: "c.favourite DESC, c.activity DESC, c.id"
    )

    private static let unreadQuery = query(
        of: """
            SELECT key, has_news FROM
                (SELECT key, 1 AS has_news FROM chat INDEXED BY chat_with_news WHERE (\(SchemaText.hasNews))
                    ORDER BY favourite DESC, activity DESC, id)
            UNION ALL SELECT key, 0 FROM
                (SELECT key FROM chat INDEXED BY chat_favourite WHERE favourite = 1 AND NOT (\(SchemaText.hasNews))
                    ORDER BY activity DESC, id)
            UNION ALL SELECT key, 0 FROM
                (SELECT key FROM chat INDEXED BY chat_by_activity WHERE favourite = 0 AND NOT (\(SchemaText.hasNews))
                    ORDER BY activity DESC, id)
            """,
        by: "p.has_news DESC, c.favourite DESC, c.activity DESC, c.id"
    )

    private static let recentQuery = query(
        of: "SELECT key FROM chat INDEXED BY chat_by_activity ORDER BY activity DESC, id",
        by: "c.activity DESC, c.id"
    )

    /// - Parameters:
    ///   - keys: selects the keys of all chats in order.
    ///   - order: the same order, for a page of them.
    private static func query(of keys: String, by order: String) -> Query<ListColumns> {
        Query(ListColumns.init) { columns in
            """
            SELECT \(columns)
            FROM (\(keys) LIMIT ? OFFSET ?) p
            JOIN chat c ON c.key = p.key
            \(ChatReader.newestMessage)
            ORDER BY \(order)
            """
        }
    }
}

extension ChatReader {
    /// Joins a chat `c` to its newest message `m`, as a line about the chat shows it, and that one's sender `s`.
    static let newestMessage = """
        LEFT JOIN message m ON m.key = coalesce(
            (SELECT key FROM message INDEXED BY message_to_send
                WHERE chat = c.key AND waits = 2 AND failure IS NULL ORDER BY place DESC LIMIT 1),
            (SELECT key FROM message WHERE chat = c.key AND waits = 1 ORDER BY place DESC LIMIT 1),
            (SELECT key FROM (SELECT key, event FROM message WHERE chat = c.key AND waits = 0 ORDER BY place DESC LIMIT 200)
                WHERE +event IS NULL LIMIT 1))
        LEFT JOIN member s ON s.chat = m.chat AND s.id = m.sender
        """
}
