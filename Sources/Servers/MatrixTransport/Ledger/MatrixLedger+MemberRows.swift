import ChatTypes
import SQLiteKit

extension MatrixLedger {
    func member(_ person: ContactID, in room: Int64) throws -> MemberRow? {
        try connection.first(
            "SELECT name, joined, since, number FROM member WHERE room = ? AND id = ?",
            room,
            person.rawValue
        ) { MemberRow(name: $0.text(0), isMember: $0.flag(1), since: $0.optionalInteger(2), number: $0.integer(3)) }
    }

    /// Those of a room who are in it or were, by their ids.
    func memberRows(of room: Int64) throws -> [(ContactID, MemberRow)] {
        try connection.rows("SELECT id, name, joined, since, number FROM member WHERE room = ? ORDER BY id", room) {
            row in
            let since = row.optionalInteger(3)
            let member = MemberRow(name: row.text(1), isMember: row.flag(2), since: since, number: row.integer(4))
            return (ContactID(row.text(0)), member)
        }
    }

    /// Keeps what is known of someone now, under a new number if that is something else; false where there is no room for more.
    func keep(
        _ person: ContactID,
        name: String,
        isMember: Bool,
        since: Int64?,
        was old: MemberRow?,
        in room: Int64
    ) throws -> Bool {
        let name = name.cut(toBytes: Limits.nameBytes)
        if let old, old.isMember == isMember, old.name.utf8.elementsEqual(name.utf8) { return true }
        // There is always room for ourselves.
        if old == nil, person != user, try !makeRoom(in: room) { return false }
        // Who only changes their name came when they came.
        let since = isMember && old?.isMember != true ? since : old?.since
        try connection.run(
            """
            INSERT INTO member(room, id, name, joined, since, number) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET name = excluded.name, joined = excluded.joined, since = excluded.since,
                number = excluded.number
            """,
            room,
            person.rawValue,
            name,
            isMember,
            since,
            try nextNumber()
        )
        return true
    }

    /// Makes room for one more beside ourselves; who has gone gives way.
    private func makeRoom(in room: Int64) throws -> Bool {
        let limit = Limits.members - 1
        if try connection.run("UPDATE room SET people = people + 1 WHERE key = ? AND people < ?", room, limit) > 0 {
            return true
        }
        let isMade = try connection.run(
            """
            DELETE FROM member WHERE room = ?1 AND id =
                (SELECT id FROM member WHERE room = ?1 AND joined = 0 AND id <> ?2 LIMIT 1)
            """,
            room,
            user.rawValue
        )
        return isMade > 0
    }

    /// How many changes of memberships this ledger has seen, counted from above all that an earlier one can have seen.
    ///
    /// One count for all rooms and members: a member who is forgotten and met again has a higher number than before.
    func changeCount() throws -> Int64 {
        // As with places, each second since 2020 has room, here for a million.
        try (base >> 12) + (connection.first("SELECT changes FROM ledger") { $0.integer(0) } ?? 0)
    }

    private func nextNumber() throws -> Int64 {
        try connection.run("UPDATE ledger SET changes = changes + 1")
        return try changeCount()
    }

    /// What is known of some of a group's members, in our words.
    func memberships(of people: [ContactID], in room: Int64) throws -> [Membership] {
        guard !people.isEmpty else { return [] }
        return try Set(people).sorted().prefix(Limits.members).compactMap { person in
            try member(person, in: room).map { membership(of: person, $0) }
        }
    }

    func membership(of person: ContactID, _ row: MemberRow) -> Membership {
        Membership(
            member: author(person, isGroup: true),
            name: row.name,
            isMember: row.isMember,
            since: row.since.map { Position($0) },
            number: row.number
        )
    }

    /// Who that is in a chat.
    func author(_ person: ContactID, isGroup: Bool) -> Author {
        person == user ? .me : isGroup ? .member(person) : .contact
    }
}
