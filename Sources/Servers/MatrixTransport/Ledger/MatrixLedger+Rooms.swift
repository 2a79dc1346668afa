import ChatTypes
import Foundation
import SQLiteKit

extension MatrixLedger {
    /// Takes over what a room is called and who is in it.
    func note(_ news: RoomNews, membership: RoomMembership, ofRoom id: ChatID) throws -> RoomRow {
        let old = try self.membership(in: id)
        try connection.run(
            "INSERT INTO room(id, membership) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET membership = excluded.membership",
            id.rawValue,
            membership.rawValue
        )
        guard var row = try room(id) else { throw ServiceError.responseLost }
        row.isNew = old != membership
        if let heroes = news.heroes {
            let text = heroes.prefix(Self.heroLimit).map(\.rawValue).filter { !$0.contains("\n") }
            try connection.run("UPDATE room SET heroes = ? WHERE key = ?", text.joined(separator: "\n"), row.key)
        }
        for (person, name) in news.names {
            // A name that an invitation or a ban brings was given by another person.
            let isTheirs = try membership != .invite && peer(of: id) == person
            try note(name: name.cut(toBytes: Limits.nameBytes), of: person.rawValue, isBelieved: isTheirs)
        }
        if let count = news.memberCount {
            try connection.run("UPDATE room SET members = ? WHERE key = ?", count, row.key)
        }
        for event in news.state + news.timeline where event.stateKey != nil {
            try note(event, in: row.key, isInvitation: membership == .invite)
        }
        if let heroes = news.heroes, heroes.count == 1, news.memberCount == 2 {
            // Two people and no name: a room for two, though the account has not put it down as one.
            try connection.run(
                "UPDATE room SET peer = ? WHERE key = ? AND peer IS NULL AND name IS NULL AND alias IS NULL AND grouped = 0",
                heroes[0].rawValue,
                row.key
            )
        }
        return row
    }

    /// As many as the specification has.
    private static let heroLimit = 5

    /// Takes over what known rooms say of what follows them, which may come before them in an answer.
    func noteSuccessors(_ rooms: [SyncAnswer.Room]) throws {
        for (id, news) in rooms {
            for event in news.state + news.timeline where event.type == "m.room.tombstone" && event.stateKey != nil {
                if let room = try room(id)?.key { try note(event, in: room, isInvitation: false) }
            }
        }
    }

    private func note(_ event: RoomEvent, in room: Int64, isInvitation: Bool) throws {
        // What is said under a key is of what the key names, and not of the room.
        guard event.isMembership || event.stateKey == "" else { return }
        let content = event.content
        switch event.type {
        case "m.room.name":
            try connection.run("UPDATE room SET name = ? WHERE key = ?", Self.bounded(content?["name"]), room)
        case "m.room.canonical_alias":
            try connection.run("UPDATE room SET alias = ? WHERE key = ?", Self.bounded(content?["alias"]), room)
        case "m.room.avatar":
            try connection.run("UPDATE room SET picture = ? WHERE key = ?", Self.bounded(content?["url"]), room)
        case "m.room.encryption": try connection.run("UPDATE room SET encrypted = 1 WHERE key = ?", room)
        case "m.room.tombstone":
            let successor = Self.bounded(content?["replacement_room"])
            try connection.run(
                "UPDATE room SET successor = ?, via = ? WHERE key = ?",
                successor,
                event.sender.server,
                room
            )
        case "m.room.create":
            let isSpace = content?["type"]?.string == "m.space"
            // Only what comes with an invitation has no time; else any server's clock may say anything, and the room is there.
            let time = isInvitation ? event.time : max(event.time, 1)
            try connection.run("UPDATE room SET created = ?, space = ? WHERE key = ?", time, isSpace, room)
            // What follows a room for two is one for the same two, and what follows a group is one: if that room says so, too.
            let predecessor = Self.bounded(content?["predecessor"]?["room_id"])
            try connection.run(
                """
                UPDATE room SET (peer, grouped) = (coalesce(room.peer, old.peer), max(room.grouped, old.grouped))
                FROM room old WHERE room.key = ?2 AND old.id = ?1 AND old.successor = room.id
                """,
                predecessor,
                room
            )
            if event.sender == user, let id = event.ownID { try noteMade(room, as: id) }
        case "m.room.member": try noteMember(event, in: room, isInvitation: isInvitation)
        default: break
        }
    }

    private func noteMember(_ event: RoomEvent, in room: Int64, isInvitation: Bool) throws {
        guard let person = event.stateKey, person.isUsableID else { return }
        // Who has taken their name away has none but their id; who joins a room without one may have it elsewhere.
        let hasRemovedName = event.membership == "join" && !isInvitation && event.formerName != nil
        let id = hasRemovedName ? person : nil
        if event.membership != "leave", let name = Self.bounded(event.content?["displayname"]) ?? id {
            // By joining they say it themselves; of those whom we invite, our own homeserver does. What comes with an
            // invitation is not verified.
            let isBelieved = !isInvitation && (event.membership == "join" || event.sender == user)
            try note(name: name, of: person, isBelieved: isBelieved)
        }
        guard event.membership == "invite" else { return }
        let isDirect = event.content?["is_direct"]?.bool == true
        if ContactID(person) == user {
            // The state that comes with an invitation has no times.
            let time = event.time > 0 ? event.time : Int64(now().timeIntervalSince1970 * 1000)
            try connection.run("UPDATE room SET created = ? WHERE key = ? AND created = 0", time, room)
        }
        // An invitation to talk between two says so, ours as well as another's: the account's own list comes later.
        let other = ContactID(person) == user ? event.sender.rawValue : event.sender == user ? person : nil
        if isDirect, let other {
            try connection.run("UPDATE room SET peer = ? WHERE key = ? AND peer IS NULL", other, room)
        }
    }

    /// What someone is called; what is not believed is better than nothing.
    func note(name: String, of person: String, isBelieved: Bool) throws {
        try connection.run(
            "INSERT INTO person(id, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name WHERE ?",
            person,
            name,
            isBelieved
        )
    }

    /// A text of the server's, cut to what a name may have; nil where there is none.
    private static func bounded(_ json: JSONValue?) -> String? {
        guard let text = json?.string, !text.isEmpty else { return nil }
        return text.cut(toBytes: Limits.nameBytes)
    }
}
