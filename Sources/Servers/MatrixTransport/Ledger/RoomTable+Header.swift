import ChatTypes
import Foundation
import SQLiteKit

extension RoomTable {
    func header(of id: ChatID) throws -> ChatHeader? { try room(id).flatMap { try header(of: $0.key) } }

    /// Returns a room as a chat: a person, or a group with its title. Nil for a space, which has no messages, unless the user is or was
    /// invited to it.
    func header(of room: Int64, includingSpaces: Bool = false) throws -> ChatHeader? {
        let row = try connection.first(
            """
            SELECT id, iif(grouped, NULL, peer), name, alias, heroes, members, created, space, grouped,
                iif(membership = 'invite', actor, NULL)
            FROM room WHERE key = ?
            """,
            room
        ) { row in
            (
                id: row.text(0), peer: row.optionalText(1), name: row.optionalText(2) ?? row.optionalText(3),
                heroes: row.text(4), members: row.count(5), created: row.integer(6), isSpace: row.flag(7),
                isGroup: row.flag(8), inviter: row.optionalText(9).map { ContactID($0) }
            )
        }
        guard let row, includingSpaces || !row.isSpace else { return nil }
        let contact: Contact
        if let peer = row.peer.map({ ContactID($0) }) {
            contact = Contact(id: peer, name: try people.name(of: peer))
        } else {
            let heroes = try heroes(of: room, stated: row.heroes, memberCount: row.members).map {
                try people.name(of: $0)
            }
            // An invitation does not say who else is there.
            let inviter = try heroes.isEmpty ? row.inviter.map { try people.name(of: $0) } : nil
            contact = Contact(
                id: ContactID(row.id),
                name: row.name ?? inviter.map { "\($0) and others" } ?? RoomName.of(heroes, memberCount: row.members)
            )
        }
        let created = Date(timeIntervalSince1970: Double(row.created) / 1000)
        return ChatHeader(id: ChatID(row.id), contact: contact, isGroup: row.isGroup, createdAt: created)
    }

    /// Returns the people after whom a nameless room is named: those whom the homeserver states, or the first members.
    ///
    /// The homeserver states none while the room has a name, and not again when the name is removed.
    private func heroes(of room: Int64, stated: String, memberCount: Int) throws -> [ContactID] {
        let stated = stated.split(separator: "\n").map { ContactID(String($0)) }
        guard stated.isEmpty, memberCount > 1 else { return stated }
        return try connection.rows(
            "SELECT id FROM member WHERE room = ? AND joined = 1 AND id <> ? ORDER BY id LIMIT ?",
            room,
            user.rawValue,
            Self.heroLimit
        ) { ContactID($0.text(0)) }
    }

    /// Returns the chat of a room that sync has brought; nil before.
    func header(ofSynced id: ChatID) throws -> ChatHeader? {
        let key = try connection.first("SELECT key FROM room WHERE id = ? AND created > 0", id.rawValue) {
            $0.integer(0)
        }
        return try key.flatMap { try header(of: $0) }
    }
}

/// The name of a room that has none, made from its members as the specification says.
enum RoomName {
    /// - Parameter memberCount: the number of joined and invited members, including the user.
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
