import ChatTypes
import SQLiteKit

/// Where a message stands in its chat's timeline: first by whether it has a position, then by that or its number in the
/// outbox.
struct TimelinePlace {
    let waits: Int64
    let number: Int64
}

/// What a timeline needs of its chat.
struct TimelineHeader {
    let key: Int64
    let contact: Contact
    let group: GroupState?
    let myMarker: Int64?
    let theirMarker: Int64?
    let draft: String
    let isMuted: Bool
    /// Of the message that was asked for; nil when none was, or when it is not held.
    var place: TimelinePlace?
    var firstUnread: MessageID?

    init(row: borrowing Row, at column: Int32, firstUnread: Int32? = nil) {
        key = row.integer(column)
        contact = Contact(id: row.identifier(column + 1), name: row.text(column + 2))
        myMarker = row.optionalInteger(column + 3)
        theirMarker = row.optionalInteger(column + 4)
        draft = row.text(column + 5)
        isMuted = row.flag(column + 6)
        group = GroupState(row: row, at: column + 7)
        self.firstUnread = firstUnread.flatMap { row.isNull($0) ? nil : row.identifier($0) }
    }

    static func find(_ chat: ChatID, around message: MessageID, in connection: SQLiteConnection) throws -> Self? {
        try connection.first(
            """
            SELECT c.key, c.contact, c.name, c.my_marker, c.their_marker, c.draft, c.muted, c.is_group, c.people,
                o.is_member, m.waits, m.place
            FROM chat c LEFT JOIN message m ON m.chat = c.key AND m.id = ?2
                LEFT JOIN member o ON o.chat = c.key AND o.id = '' WHERE c.id = ?1
            """,
            chat.stored,
            message.stored
        ) { row in
            var header = Self(row: row, at: 0)
            header.place = row.optionalInteger(11).map { TimelinePlace(waits: row.integer(10), number: $0) }
            return header
        }
    }
}

extension Timeline {
    init(_ header: TimelineHeader, messages: [ChatMessage], hasStoredEarlier: Bool, hasLater: Bool) {
        self.init(
            contact: header.contact,
            group: header.group,
            messages: messages,
            hasStoredEarlier: hasStoredEarlier,
            hasLater: hasLater,
            marker: header.myMarker.map(Position.init(_:)),
            draft: header.draft,
            isMuted: header.isMuted,
            firstUnread: header.firstUnread
        )
    }
}
