import ChatTypes
import SQLiteKit

/// The columns of a chat's row that a writer needs while it changes the chat.
struct ChatRow {
    let key: Int64
    let id: ChatID
    /// The contact; for a group, an ID of its own.
    var contact: ContactID
    var name: String
    var activity: Int64
    var unread: Int64 = 0
    /// The unread messages that mention the user.
    var mentions: Int64 = 0
    var myMarker: Int64?
    var theirMarker: Int64?
    /// How far the user has read in all threads at once.
    var readAll: Int64?
    /// The highest stored position, and that of the messages outside threads.
    var top: Int64?
    var mainTop: Int64?
    /// Whether it has threads.
    var hasThreads = false
    /// Whether messages wait to be sent, or for their position. They determine the chat's activity then.
    var hasWaiting = false
    /// The highest missing position, according to the messages after the gaps.
    var highestMissing: Int64?
    var awaitsReceipts = false
    var awaitsAnnotations = false
    /// The unread messages of the chat that the account's sum contains.
    var mode = NotificationMode.all
    /// Whether it may have several other people.
    var isGroup = false
    /// The number of people in the group, including the user, and the number of its rows of present and former
    /// members.
    var people: Int64 = 0
    var members: Int64 = 0
    /// Whether it was created, renamed or became a group in this update.
    var isFresh = false
    /// Whether a member read, joined or left in this update.
    var hasMemberRead = false
    /// Whether messages of a gap arrived in this update, which `unread` may count already, as the server did.
    var fillsGap = false
    /// The threads of those messages.
    var filledThreads: Set<MessageID> = []
    /// Whether the server does not know yet how far the user has read.
    var owesReceipt = false
    /// Whether the user was out of the chat when the row was read.
    var isOver = false
    /// Whether this update may have changed which message is the last one that somebody wrote, other than by a new one at the top.
    var hasStaleActivity = false

    private static let query = Query(ChatRowColumns.init) { "SELECT \($0) FROM chat c WHERE c.id = ?" }

    static func find(_ chat: ChatID, in connection: SQLiteConnection) throws -> ChatRow? {
        let found = try connection.first(Self.query, chat.stored) { row, columns in
            ChatRow(
                key: row.integer(columns.key),
                id: chat,
                contact: row.identifier(columns.contact),
                name: row.text(columns.name),
                activity: row.integer(columns.activity),
                unread: row.integer(columns.unread),
                mentions: row.integer(columns.mentions),
                myMarker: row.optionalInteger(columns.myMarker),
                theirMarker: row.optionalInteger(columns.theirMarker),
                readAll: row.optionalInteger(columns.readAll),
                top: row.optionalInteger(columns.top),
                mainTop: row.optionalInteger(columns.mainTop),
                hasThreads: row.flag(columns.hasThreads),
                hasWaiting: row.flag(columns.hasWaiting),
                highestMissing: row.optionalInteger(columns.highestMissing),
                awaitsReceipts: row.flag(columns.awaitsReceipts),
                awaitsAnnotations: row.flag(columns.awaitsAnnotations),
                mode: NotificationMode(row: row, columns.notifications),
                isGroup: row.flag(columns.isGroup),
                people: row.integer(columns.people),
                members: row.integer(columns.members),
                owesReceipt: row.flag(columns.owesReceipt),
                isOver: row.flag(columns.isOver)
            )
        }
        guard var found else { return nil }
        // Counts again, because no history has so many messages and the number must be damaged.
        if ![found.unread, found.mentions].allSatisfy({ (0..<1 << 48).contains($0) }) {
            try found.countUnread(in: connection)
        }
        let plausible = 0...Int64(Limits.members)
        if !plausible.contains(found.people) || !plausible.contains(found.members) {
            try found.countMembers(in: connection)
        }
        return found
    }

    /// Writes the changes since `old`, and updates the account's sum.
    func save(replacing old: ChatRow, in connection: SQLiteConnection) throws {
        let isSame =
            activity == old.activity && unread == old.unread && mentions == old.mentions && myMarker == old.myMarker
            && theirMarker == old.theirMarker && readAll == old.readAll && people == old.people
            && members == old.members
        if isSame { return }
        try connection.run(
            """
            UPDATE chat SET activity = ?, unread = ?, mentions = ?, my_marker = ?, their_marker = ?, people = ?, members = ?,
                read_all = ? WHERE key = ?
            """,
            activity,
            unread,
            mentions,
            myMarker,
            theirMarker,
            people,
            members,
            readAll,
            key
        )
        // The sum follows a change of the mode where it is made.
        let change = notifying(in: mode) - old.notifying(in: mode)
        if change != 0 { try Self.addToSum(change, in: connection) }
    }

    /// The unread messages that the account's sum contains.
    var notifying: Int64 { notifying(in: mode) }

    private func notifying(in mode: NotificationMode) -> Int64 {
        Int64(mode.count(unread: Int(unread), mentions: Int(mentions)))
    }

    /// Subtracts messages that are read, or no longer count.
    mutating func subtract(unread count: Int64, mentions mentionCount: Int64) {
        (unread, mentions) = (max(0, unread - count), max(0, mentions - mentionCount))
    }

    /// Adds to the account's sum over the chats of what notifies the user; recomputes a damaged sum.
    static func addToSum(_ change: Int64, in connection: SQLiteConnection) throws {
        try connection.run(
            """
            UPDATE account SET unread = CASE WHEN unread + ?1 BETWEEN 0 AND 1 << 48 THEN unread + ?1
                ELSE (SELECT coalesce(sum(min(max(iif(mentions_only, mentions, unread), 0), 1 << 40)), 0) FROM chat
                    WHERE muted = 0) END
            """,
            change
        )
    }

    /// Counts the other people's messages after the marker, and the mentions among them, with the unread answers of threads.
    mutating func countUnread(in connection: SQLiteConnection) throws {
        let main = try unread(of: nil, from: myMarker ?? .min, through: .max, in: connection)
        let threads = try threadCounts(in: connection)
        (unread, mentions) = (main.0 + threads.unread, main.1 + threads.mentions)
    }

    /// Counts the messages of a thread, or outside threads, between two positions that are unread until the marker reaches them, and the
    /// mentions among them.
    func unread(of thread: MessageID?, from low: Int64, through high: Int64, in connection: SQLiteConnection) throws
        -> (Int64, Int64)
    {
        try connection.first(
            """
            SELECT count(*), coalesce(sum(mention), 0) FROM message INDEXED BY message_by_thread
            WHERE chat = ? AND thread IS ? AND waits = 0 AND place > ? AND place <= ? AND mine = 0 AND removed = 0 AND quiet = 0
            """,
            key,
            thread?.stored,
            low,
            high
        ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    /// Whether unread messages may be missing: a gap ends above a thread's marker, or without one above that outside threads.
    func mayMissUnread(after marker: Int64? = nil, in connection: SQLiteConnection) throws -> Bool {
        guard highestMissing != nil else { return false }
        return try connection.first(
            "SELECT 1 FROM gap WHERE chat = ? AND position > ? LIMIT 1",
            key,
            marker ?? myMarker ?? .min
        ) { _ in true } ?? false
    }

    /// Takes over the server's counts, which include what has no row here, such as an edit that mentions the user.
    ///
    /// They count in a chat that notifies of everything, and the mentions in one that notifies of these, unless the server has yet to be
    /// told what was read here. The server leaves out what does not notify: of that the rows count, and while some are missing at least
    /// the number so far. Cost: constant, or linear in the unread messages here.
    mutating func countUnread(
        servers count: Int?,
        mentions mentionCount: Int?,
        threads: [ThreadCount]?,
        in connection: SQLiteConnection
    ) throws {
        func servers(_ count: Int?) -> Int64? { count.map { Int64(min(max($0, 0), 1 << 40)) } }
        if !owesReceipt, mode != .muted, let count = servers(count) {
            mentions = min(servers(mentionCount) ?? mentions, count)
            unread = mode == .all ? count : max(unread, mentions)
            if mode == .all, let threads { try setThreadCounts(threads, in: connection) }
            if mode == .all { return }
        }
        guard fillsGap || count != nil else { return }
        let mayMiss = try mayMissUnread(in: connection)
        guard fillsGap || mayMiss else { return }
        try recount(filledThreads, in: connection)
        let former = (servers(count) ?? unread, count == nil ? mentions : servers(mentionCount) ?? mentions)
        try countUnread(in: connection)
        // What the server counted besides messages still counts.
        if mayMiss || mode == .all { (unread, mentions) = (max(unread, former.0), max(mentions, former.1)) }
    }

    private mutating func countMembers(in connection: SQLiteConnection) throws {
        let counts = try connection.first(
            "SELECT count(*) FILTER (WHERE is_member = 1), count(*) FROM member WHERE chat = ?",
            key
        ) { ($0.integer(0), $0.integer(1)) }
        if let counts { (people, members) = counts }
    }

    /// Recomputes the time that sorts a chat: of its last waiting message, else of the one at the highest position,
    /// else of its creation. Ignores refused messages, and events unless there are 200 of them at the end.
    static func renewActivity(of chat: Int64, in connection: SQLiteConnection) throws {
        try connection.run(
            """
            UPDATE chat SET activity = coalesce(
                (SELECT time FROM message INDEXED BY message_to_send
                    WHERE chat = ?1 AND waits = 2 AND failure IS NULL ORDER BY place DESC LIMIT 1),
                (SELECT time FROM message WHERE chat = ?1 AND waits = 1 ORDER BY place DESC LIMIT 1),
                (SELECT time FROM (SELECT time, event FROM message WHERE chat = ?1 AND waits = 0 ORDER BY place DESC LIMIT 200)
                    WHERE +event IS NULL LIMIT 1),
                created)
            WHERE key = ?1
            """,
            chat
        )
    }
}

extension ChatRow {
    /// Whether a new member can be stored.
    var hasRoom: Bool { members < Int64(Limits.members) }

    /// Returns the author in this chat: between two, everyone except the user is the contact.
    func author(_ author: Author) -> Author {
        author == .me || isGroup ? author : .contact
    }

    /// Recomputes how far everyone in a group has read: as far as the member who has read least. Members who joined
    /// later count as having read what came before.
    ///
    /// The result depends only on the present members, so that news may arrive in any order. It moves up when members
    /// read or leave, and down when a membership says that its member was there before. Without other members it is
    /// the marker of the one who had read most, so that read messages stay read when the last one leaves. Cost: one
    /// step into an index; without other members, linear in those who left.
    mutating func renewTheirMarker(in connection: SQLiteConnection) throws {
        let marker = try connection.first(
            """
            SELECT coalesce(
                (SELECT max(since, marker) FROM member INDEXED BY member_by_reading
                    WHERE chat = ?1 AND is_member = 1 AND id <> '' ORDER BY max(since, marker) LIMIT 1),
                (SELECT max(max(since, marker)) FROM member WHERE chat = ?1 AND id <> ''))
            """,
            key
        ) { $0.optionalInteger(0) }
        theirMarker = marker ?? nil
    }
}
