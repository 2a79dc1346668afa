import ChatTypes
import JSONKit
import SQLiteKit

extension MemberTable {
    /// Stores joins, departures and new display names, after the messages have their positions; returns the members to deliver.
    ///
    /// Responses come in order, each from where the last one ended, so the last event about a member is the valid one.
    ///
    /// - Parameter isHere: whether the response lists the user as a member of the room.
    mutating func apply(_ update: RoomUpdate, _ placed: [PlacedEvent], to room: RoomRow, isHere: Bool, isWhole: Bool)
        throws -> [ContactID]
    {
        if room.isNew || update.hidesMembers || isWhole { try forgetListing(of: room.key) }
        // Between two, lines about other people turn nobody into a member.
        let speakers = Set(placed.filter { room.isGroup || $0.event.isMessage }.map(\.event.sender))
        let changes = update.timeline.filter { $0.isMembership && !$0.isOld }
        let changed = Set(changes.map(\.person))
        var told: [ContactID] = []
        let state = update.state.filter { $0.isMembership && !changed.contains($0.person) }
        // Users who wrote come first: the table may not have room for all.
        for event in state.filter({ speakers.contains($0.person) }) + state.filter({ !speakers.contains($0.person) })
        where try apply(event, since: nil, speakers, to: room) {
            told.append(event.person)
        }
        if !changes.isEmpty {
            let places = Dictionary(placed.map { ($0.event.id, $0.position) }) { first, _ in first }
            var below = room.newest
            if let first = placed.first {
                below = try events.predecessor(of: first.position, in: room.key)?.position.rawValue
            }
            for event in update.timeline {
                if event.isMembership, !event.isOld, try apply(event, since: below, speakers, to: room) {
                    told.append(event.person)
                }
                // The line about a join comes after what the member may not read.
                if event.isMessage, let place = places[event.id] { below = place }
            }
        }
        for speaker in speakers.sorted() where try insert(speaker: speaker, by: update.earlier, in: room.key) {
            told.append(speaker)
        }
        if try updateUser(isHere: isHere, in: room) { told.append(user) }
        try updateIsGroup(room, joined: update.joinedCount, told: Set(told))
        told += try renewLevels(in: room.key)
        // The timeline goes back to the room's creation: nothing is missing.
        if !update.hidesMembers, update.timeline.contains(where: \.isBeginning) { try setListed(room.key) }
        return told
    }

    /// Gives the members new numbers whose power level has changed, and returns them. Cost: linear in the members after a change.
    func renewLevels(in room: Int64) throws -> [ContactID] {
        let texts = try connection.first(
            "SELECT power, leveled, creators FROM room WHERE key = ? AND power IS NOT leveled",
            room
        ) {
            (power: $0.optionalText(0), leveled: $0.optionalText(1), creators: RoomTable.creators($0.text(2)))
        }
        guard let texts else { return [] }
        let (old, new) = (PowerLevels(texts.leveled), PowerLevels(texts.power, creators: texts.creators))
        var changed: [ContactID] = []
        for (person, _) in try members(of: room)
        where old?.level(of: person) ?? .member != new?.level(of: person) ?? .member {
            try connection.run(
                "UPDATE member SET number = ? WHERE room = ? AND id = ?",
                try nextNumber(),
                room,
                person.rawValue
            )
            changed.append(person)
        }
        try connection.run("UPDATE room SET leveled = power WHERE key = ?", room)
        return changed
    }

    /// Stores a membership event; returns false if it concerns nobody who is in the room or was.
    private func apply(_ event: RoomEvent, since: Int64?, _ speakers: Set<ContactID>, to room: RoomRow) throws -> Bool {
        let person = event.person
        guard person.rawValue.isUsableID else { return false }
        let old = try member(person, in: room.key)
        // An invited user who reads along is shown as a member already.
        let isMember = event.membership == "join" || event.membership == "invite" && old?.isMember == true
        // Ignores declined invitations. Former members are kept because their messages are.
        guard old != nil || isMember || event.wasMember || speakers.contains(person) else { return false }
        let name = (isMember ? nil : old?.name ?? event.formerName) ?? event.memberName ?? person.rawValue
        // If all members were known, an unknown one has joined lately.
        let isComing = isMember && !(old?.isMember ?? event.wasMember)
        let since = isComing ? since ?? (room.wasListed || old != nil ? room.newest : nil) : nil
        return try store(person, name: name, isMember: isMember, since: since, was: old, in: room.key)
    }

    /// Stores an unknown user who wrote a message, under the name they had then or have elsewhere.
    private func insert(speaker: ContactID, by earlier: [RoomEvent], in room: Int64) throws -> Bool {
        guard speaker != user, try member(speaker, in: room) == nil else { return false }
        let event = earlier.last { $0.isMembership && $0.person == speaker }
        // If all members are known, an unknown user has left.
        let isGone = try connection.first("SELECT listed = 1 FROM room WHERE key = ?", room) { $0.flag(0) } ?? false
        let isMember = !isGone && event.map { $0.membership == "join" } ?? true
        let name = try event?.memberName ?? event?.formerName ?? people.name(of: speaker)
        return try store(speaker, name: name, isMember: isMember, since: nil, was: nil, in: room)
    }

    /// Stores the user's own membership, which the response tells with or without the event.
    private func updateUser(isHere: Bool, in room: RoomRow) throws -> Bool {
        let old = try member(user, in: room.key)
        guard old?.isMember != isHere else { return room.isNew }
        let name = try old?.name ?? people.name(of: user)
        return try store(user, name: name, isMember: isHere, since: nil, was: old, in: room.key)
    }

    /// Turns a room into a group once it has a name and no direct peer, or once a second other user has been in it. It stays one.
    func updateIsGroup(_ room: RoomRow, joined: Int64?, told: Set<ContactID>) throws {
        guard !room.isGroup else { return }
        let isGroup =
            try connection.run(
                """
                UPDATE room SET grouped = 1 WHERE key = ?1 AND (
                    ?2 > 2
                    OR peer IS NULL AND (members > 2 OR name IS NOT NULL OR alias NOT LIKE '#viper-%')
                    OR (SELECT count(*) FROM member WHERE room = ?1 AND id NOT IN (?3, ifnull(peer, ''))) > (peer IS NULL)
                )
                """,
                room.key,
                joined ?? 0,
                user.rawValue
            ) > 0
        guard isGroup else { return }
        // A direct chat delivers no members, so all others are due now.
        for (person, _) in try members(of: room.key) where !told.contains(person) {
            try setDue(person, in: room.key)
        }
    }

    /// Stores the unknown authors of a page of history, who may have left long ago.
    func insertSpeakers(of page: [RoomEvent], by state: [RoomEvent], in room: Int64) throws {
        for speaker in Set(page.filter(\.isShown).map(\.sender)).sorted()
        where try insert(speaker: speaker, by: state, in: room) {
            try setDue(speaker, in: room)
        }
    }
}

extension RoomEvent {
    var isMembership: Bool { type == "m.room.member" && stateKey != nil }
    /// The user whose membership it is.
    var person: ContactID { ContactID(stateKey ?? "") }
    var membership: String? { content?["membership"]?.string }

    /// The display name in the room; nil if there is none.
    var memberName: String? { Self.name(content) }
    /// The display name before the event, if the homeserver includes it.
    var formerName: String? { Self.name(former) }
    var wasMember: Bool { former?["membership"]?.string == "join" }

    private static func name(_ content: JSONValue?) -> String? {
        content?["displayname"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}
