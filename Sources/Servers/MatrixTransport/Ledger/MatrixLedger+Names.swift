import ChatTypes
import Foundation
import SQLiteKit

extension MatrixLedger {
    func name(of person: ContactID) throws -> String {
        try connection.first("SELECT name FROM person WHERE id = ?", person.rawValue) { $0.text(0) } ?? person.rawValue
    }

    /// A room as a chat: one person, or a group under a name of its own. Nil for a space, in which nothing is said.
    func header(of room: Int64) throws -> ChatHeader? {
        let row = try connection.first(
            """
            SELECT id, iif(grouped, NULL, peer), name, alias, heroes, members, created, space, successor IS NOT NULL, membership,
                grouped
            FROM room WHERE key = ?
            """,
            room
        ) { row in
            (
                id: row.text(0), peer: row.optionalText(1), name: row.optionalText(2) ?? row.optionalText(3),
                heroes: row.text(4), members: row.count(5), created: row.integer(6), isSpace: row.flag(7),
                isReplaced: row.flag(8), membership: RoomMembership(rawValue: row.text(9)) ?? .unknown,
                isGroup: row.flag(10)
            )
        }
        guard let row, !row.isSpace else { return nil }
        var contact: Contact
        if let peer = row.peer.map({ ContactID($0) }) {
            contact = Contact(id: peer, name: try name(of: peer))
        } else {
            let heroes = try row.heroes.split(separator: "\n").map { try name(of: ContactID(String($0))) }
            contact = Contact(
                id: ContactID(row.id),
                name: row.name ?? RoomName.of(heroes, memberCount: row.members)
            )
        }
        if let state = row.isReplaced ? "old room" : row.membership.told {
            contact = Contact(id: contact.id, name: "\(contact.name) (\(state))")
        }
        let created = Date(timeIntervalSince1970: Double(row.created) / 1000)
        return ChatHeader(id: ChatID(row.id), contact: contact, isGroup: row.isGroup, createdAt: created)
    }

    /// Nil until news has told of the room.
    func header(ofKnownRoom id: ChatID) throws -> ChatHeader? {
        let key = try connection.first("SELECT key FROM room WHERE id = ? AND created > 0", id.rawValue) {
            $0.integer(0)
        }
        return try key.flatMap { try header(of: $0) }
    }
}

/// What a room without a name is called: by those in it, as the specification has it.
enum RoomName {
    /// - Parameter memberCount: how many are in it or invited, with ourselves.
    static func of(_ heroes: [String], memberCount: Int) -> String {
        let others = memberCount - 1
        let names = listing(heroes)
        if heroes.isEmpty { return others > 0 ? "\(others) people" : "Empty room" }
        if others <= 0 { return "Empty room (was \(names))" }
        return others > heroes.count ? "\(heroes.joined(separator: ", ")) and \(others - heroes.count) others" : names
    }

    private static func listing(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }
}
