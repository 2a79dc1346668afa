import ChatTypes
import Foundation
import JSONKit
import SQLiteKit

extension RoomTable {
    /// The number of heroes in the specification.
    static let heroLimit = 5

    /// Stores the name, picture, summary and membership of a room.
    func apply(_ update: RoomUpdate, membership: RoomMembership, to id: ChatID) throws -> RoomRow {
        let old = try self.membership(in: id)
        try connection.run(
            "INSERT INTO room(id, membership) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET membership = excluded.membership",
            id.rawValue,
            membership.rawValue
        )
        guard var row = try room(id) else { throw ServiceError.responseLost }
        (row.isNew, row.wasInvited) = (old != membership, old == .invite)
        if let heroes = update.heroes {
            let text = heroes.prefix(Self.heroLimit).map(\.rawValue).filter { !$0.contains("\n") }
            try connection.run("UPDATE room SET heroes = ? WHERE key = ?", text.joined(separator: "\n"), row.key)
        }
        for (person, name) in update.names {
            // In an invitation or a ban, another user may have chosen the name.
            let isTheirs = try membership != .invite && peer(of: id) == person
            try people.setName(name, of: person, isTrusted: isTheirs)
        }
        if let count = update.memberCount {
            try connection.run("UPDATE room SET members = ? WHERE key = ?", count, row.key)
        }
        // The state of a room that is new here is whole, and what an invitation says of it proves nothing.
        if row.isNew, membership == .join { try setPins([], of: row.key) }
        for event in update.state + update.timeline where event.stateKey != nil && !event.isOld {
            try apply(event, to: row.key, isInvitation: membership == .invite)
        }
        if membership != .invite { try applyChildren(update.state + update.timeline, to: row.key) }
        if let heroes = update.heroes, heroes.count == 1, update.memberCount == 2 {
            // Two members and no name: a direct room, even if the account's list does not contain it.
            try connection.run(
                "UPDATE room SET peer = ? WHERE key = ? AND peer IS NULL AND name IS NULL AND alias IS NULL AND grouped = 0",
                heroes[0].rawValue,
                row.key
            )
        }
        try creations.encryptDirectRooms()
        return row
    }

    /// Stores the successors of known rooms, which may come before those rooms in a response.
    func applySuccessors(in rooms: [SyncResponse.Room]) throws {
        for (id, update) in rooms {
            for event in update.state + update.timeline
            where event.type == "m.room.tombstone" && event.stateKey != nil && !event.isOld {
                if let room = try room(id)?.key { try apply(event, to: room, isInvitation: false) }
            }
        }
    }

    private func apply(_ event: RoomEvent, to room: Int64, isInvitation: Bool) throws {
        // Other state keys concern what they name, not the room. A type that is not requested would come by chance only.
        guard event.isMembership || event.stateKey == "" && EventFilter.roomTypes.contains(event.type) else { return }
        let content = event.content
        switch event.type {
        case "m.room.name":
            try connection.run("UPDATE room SET name = ? WHERE key = ?", Self.bounded(content?["name"]), room)
        case "m.room.canonical_alias":
            try connection.run("UPDATE room SET alias = ? WHERE key = ?", Self.bounded(content?["alias"]), room)
        case "m.room.avatar":
            try connection.run("UPDATE room SET picture = ? WHERE key = ?", Self.bounded(content?["url"]), room)
        case "m.room.topic":
            let topic = content?["topic"]?.string?.cut(toBytes: Limits.topicBytes)
            try connection.run("UPDATE room SET topic = ? WHERE key = ?", topic, room)
        case PinnedEvents.type: try setPins(PinnedEvents.list(content), of: room)
        case "m.room.power_levels": try applyPower(event, to: room)
        case "m.room.encryption": try connection.run("UPDATE room SET encrypted = 1 WHERE key = ?", room)
        case "m.room.tombstone":
            let successor = Self.bounded(content?["replacement_room"])
            try connection.run(
                "UPDATE room SET successor = ?, via = ? WHERE key = ?",
                successor,
                event.sender.server,
                room
            )
        case "m.room.create": try applyCreation(event, to: room, isInvitation: isInvitation)
        case "m.room.member": try applyMembership(event, to: room, isInvitation: isInvitation)
        default: break
        }
    }

    private func applyCreation(_ event: RoomEvent, to room: Int64, isInvitation: Bool) throws {
        let isSpace = event.content?["type"]?.string == "m.space"
        // Only the state in an invitation has no time. Any other event proves that the room exists, whatever its server's clock says.
        let time = isInvitation ? event.time : max(event.time, 1)
        try connection.run(
            "UPDATE room SET created = iif(?1 > 0, ?1, created), space = ?2 WHERE key = ?3",
            time,
            isSpace,
            room
        )
        let creators = PowerLevels.creators(event).map(\.rawValue).joined(separator: "\n")
        // Numbers the members anew, whose roles depend on it.
        try connection.run(
            "UPDATE room SET creators = ?1, leveled = NULL WHERE key = ?2 AND creators <> ?1",
            creators,
            room
        )
        // If both rooms say so: the successor of a direct room is a direct room with the same person, and that of a group a group.
        let predecessor = Self.bounded(event.content?["predecessor"]?["room_id"])
        try connection.run(
            """
            UPDATE room SET (peer, grouped) = (coalesce(room.peer, old.peer), max(room.grouped, old.grouped))
            FROM room old WHERE room.key = ?2 AND old.id = ?1 AND old.successor = room.id
            """,
            predecessor,
            room
        )
        if event.sender == user, let id = event.ownID { try creations.setRoom(room, ofGroup: id) }
    }

    /// Stores the power levels; forgets them if they are too large to keep.
    private func applyPower(_ event: RoomEvent, to room: Int64) throws {
        let text = event.content?.rawBytes ?? []
        let kept = text.count <= PowerLevels.byteLimit ? String(decoding: text, as: UTF8.self) : nil
        try connection.run("UPDATE room SET power = ? WHERE key = ?", kept, room)
    }

    /// Stores who invited the user, or put the user out.
    private func applyOwnMembership(_ event: RoomEvent, to room: Int64) throws {
        let ended: String? =
            switch event.membership {
            case "ban": "banned"
            // A ban that is lifted leaves the user as one who has left.
            case "leave" where event.sender != user && event.former?["membership"]?.string != "ban": "removed"
            default: nil
            }
        let reason = RoomEvent.shortened(event.content?["reason"])
        try connection.run(
            "UPDATE room SET actor = ?, reason = ?, ended = ?, direct = ? WHERE key = ?",
            event.sender.rawValue,
            reason.isEmpty ? nil : reason,
            ended,
            event.content?["is_direct"]?.bool == true,
            room
        )
    }

    private func applyMembership(_ event: RoomEvent, to room: Int64, isInvitation: Bool) throws {
        guard let person = event.stateKey, person.isUsableID else { return }
        // A member who removes the display name goes by the id. A member who joins without one may have one elsewhere.
        let hasRemovedName = event.membership == "join" && !isInvitation && event.formerName != nil
        let id = hasRemovedName ? person : nil
        if event.membership != "leave", let name = Self.bounded(event.content?["displayname"]) ?? id {
            // Members choose the name in their own join; for users invited here, the user's homeserver looks it up. The state
            // in an invitation is not verified.
            let isTrusted = !isInvitation && (event.membership == "join" || event.sender == user)
            try people.setName(name, of: ContactID(person), isTrusted: isTrusted)
        }
        if ContactID(person) == user { try applyOwnMembership(event, to: room) }
        guard event.membership == "invite" else { return }
        let isDirect = event.content?["is_direct"]?.bool == true
        if ContactID(person) == user {
            // The state in an invitation has no times.
            let time = event.time > 0 ? event.time : Int64(now().timeIntervalSince1970 * 1000)
            try connection.run("UPDATE room SET created = ? WHERE key = ? AND created = 0", time, room)
        }
        // An invitation to a direct room says so, whoever sends it; the account's list is updated later.
        let other = ContactID(person) == user ? event.sender.rawValue : event.sender == user ? person : nil
        if isDirect, let other {
            try connection.run("UPDATE room SET peer = ? WHERE key = ? AND peer IS NULL", other, room)
        }
    }

    /// Returns a text of the server, cut to the length of a name; nil if it is missing or has nothing to see.
    private static func bounded(_ json: JSONValue?) -> String? {
        guard let text = json?.string?.cut(toBytes: Limits.nameBytes), text.isVisible else { return nil }
        return text
    }
}
