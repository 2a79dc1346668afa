import ChatTypes
import SQLiteKit

/// Someone who is in a room, or was.
struct MemberRow: Hashable {
    let name: String
    let isMember: Bool
    let since: Int64?
    let number: Int64
}

extension MatrixLedger {
    /// Takes over who has come, gone and changed their name, after what was said has its place; returns whom it tells of.
    ///
    /// News comes in one stream, each answer from where the last one ended: what it says last of a member holds.
    ///
    /// - Parameter isHere: whether we are in the room ourselves, as the answer has it.
    func noteMembers(of news: RoomNews, _ placed: [PlacedEvent], in room: RoomRow, isHere: Bool, isWhole: Bool)
        throws -> [ContactID]
    {
        if room.isNew || news.hidesMembers || isWhole { try forgetListing(of: room.key) }
        let speakers = Set(placed.map(\.event.sender))
        let changes = news.timeline.filter(\.isMembership)
        let changed = Set(changes.map(\.person))
        var told: [ContactID] = []
        let state = news.state.filter { $0.isMembership && !changed.contains($0.person) }
        // Those who have spoken first: there may be no room for all.
        for event in state.filter({ speakers.contains($0.person) }) + state.filter({ !speakers.contains($0.person) })
        where try note(event, since: nil, speakers, in: room) {
            told.append(event.person)
        }
        if !changes.isEmpty {
            let places = Dictionary(placed.map { ($0.event.id, $0.position) }) { first, _ in first }
            var below = room.newest
            if let first = placed.first { below = try predecessor(of: first.position, in: room.key)?.position.rawValue }
            for event in news.timeline {
                if let place = places[event.id] { below = place }
                guard event.isMembership, try note(event, since: below, speakers, in: room) else { continue }
                told.append(event.person)
            }
        }
        for speaker in speakers.sorted() where try note(speaker: speaker, by: news.earlier, in: room.key) {
            told.append(speaker)
        }
        if try noteOurselves(isHere: isHere, in: room) { told.append(user) }
        try noteWhetherGroup(room, joined: news.joinedCount, told: Set(told))
        // Whatever was said meanwhile, all that happened since the beginning is there.
        if !news.hidesMembers, news.timeline.contains(where: \.isBeginning) {
            try connection.run("UPDATE room SET listed = 1 WHERE key = ?", room.key)
        }
        return told
    }

    /// Takes over what a membership event says; false where it says nothing of someone who is in the room or was.
    private func note(_ event: RoomEvent, since: Int64?, _ speakers: Set<ContactID>, in room: RoomRow) throws -> Bool {
        let person = event.person
        guard person.rawValue.isUsableID else { return false }
        let old = try member(person, in: room.key)
        let isMember = event.membership == "join"
        // Who declines an invitation was never in it; who has gone is remembered for what they have said.
        guard old != nil || isMember || event.wasMember || speakers.contains(person) else { return false }
        let name = (isMember ? nil : old?.name ?? event.formerName) ?? event.memberName ?? person.rawValue
        // Of whom nothing was known it is known that they came lately when all others were.
        let isComing = isMember && !(old?.isMember ?? event.wasMember)
        let since = isComing ? since ?? (room.wasListed || old != nil ? room.newest : nil) : nil
        return try keep(person, name: name, isMember: isMember, since: since, was: old, in: room.key)
    }

    /// Someone has said something there of whom nothing is known: what they were called then or elsewhere will do.
    private func note(speaker: ContactID, by earlier: [RoomEvent], in room: Int64) throws -> Bool {
        guard speaker != user, try member(speaker, in: room) == nil else { return false }
        let event = earlier.last { $0.isMembership && $0.person == speaker }
        // Where all who are in it are known, they are no longer.
        let isGone = try connection.first("SELECT listed = 1 FROM room WHERE key = ?", room) { $0.flag(0) } ?? false
        let isMember = !isGone && event.map { $0.membership == "join" } ?? true
        let name = try event?.memberName ?? event?.formerName ?? name(of: speaker)
        return try keep(speaker, name: name, isMember: isMember, since: nil, was: nil, in: room)
    }

    /// The answer itself says whether we are in the room, whether or not it brings the event.
    private func noteOurselves(isHere: Bool, in room: RoomRow) throws -> Bool {
        let old = try member(user, in: room.key)
        guard old?.isMember != isHere else { return room.isNew }
        let name = try old?.name ?? name(of: user)
        return try keep(user, name: name, isMember: isHere, since: nil, was: old, in: room.key)
    }

    /// A room is a group once it has a name and no one other, or once more than one other has been in it; then it stays one.
    private func noteWhetherGroup(_ room: RoomRow, joined: Int64?, told: Set<ContactID>) throws {
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
        // Of whom the chat between two said nothing is to be told now.
        for (person, _) in try memberRows(of: room.key) where !told.contains(person) {
            try noteDue(person, in: room.key)
        }
    }

    /// Of a page, who has spoken there: they may have gone long ago.
    func noteSpeakers(of page: [RoomEvent], by state: [RoomEvent], in room: Int64) throws {
        for speaker in Set(page.filter(\.isShown).map(\.sender)).sorted()
        where try note(speaker: speaker, by: state, in: room) {
            try noteDue(speaker, in: room)
        }
    }

    private func noteDue(_ person: ContactID, in room: Int64) throws {
        try connection.run("UPDATE member SET due = '' WHERE room = ? AND id = ?", room, person.rawValue)
    }

    /// Takes over all who were in a room when it was asked for them; who changed since is as the news has them.
    ///
    /// - Parameter asked: the count of changes when it was asked.
    func note(members: [(id: ContactID, name: String)], asked: Int64, in room: RoomRow) throws {
        let known = Dictionary(try memberRows(of: room.key)) { first, _ in first }
        for (person, name) in members.prefix(Limits.members) {
            let old = known[person]
            guard old?.number ?? 0 <= asked else { continue }
            let since = room.wasListed && old?.isMember != true ? room.newest : nil
            _ = try keep(person, name: name, isMember: true, since: since, was: old, in: room.key)
        }
        let present = Set(members.map(\.id))
        for (person, old) in known.sorted(by: { $0.key < $1.key })
        where old.isMember && old.number <= asked && !present.contains(person) {
            _ = try keep(person, name: old.name, isMember: false, since: nil, was: old, in: room.key)
        }
        try connection.run("UPDATE member SET due = '' WHERE room = ?", room.key)
        // Where a gap has opened meanwhile, it may hide what is not in the answer.
        guard asking.remove(room.key) != nil else { return }
        try connection.run("UPDATE room SET listed = 1 WHERE key = ?", room.key)
    }

    private func forgetListing(of room: Int64) throws {
        asking.remove(room)
        try connection.run("UPDATE room SET listed = 2 WHERE key = ? AND listed = 1", room)
    }
}

extension RoomEvent {
    var isMembership: Bool { type == "m.room.member" && stateKey != nil }
    /// Whose membership it is of.
    var person: ContactID { ContactID(stateKey ?? "") }
    var membership: String? { content?["membership"]?.string }

    /// What someone is called in the room; nil where they have no name but their id.
    var memberName: String? { Self.name(content) }
    /// What they were called before it, where the homeserver says so.
    var formerName: String? { Self.name(former) }
    var wasMember: Bool { former?["membership"]?.string == "join" }

    private static func name(_ content: JSONValue?) -> String? {
        content?["displayname"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}
