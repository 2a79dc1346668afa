import ChatTypes
import SQLiteKit

/// A user who is in a room, or was.
struct MemberRow: Hashable {
    let name: String
    let isMember: Bool
    let since: Int64?
    let number: Int64
}

/// The table `member`, and the columns of `room` that count members and say whether a room is a group.
///
/// Members whom no live event announced are `due`: they are delivered with each page of a sync until the session asks from behind
/// such a page, so that no failing disk and no crash loses them.
struct MemberTable {
    let connection: SQLiteConnection
    let user: ContactID
    /// See `EventTable.base`.
    let base: Int64
    let rooms: RoomTable
    let events: EventTable
    let people: PersonTable
    /// The rooms whose members are being requested, as long as no gap opens in them.
    private var listing: Set<Int64> = []

    init(_ connection: SQLiteConnection, user: ContactID, base: Int64, rooms: RoomTable, events: EventTable) {
        (self.connection, self.user, self.base) = (connection, user, base)
        (self.rooms, self.events, people) = (rooms, events, rooms.people)
    }

    // MARK: Rows

    func member(_ person: ContactID, in room: Int64) throws -> MemberRow? {
        try connection.first(
            "SELECT name, joined, since, number FROM member WHERE room = ? AND id = ?",
            room,
            person.rawValue
        ) { MemberRow(name: $0.text(0), isMember: $0.flag(1), since: $0.optionalInteger(2), number: $0.integer(3)) }
    }

    /// Returns the present and former members of a room, ordered by id.
    func members(of room: Int64) throws -> [(ContactID, MemberRow)] {
        try connection.rows("SELECT id, name, joined, since, number FROM member WHERE room = ? ORDER BY id", room) {
            row in
            let since = row.optionalInteger(3)
            let member = MemberRow(name: row.text(1), isMember: row.flag(2), since: since, number: row.integer(4))
            return (ContactID(row.text(0)), member)
        }
    }

    /// Returns the first present members of a room, ordered by id.
    func present(in room: Int64, limit: Int) throws -> [ContactID] {
        try connection.rows("SELECT id FROM member WHERE room = ? AND joined = 1 ORDER BY id LIMIT ?", room, limit) {
            ContactID($0.text(0))
        }
    }

    /// Stores a member, under a new number if anything changed; returns false if the table is full.
    func store(
        _ person: ContactID,
        name: String,
        isMember: Bool,
        since: Int64?,
        was old: MemberRow?,
        in room: Int64
    ) throws -> Bool {
        let name = name.cut(toBytes: Limits.nameBytes)
        if let old, old.isMember == isMember, old.name.utf8.elementsEqual(name.utf8) { return true }
        // The user always fits.
        if old == nil, person != user, try !makeRoom(in: room) { return false }
        // A member who only changes the display name joined when they joined.
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

    /// Makes room for one more row beside the user's, if necessary by deleting a former member.
    private func makeRoom(in room: Int64) throws -> Bool {
        let limit = Limits.members - 1
        if try connection.run("UPDATE room SET people = people + 1 WHERE key = ? AND people < ?", room, limit) > 0 {
            return true
        }
        let deleted = try connection.run(
            """
            DELETE FROM member WHERE room = ?1 AND id =
                (SELECT id FROM member WHERE room = ?1 AND joined = 0 AND id <> ?2 LIMIT 1)
            """,
            room,
            user.rawValue
        )
        return deleted > 0
    }

    /// Returns the number of membership changes, counted from above all that an earlier ledger can have seen.
    ///
    /// All rooms and members share one count: a member who is forgotten and met again has a higher number than before.
    func changeCount() throws -> Int64 {
        // As with positions, each second since 2020 has numbers of its own, here a million.
        try (base >> 12) + (connection.first("SELECT changes FROM ledger") { $0.integer(0) } ?? 0)
    }

    func nextNumber() throws -> Int64 {
        try connection.run("UPDATE ledger SET changes = changes + 1")
        return try changeCount()
    }

    /// Returns the memberships of some users in a group, ordered by id.
    func memberships(of people: some Sequence<ContactID>, in room: Int64) throws -> [Membership] {
        let power = try rooms.power(in: room)
        return try Set(people).sorted().prefix(Limits.members).compactMap { person in
            try member(person, in: room).map { row in
                Membership(
                    member: Author(person, user: user, isGroup: true),
                    name: row.name,
                    isMember: row.isMember,
                    role: power?.level(of: person),
                    since: row.since.map { Position($0) },
                    number: row.number
                )
            }
        }
    }

    // MARK: Delivery

    func setDue(_ person: ContactID, in room: Int64) throws {
        try connection.run("UPDATE member SET due = '' WHERE room = ? AND id = ?", room, person.rawValue)
    }

    /// Returns the members who have not been delivered at all, of all groups or of one. From now on they go with pages.
    func undelivered(in chat: ChatID? = nil) throws -> [ChatUpdate] {
        let keys: [Int64]
        if let chat {
            keys = try rooms.room(chat).map { [$0.key] } ?? []
        } else {
            keys = try connection.rows("SELECT DISTINCT room FROM member WHERE due = '' ORDER BY room") {
                $0.integer(0)
            }
        }
        return try keys.compactMap { room in
            let people = try connection.rows("SELECT id FROM member WHERE due = '' AND room = ?", room) {
                ContactID($0.text(0))
            }
            if !people.isEmpty { try connection.run("UPDATE member SET due = '-' WHERE due = '' AND room = ?", room) }
            return try update(of: room, people)
        }
    }

    /// Returns all members that the session may not have stored, for the page of a sync that ends at `next` and was requested
    /// from behind `cursor`.
    func due(since cursor: String?, next: String) throws -> [ChatUpdate] {
        if let cursor { try connection.run("UPDATE member SET due = NULL WHERE due = ?", cursor) }
        let keys = try connection.rows("SELECT DISTINCT room FROM member WHERE due IS NOT NULL ORDER BY room") {
            $0.integer(0)
        }
        return try keys.compactMap { room in
            let people = try connection.rows("SELECT id FROM member WHERE due IS NOT NULL AND room = ?", room) {
                ContactID($0.text(0))
            }
            // A cursor that does not move confirms nothing.
            if next != cursor {
                try connection.run("UPDATE member SET due = ? WHERE due IS NOT NULL AND room = ?", next, room)
            }
            return try update(of: room, people)
        }
    }

    private func update(of room: Int64, _ people: [ContactID]) throws -> ChatUpdate? {
        guard !people.isEmpty, let header = try rooms.header(of: room), header.isGroup else { return nil }
        return ChatUpdate(chat: header, memberships: try memberships(of: people, in: room))
    }

    /// Whether members of a chat are to be delivered or, with `canAsk`, requested.
    func hasWork(for chat: ChatID, canAsk: Bool) throws -> Bool {
        guard let room = try rooms.room(chat), room.isGroup else { return false }
        if canAsk, try needsListing(chat) { return true }
        return try connection.first("SELECT 1 FROM member WHERE due = '' AND room = ? LIMIT 1", room.key) { _ in true }
            ?? false
    }

    // MARK: Complete lists

    /// Whether the members of a group are to be requested: the user is in it, and not all members are known.
    func needsListing(_ chat: ChatID) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM room WHERE id = ? AND grouped = 1 AND listed <> 1 AND membership = 'join' AND members <= ?",
            chat.rawValue,
            4 * Limits.members
        ) { _ in true } ?? false
    }

    /// Begins a request for the members of a group; returns the number of changes seen so far.
    mutating func beginListing(of chat: ChatID) throws -> Int64 {
        if let room = try rooms.room(chat) { listing.insert(room.key) }
        return try changeCount()
    }

    /// Stores the complete list of a group's members. Members who changed after the request stay as sync has them.
    ///
    /// - Parameter asked: the number of changes when the list was requested.
    mutating func apply(_ members: [(id: ContactID, name: String)], asked: Int64, to chat: ChatID) throws {
        guard try needsListing(chat), let room = try rooms.room(chat) else { return }
        let known = Dictionary(try self.members(of: room.key)) { first, _ in first }
        for (person, name) in members.prefix(Limits.members) {
            let old = known[person]
            guard old?.number ?? 0 <= asked else { continue }
            let since = room.wasListed && old?.isMember != true ? room.newest : nil
            _ = try store(person, name: name, isMember: true, since: since, was: old, in: room.key)
        }
        let present = Set(members.map(\.id))
        for (person, old) in known.sorted(by: { $0.key < $1.key })
        where old.isMember && old.number <= asked && !present.contains(person) {
            _ = try store(person, name: old.name, isMember: false, since: nil, was: old, in: room.key)
        }
        _ = try renewLevels(in: room.key)
        try connection.run("UPDATE member SET due = '' WHERE room = ?", room.key)
        // A gap that has opened since the request may hide later changes.
        if listing.remove(room.key) != nil { try setListed(room.key) }
    }

    /// Stores members whom the homeserver named beside sync, and who are therefore shown from now on.
    func note(_ people: [(id: ContactID, name: String)], in chat: ChatID) throws {
        guard let room = try rooms.room(chat) else { return }
        var told: Set<ContactID> = []
        for (person, name) in people.prefix(Limits.members) where person.rawValue.isUsableID {
            let old = try member(person, in: room.key)
            guard old?.isMember != true else { continue }
            guard try store(person, name: name, isMember: true, since: room.newest, was: old, in: room.key) else {
                break
            }
            try setDue(person, in: room.key)
            told.insert(person)
        }
        if !told.isEmpty { try updateIsGroup(room, joined: nil, told: told) }
    }

    /// Records that all members of a room are known.
    func setListed(_ room: Int64) throws {
        try connection.run("UPDATE room SET listed = 1 WHERE key = ?", room)
    }

    /// Records that members may have changed unseen.
    mutating func forgetListing(of room: Int64) throws {
        listing.remove(room)
        try connection.run("UPDATE room SET listed = 2 WHERE key = ? AND listed = 1", room)
    }
}
