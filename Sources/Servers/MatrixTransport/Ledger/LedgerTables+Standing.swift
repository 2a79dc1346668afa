import ChatTypes
import Foundation
import SQLiteKit

/// The user's standing in rooms, and the lines about events.
extension LedgerTables {
    /// Returns the user's standing in a room, under a new number if it has changed since it was delivered last.
    func standing(in room: Int64) throws -> NumberedStanding? {
        guard let (standing, stood, number) = try rooms.standing(of: room) else { return nil }
        let text = try standing.deliveredForm
        if let stood, stood.hasBytes(of: text) { return NumberedStanding(standing, number: number) }
        let next = try members.nextNumber()
        try rooms.setStood(text, number: next, in: room)
        return NumberedStanding(standing, number: next)
    }

    /// Returns the line about an event; nil for a message.
    func line(of event: RoomEvent, in room: Int64) throws -> ChatEventText? {
        if let poll = event.endedPoll, let attempt = try vainEnd(of: poll, by: event, in: room) {
            return ChatEventText(.changed, attempt)
        }
        switch event.line {
        case .sender(let text)?: return text
        case .person(let person, let kind, let verb, let reason)?:
            let name = person == user ? "you" : event.memberName ?? event.formerName
            let known = try name ?? members.member(person, in: room)?.name ?? people.name(of: person)
            let shown =
                person == user ? known : ShownName.of(known.cut(toBytes: Limits.eventBytes), id: person, isShared: true)
            return ChatEventText(kind, "\(verb) \(shown)", reason: reason)
        // Its key came late, so it has a place.
        case nil where event.isVerification: return ChatEventText(.called, "compared emoji")
        case nil: return event.vote == nil ? nil : ChatEventText(.changed, "voted in a poll")
        }
    }
}

extension LedgerTables {
    /// Returns a room as far as push rules ask for it.
    func pushRoom(_ room: Int64) throws -> PushRoom {
        let name = try members.member(user, in: room)?.name ?? people.name(of: user)
        let row = try rooms.connection.first("SELECT id, members FROM room WHERE key = ?", room) {
            (id: ChatID($0.text(0)), members: $0.integer(1))
        }
        return PushRoom(
            id: row?.id ?? ChatID(""),
            memberCount: row?.members ?? 0,
            displayName: name.isEmpty || name == user.rawValue ? nil : name,
            power: try rooms.power(in: room)
        )
    }
}

extension ChatStanding {
    /// All properties as one text, the same for the same standing, down to the bytes of its texts. An earlier version had another text.
    fileprivate var deliveredForm: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension RoomTable {
    /// Returns the user's standing in a room, and what was delivered last under which number; nil for an unknown room.
    func standing(of room: Int64) throws -> (ChatStanding, stood: String?, number: Int64)? {
        let row = try connection.first(
            """
            SELECT membership, successor IS NOT NULL, actor, reason, ended, direct, topic, power, stood, standing, creators, space
            FROM room
            WHERE key = ?
            """,
            room
        ) { row in
            (
                membership: RoomMembership(rawValue: row.text(0)) ?? .unknown, isReplaced: row.flag(1),
                actor: row.optionalText(2).map { ContactID($0) }, reason: row.optionalText(3),
                ended: row.optionalText(4),
                isDirect: row.flag(5), topic: row.optionalText(6) ?? "",
                power: PowerLevels(row.optionalText(7), creators: Self.creators(row.text(10))),
                stood: row.optionalText(8), number: row.integer(9), isSpace: row.flag(11)
            )
        }
        guard let row else { return nil }
        let name = try row.actor.map { ShownName.of(try people.name(of: $0), id: $0, isShared: true) }
        let word: String =
            switch row.membership {
            case .invite: row.isSpace ? "invitedToSpace" : row.isDirect ? "invited" : "invitedToGroup"
            case .leave where row.ended != nil: row.ended ?? ""
            case .join, .leave, .unknown: row.isReplaced ? "replaced" : row.membership == .leave ? "left" : "joined"
            }
        let isIn = row.membership == .join || row.membership == .unknown
        let standing = ChatStanding(
            state: ChatState(word: word, person: name, reason: row.reason),
            rights: isIn ? row.power?.rights(of: user) ?? .all : [],
            topic: row.topic
        )
        return (standing, row.stood, row.number)
    }

    /// Returns the number of the user's standing in a room if the membership is that one, else nil.
    func standingNumber(of membership: RoomMembership, in room: ChatID) throws -> Int64? {
        try connection.first(
            "SELECT standing FROM room WHERE id = ? AND membership = ?",
            room.rawValue,
            membership.rawValue
        ) { $0.integer(0) }
    }

    func setStood(_ text: String, number: Int64, in room: Int64) throws {
        try connection.run("UPDATE room SET stood = ?, standing = ? WHERE key = ?", text, number, room)
    }

    func power(in room: Int64) throws -> PowerLevels? {
        try connection.first("SELECT power, creators FROM room WHERE key = ?", room) {
            PowerLevels($0.optionalText(0), creators: Self.creators($0.text(1)))
        } ?? nil
    }

    /// Returns the ids in the column `creators`.
    static func creators(_ text: String) -> Set<ContactID> {
        Set(text.split(separator: "\n").map { ContactID(String($0)) })
    }
}
