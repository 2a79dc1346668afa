import ChatTypes
import SQLiteKit

/// What placing needs to know of a room.
struct RoomRow {
    let key: Int64
    /// The highest place that is taken; 0 while none is.
    let top: Int64
    /// Whether nothing was said before what we have met: its beginning was in the news.
    let isWhole: Bool
    /// Whether something may have been said that was not brought, after the newest that is known.
    let hidesMessages: Bool
    /// Whether others than one may be heard in it.
    let isGroup: Bool
    /// Whether all its members were known once.
    let wasListed: Bool
    /// Whether we were not in it before.
    var isNew = false

    /// The place of the newest that is known; nil while nothing is.
    var newest: Int64? { top > 0 ? top : nil }
}

/// How we stand to a room.
enum RoomMembership: String {
    case join
    case invite
    case leave
    /// Known only by name: what the account has put down, or what we have just made.
    case unknown

    /// What a chat's name says of it, until messages have a place for what happens in a room.
    var told: String? {
        switch self {
        case .join, .unknown: nil
        case .invite: "invitation"
        case .leave: "left"
        }
    }
}

extension MatrixLedger {
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

    func note(hidesMessages: Bool, in room: RoomRow) throws {
        try connection.run("UPDATE room SET hidden = ? WHERE key = ?", hidesMessages, room.key)
    }

    func membership(in room: ChatID) throws -> RoomMembership {
        let name = try connection.first("SELECT membership FROM room WHERE id = ?", room.rawValue) { $0.text(0) }
        return name.flatMap(RoomMembership.init) ?? .unknown
    }

    /// Once encrypted, a room is so for ever.
    func isEncrypted(_ room: ChatID) throws -> Bool {
        try connection.first("SELECT encrypted FROM room WHERE id = ?", room.rawValue) { $0.flag(0) } ?? false
    }

    func noteEncrypted(_ room: ChatID) throws {
        try connection.run("UPDATE room SET encrypted = 1 WHERE id = ?", room.rawValue)
    }

    /// The room that took the place of one that was upgraded, and the server that is in it, if one is known: whose user said so.
    func successor(of room: ChatID) throws -> (room: ChatID, servers: [String])? {
        try connection.first("SELECT successor, via FROM room WHERE id = ?", room.rawValue) { row in
            row.optionalText(0).map { (ChatID($0), row.optionalText(1).map { [$0] } ?? []) }
        } ?? nil
    }

    /// Servers that are likely to be in a room: those of who spoke last, of its members, and the one that made it.
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
            // Our own knows nothing that it could tell itself.
            if let server, server != user.server, !servers.contains(server) { servers.append(server) }
        }
        return servers
    }

    func picture(of room: String) throws -> String? {
        try connection.first("SELECT picture FROM room WHERE id = ?", room) { $0.optionalText(0) } ?? nil
    }

    func isGroup(_ chat: ChatID) throws -> Bool { try room(chat)?.isGroup ?? false }

    /// Whether more than one person may be heard there beside us.
    func isGroup(_ room: Int64) throws -> Bool {
        try connection.first("SELECT grouped FROM room WHERE key = ?", room) { $0.flag(0) } ?? false
    }
}
