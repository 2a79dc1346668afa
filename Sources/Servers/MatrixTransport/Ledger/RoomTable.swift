import ChatTypes
import Foundation
import SQLiteKit

/// A room, as far as placing its events depends on it.
struct RoomRow {
    let key: Int64
    /// The highest position that is taken; 0 while there is none.
    let top: Int64
    /// Whether the conversation starts with the first known event: sync has brought the room's creation.
    let isWhole: Bool
    /// Whether messages may be missing after the newest known one.
    let hidesMessages: Bool
    /// Whether more than one other user may write in it.
    let isGroup: Bool
    /// Whether all members were known once.
    let wasListed: Bool
    /// Whether the user's own membership has just changed.
    var isNew = false
    /// Whether the user was invited before this response.
    var wasInvited = false

    /// The position of the newest known event; nil while there is none.
    var newest: Int64? { top > 0 ? top : nil }
}

/// The user's own membership in a room.
enum RoomMembership: String {
    case join
    case invite
    case leave
    /// Known by name only: from the account's list of direct rooms, or created here a moment ago.
    case unknown
}

/// The table `room`: each room with its name, state and membership, and the direct room with each person.
struct RoomTable {
    let connection: SQLiteConnection
    let user: ContactID
    let people: PersonTable
    let creations: CreationTable
    let now: @Sendable () -> Date

    func room(_ id: ChatID) throws -> RoomRow? {
        try connection.first("SELECT key, top, whole, hidden, grouped, listed FROM room WHERE id = ?", id.rawValue) {
            RoomRow(
                key: $0.integer(0),
                top: $0.integer(1),
                isWhole: $0.flag(2),
                hidesMessages: $0.flag(3),
                isGroup: $0.flag(4),
                wasListed: $0.integer(5) > 0
            )
        }
    }

    func membership(in room: ChatID) throws -> RoomMembership {
        let name = try connection.first("SELECT membership FROM room WHERE id = ?", room.rawValue) { $0.text(0) }
        return name.flatMap(RoomMembership.init) ?? .unknown
    }

    /// Whether a room is encrypted. Encryption cannot be turned off again.
    func isEncrypted(_ room: Int64) throws -> Bool {
        try connection.first("SELECT encrypted FROM room WHERE key = ?", room) { $0.flag(0) } ?? false
    }

    func isEncrypted(_ room: ChatID) throws -> Bool {
        try connection.first("SELECT encrypted FROM room WHERE id = ?", room.rawValue) { $0.flag(0) } ?? false
    }

    /// Records that a room is encrypted, which sync may not have brought yet.
    func setEncrypted(_ room: ChatID) throws {
        try connection.run(
            """
            INSERT INTO room(id, membership, encrypted) VALUES (?, 'unknown', 1) ON CONFLICT (id) DO UPDATE SET encrypted = 1
            """,
            room.rawValue
        )
    }

    /// Records that a room is encrypted, also one of which the user only asked for it: no refusal takes it back.
    func setEncrypted(_ room: Int64) throws {
        try connection.run("UPDATE room SET encrypted = 1 WHERE key = ? AND encrypted <> 1", room)
    }

    /// Records that the user asked for the encryption of a room. Returns whether it was neither encrypted nor asked for before.
    func askForEncryption(of room: ChatID) throws -> Bool {
        try connection.run(
            """
            INSERT INTO room(id, membership, encrypted) VALUES (?, 'unknown', 2)
            ON CONFLICT (id) DO UPDATE SET encrypted = 2 WHERE encrypted = 0
            """,
            room.rawValue
        ) > 0
    }

    /// Records that the homeserver refused the encryption of a room that the user asked for, unless the room is encrypted by now.
    func takeBackEncryption(of room: ChatID) throws {
        try connection.run("UPDATE room SET encrypted = 0 WHERE id = ? AND encrypted = 2", room.rawValue)
    }

    func isGroup(_ chat: ChatID) throws -> Bool { try room(chat)?.isGroup ?? false }

    func isGroup(_ room: Int64) throws -> Bool {
        try connection.first("SELECT grouped FROM room WHERE key = ?", room) { $0.flag(0) } ?? false
    }

    func isSpace(_ room: Int64) throws -> Bool {
        try connection.first("SELECT space FROM room WHERE key = ?", room) { $0.flag(0) } ?? false
    }

    /// Returns the rooms to which the user is invited, with who invites.
    func invitations() throws -> [(room: Int64, actor: ContactID)] {
        try connection.rows(
            "SELECT key, actor FROM room WHERE membership = 'invite' AND actor IS NOT NULL ORDER BY key"
        ) {
            ($0.integer(0), ContactID($0.text(1)))
        }
    }

    func picture(of room: String) throws -> String? {
        try connection.first("SELECT picture FROM room WHERE id = ?", room) { $0.optionalText(0) } ?? nil
    }

    /// Returns the room that replaced an upgraded one, with the server of the user who upgraded it, if known.
    func successor(of room: ChatID) throws -> (room: ChatID, servers: [String])? {
        try connection.first("SELECT successor, via FROM room WHERE id = ?", room.rawValue) { row in
            row.optionalText(0).map { (ChatID($0), row.optionalText(1).map { [$0] } ?? []) }
        } ?? nil
    }

    /// Returns servers that are likely to be in a room: those of recent senders, of members, and of the room's id.
    func servers(in room: ChatID) throws -> [String] {
        let people = try connection.rows(
            """
            SELECT * FROM (SELECT sender FROM event JOIN room ON room.key = event.room WHERE room.id = ?1 AND sender <> ?2
                ORDER BY position DESC LIMIT 100)
            UNION ALL SELECT * FROM (SELECT member.id FROM member JOIN room ON room.key = member.room
                WHERE room.id = ?1 AND member.id <> ?2 ORDER BY joined DESC LIMIT 100)
            """,
            room.rawValue,
            user.rawValue
        ) { ContactID($0.text(0)) }
        var servers: [String] = []
        for server in people.map(\.server) + [room.server] {
            // The user's own homeserver needs no help to reach itself.
            if let server, server != user.server, !servers.contains(server) { servers.append(server) }
        }
        return servers
    }

    // MARK: Positions

    /// Records that the conversation starts with the first known event.
    func setWhole(_ room: Int64) throws {
        try connection.run("UPDATE room SET whole = 1 WHERE key = ?", room)
    }

    func setTop(_ position: Int64, of room: Int64) throws {
        try connection.run("UPDATE room SET top = ? WHERE key = ?", position, room)
    }

    func setHidesMessages(_ hidesMessages: Bool, in room: Int64) throws {
        try connection.run("UPDATE room SET hidden = ? WHERE key = ?", hidesMessages, room)
    }

    /// The time of an event by its sender's server, or the present one if that says none or is ahead: a wrong clock would keep the room on
    /// top of the list.
    func credibleTime(of event: RoomEvent) -> Date {
        let (time, now) = (Date(timeIntervalSince1970: Double(event.time) / 1000), now())
        return event.time > 0 && time <= now + Self.clockTolerance ? time : now
    }

    private static let clockTolerance: TimeInterval = 600

    // MARK: Counts

    /// Stores the newest event of a room, of any type, and the newest that stands outside threads.
    func setLastEvent(_ event: MessageID, main: MessageID?, of room: Int64) throws {
        try connection.run(
            "UPDATE room SET last = ?1, last_main = coalesce(?2, last_main) WHERE key = ?3",
            event.rawValue,
            main?.rawValue,
            room
        )
    }

    /// Returns the event up to which a room is read with a message: the newest one of any type if no other message follows.
    func lastEvent(readWith event: MessageID, in room: ChatID) throws -> MessageID {
        try connection.first(
            """
            SELECT last FROM room WHERE id = ?1 AND last IS NOT NULL
                AND top = (SELECT position FROM event WHERE event.room = room.key AND event.id = ?2)
            """,
            room.rawValue,
            event.rawValue
        ) { MessageID($0.text(0)) } ?? event
    }

    /// Returns the event up to which a room is read with a message outside threads: the newest one there if no other message follows.
    func lastEventOutsideThreads(readWith event: MessageID, in room: ChatID) throws -> MessageID {
        try connection.first(
            """
            SELECT last_main FROM room WHERE id = ?1 AND last_main IS NOT NULL AND ?2 =
                (SELECT id FROM event WHERE event.room = room.key AND thread IS NULL ORDER BY position DESC LIMIT 1)
            """,
            room.rawValue,
            event.rawValue
        ) { MessageID($0.text(0)) } ?? event
    }

    /// Returns the newest event of a room without messages; nil if none is known, or if the room has a message by now.
    func lastEvent(withoutMessages room: ChatID) throws -> MessageID? {
        try connection.first(
            """
            SELECT last FROM room WHERE id = ? AND last IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM event WHERE event.room = room.key)
            """,
            room.rawValue
        ) { MessageID($0.text(0)) }
    }

    /// Stores the homeserver's counts, and returns them if they are news: if they changed, or came with events.
    ///
    /// A room counts nothing once the user is in its successor. The homeserver cannot count mentions in an encrypted room.
    func counts(_ update: RoomUpdate, of room: Int64) throws -> RoomCounts? {
        guard let unread = update.unreadCount else { return nil }
        let mentions = update.mentionCount ?? 0
        let isChanged =
            try connection.run(
                """
                UPDATE room SET unread = ?1, mentions = ?2, threads = ?4
                WHERE key = ?3 AND (unread IS NOT ?1 OR mentions IS NOT ?2 OR threads IS NOT ?4)
                """,
                unread,
                mentions,
                room,
                RoomCounts.text(of: update.threadCounts)
            ) > 0
        guard isChanged || !update.timeline.isEmpty || !update.receipts.isEmpty else { return nil }
        return try counts(of: room)
    }

    /// Returns the homeserver's counts for a room as it stated them last; nil if it has not.
    func counts(of room: Int64) throws -> RoomCounts? {
        try connection.first(
            """
            SELECT unread, mentions, encrypted,
                EXISTS (SELECT 1 FROM room next WHERE next.id = room.successor AND next.membership = 'join'), threads
            FROM room WHERE key = ? AND unread IS NOT NULL
            """,
            room
        ) { row in
            if row.flag(3) { return RoomCounts(unread: 0, mentions: 0, threads: []) }
            return RoomCounts(
                unread: row.count(0),
                mentions: row.flag(2) ? nil : row.count(1),
                threads: RoomCounts.threads(in: row.text(4), areMentionsKnown: !row.flag(2))
            )
        }
    }

    // MARK: Direct rooms

    /// Stores the account's list of direct rooms.
    func setDirectRooms(_ direct: [(person: ContactID, rooms: [ChatID])]) throws {
        for (person, rooms) in direct {
            for room in rooms { try setDirect(room, with: person) }
        }
        try creations.encryptDirectRooms()
    }

    func setDirect(_ room: ChatID, with person: ContactID) throws {
        try connection.run(
            """
            INSERT INTO room(id, membership, peer) VALUES (?1, 'unknown', ?2)
            ON CONFLICT (id) DO UPDATE SET peer = excluded.peer
            """,
            room.rawValue,
            person.rawValue
        )
    }

    /// Returns the direct room with a person, and whether that person has left it or declined the invitation.
    ///
    /// Of several rooms, prefers one in which the person is, then the one with the newest message.
    func directRoom(with person: ContactID) throws -> (id: ChatID, isLeft: Bool)? {
        try connection.first(
            """
            SELECT id, members = 1 OR members = 0 AND EXISTS (
                SELECT 1 FROM member WHERE member.room = room.key AND member.id = room.peer AND member.joined = 0
            ) AS isLeft
            FROM room WHERE peer = ? AND membership IN ('join', 'invite') AND successor IS NULL AND grouped = 0
            ORDER BY isLeft, membership DESC, top DESC, key LIMIT 1
            """,
            person.rawValue
        ) { (ChatID($0.text(0)), $0.flag(1)) }
    }

    func peer(of room: ChatID) throws -> ContactID? {
        try connection.first("SELECT peer FROM room WHERE id = ?", room.rawValue) { row in
            row.optionalText(0).map { ContactID($0) }
        } ?? nil
    }

    /// Adds a group that was created here, unless sync has brought it.
    func insertGroup(_ room: ChatID, title: String?) throws {
        try connection.run(
            """
            INSERT INTO room(id, membership, name) VALUES (?1, 'unknown', ?2)
            ON CONFLICT (id) DO UPDATE SET name = coalesce(name, ?2)
            """,
            room.rawValue,
            title
        )
    }
}
