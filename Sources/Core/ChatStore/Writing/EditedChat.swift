import ChatTypes
import SQLiteKit

/// What a writer needs to know of a chat's row while it changes it.
struct EditedChat {
    let key: Int64
    let id: ChatID
    var name: String
    var activity: Int64
    var unread: Int64 = 0
    var myMarker: Int64?
    var theirMarker: Int64?
    /// The highest position that is held.
    var top: Int64?
    /// Whether something waits to be sent, or for its position: then that says when the chat was active, and not what comes.
    var hasWaiting = false
    /// The highest position before which something is missing, by what the messages behind their gaps say.
    var highestMissing: Int64?
    var awaitsReceipts = false
    var awaitsAnnotations = false
    /// Whether its unread messages are no part of the account's sum.
    var isMuted = false
    /// Whether it may have several people beside ourselves.
    var isGroup = false
    /// How many are in the group, ourselves included, and how many rows it has of those who are or were.
    var people: Int64 = 0
    var members: Int64 = 0
    /// Whether it was made or renamed, or became a group, in this very update.
    var isFresh = false
    /// Whether in this very update a member read on, came or went.
    var hasMemberRead = false
    /// Whether in this very update the server took one of the messages that waited.
    var hasSettled = false

    static func find(_ chat: ChatID, in connection: SQLiteConnection) throws -> EditedChat? {
        let found = try connection.first(
            """
            SELECT key, name, activity, unread, my_marker, their_marker,
                (SELECT max(place) FROM message WHERE chat = c.key AND waits = 0),
                EXISTS (SELECT 1 FROM message INDEXED BY message_to_send
                    WHERE chat = c.key AND waits = 2 AND failure IS NULL)
                    OR EXISTS (SELECT 1 FROM message WHERE chat = c.key AND waits = 1),
                (SELECT max(predecessor) FROM gap WHERE chat = c.key),
                EXISTS (SELECT 1 FROM awaited_receipt WHERE chat = c.key),
                EXISTS (SELECT 1 FROM annotation WHERE chat = c.key),
                muted, is_group, people, members
            FROM chat c WHERE id = ?
            """,
            chat.stored
        ) { row in
            EditedChat(
                key: row.integer(0),
                id: chat,
                name: row.text(1),
                activity: row.integer(2),
                unread: row.integer(3),
                myMarker: row.optionalInteger(4),
                theirMarker: row.optionalInteger(5),
                top: row.optionalInteger(6),
                hasWaiting: row.flag(7),
                highestMissing: row.optionalInteger(8),
                awaitsReceipts: row.flag(9),
                awaitsAnnotations: row.flag(10),
                isMuted: row.flag(11),
                isGroup: row.flag(12),
                people: row.integer(13),
                members: row.integer(14)
            )
        }
        guard var found else { return nil }
        // No history has so many messages: the number is damaged, and is counted anew.
        if !(0..<1 << 48).contains(found.unread) { try found.countUnread(in: connection) }
        let plausible = 0...Int64(Limits.members)
        if !plausible.contains(found.people) || !plausible.contains(found.members) {
            try found.countMembers(in: connection)
        }
        return found
    }

    /// Writes back what changed since `old`, with the account's sum in step.
    func save(replacing old: EditedChat, in connection: SQLiteConnection) throws {
        let isSame =
            activity == old.activity && unread == old.unread && myMarker == old.myMarker
            && theirMarker == old.theirMarker && people == old.people && members == old.members
        if isSame { return }
        try connection.run(
            """
            UPDATE chat SET activity = ?, unread = ?, my_marker = ?, their_marker = ?, people = ?, members = ? WHERE key = ?
            """,
            activity,
            unread,
            myMarker,
            theirMarker,
            people,
            members,
            key
        )
        guard unread != old.unread, !isMuted else { return }
        try Self.addToSum(unread - old.unread, in: connection)
    }

    /// Keeps the account's sum in step with the chats that are not muted; one that is damaged is made anew.
    static func addToSum(_ change: Int64, in connection: SQLiteConnection) throws {
        try connection.run(
            """
            UPDATE account SET unread = CASE WHEN unread + ?1 BETWEEN 0 AND 1 << 48 THEN unread + ?1
                ELSE (SELECT coalesce(sum(min(max(unread, 0), 1 << 40)), 0) FROM chat WHERE muted = 0) END
            """,
            change
        )
    }

    /// Unread is the contact's messages after the marker.
    private mutating func countUnread(in connection: SQLiteConnection) throws {
        unread =
            try connection.first(
                "SELECT count(*) FROM message WHERE chat = ? AND waits = 0 AND place > ? AND mine = 0 AND removed = 0",
                key,
                myMarker ?? .min
            ) { $0.integer(0) } ?? 0
    }

    private mutating func countMembers(in connection: SQLiteConnection) throws {
        let counts = try connection.first(
            "SELECT count(*) FILTER (WHERE is_member = 1), count(*) FROM member WHERE chat = ?",
            key
        ) { ($0.integer(0), $0.integer(1)) }
        if let counts { (people, members) = counts }
    }

    /// Works out anew by what a chat is sorted: the time of its newest message, the last that waits or else the one at
    /// the highest position, or of its making. One that the server refused does not count.
    static func renewActivity(of chat: Int64, in connection: SQLiteConnection) throws {
        try connection.run(
            """
            UPDATE chat SET activity = coalesce(
                (SELECT time FROM message INDEXED BY message_to_send
                    WHERE chat = ?1 AND waits = 2 AND failure IS NULL ORDER BY place DESC LIMIT 1),
                (SELECT time FROM message WHERE chat = ?1 AND waits = 1 ORDER BY place DESC LIMIT 1),
                (SELECT time FROM message WHERE chat = ?1 AND waits = 0 ORDER BY place DESC LIMIT 1),
                created)
            WHERE key = ?1
            """,
            chat
        )
    }
}
