import ChatTypes
import SQLiteKit

/// The columns of a chat `c` that say what notifies the user.
struct NotificationColumns: Sendable {
    let muted, mentionsOnly: Int32

    init(_ list: inout ColumnList) {
        muted = list.add("c.muted")
        mentionsOnly = list.add("c.mentions_only")
    }

    /// The columns `muted` and `mentions_only` of a query that lists them from this column on.
    init(at column: Int32) { (muted, mentionsOnly) = (column, column + 1) }
}

extension NotificationMode {
    init(row: borrowing Row, _ columns: NotificationColumns) {
        self = row.flag(columns.muted) ? .muted : row.flag(columns.mentionsOnly) ? .mentions : .all
    }
}

/// The columns of a chat `c` that are its marks.
struct MarkColumns: Sendable {
    let favourite, unread: Int32

    init(_ list: inout ColumnList) {
        favourite = list.add("c.favourite")
        unread = list.add("c.marked_unread")
    }

    /// The columns `favourite` and `marked_unread` of a query that lists them from this column on.
    init(at column: Int32) { (favourite, unread) = (column, column + 1) }
}

extension Set<ChatMark> {
    init(row: borrowing Row, _ columns: MarkColumns) {
        self.init()
        if row.flag(columns.favourite) { insert(.favourite) }
        if row.flag(columns.unread) { insert(.unread) }
    }
}

/// The columns of a chat `c` that say what the user may do there.
struct StandingColumns: Sendable {
    let state, person, reason, rights, topic: Int32

    init(_ list: inout ColumnList) {
        state = list.add("c.state")
        person = list.add("c.state_person")
        reason = list.add("c.state_reason")
        rights = list.add("c.rights")
        topic = list.add("c.topic")
    }

    /// The columns `state`, `state_person`, `state_reason`, `rights` and `topic` of a query that lists them from this column on.
    init(at column: Int32) {
        (state, person, reason, rights, topic) = (column, column + 1, column + 2, column + 3, column + 4)
    }
}

extension ChatStanding {
    init(row: borrowing Row, _ columns: StandingColumns) {
        self.init(
            state: ChatState(
                word: row.text(columns.state),
                person: row.optionalText(columns.person),
                reason: row.optionalText(columns.reason)
            ),
            rights: ChatRights(rawValue: row.integer(columns.rights)),
            topic: row.text(columns.topic, upTo: Limits.topicBytes)
        )
    }
}

/// The columns of a chat `c` that only a group has.
struct GroupColumns: Sendable {
    let isGroup, people: Int32

    init(_ list: inout ColumnList) {
        isGroup = list.add("c.is_group")
        people = list.add("c.people")
    }
}

extension GroupState {
    /// Creates nil between two.
    init?(row: borrowing Row, _ columns: GroupColumns, in state: ChatState) {
        guard row.flag(columns.isGroup) else { return nil }
        self.init(memberCount: row.count(columns.people), hasLeft: state.isOver)
    }
}

extension ColumnList {
    /// Adds the ID that tells a chat `c` from others of its name: null if none has that name, the chat's own ID if they have the same
    /// contact, too.
    mutating func addDistinction() -> Int32 {
        add(
            """
            (SELECT CASE max(d.contact = c.contact) WHEN 1 THEN c.id WHEN 0 THEN c.contact END FROM
                (SELECT d.contact, d.state FROM chat d WHERE d.name_key = c.name_key AND d.key <> c.key LIMIT 50) d
                WHERE (d.state = 'replaced') = (c.state = 'replaced'))
            """
        )
    }

    /// Adds the same for a line that does not say which of two chats was replaced.
    mutating func addDistinctionWithoutState() -> Int32 {
        add(
            """
            (SELECT CASE max(contact = c.contact) WHEN 1 THEN c.id WHEN 0 THEN c.contact END FROM
                (SELECT d.contact FROM chat d WHERE d.name_key = c.name_key AND d.key <> c.key LIMIT 50))
            """
        )
    }
}
