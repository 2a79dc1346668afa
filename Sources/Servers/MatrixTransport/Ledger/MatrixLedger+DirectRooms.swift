import ChatTypes
import SQLiteKit

/// Rooms for two: whose they are, and how one is made once.
extension MatrixLedger {
    func noteDirectRooms(_ direct: [(person: ContactID, rooms: [ChatID])]) throws {
        for (person, rooms) in direct {
            for room in rooms { try noteDirect(room, with: person) }
        }
    }

    func noteDirect(_ room: ChatID, with person: ContactID) throws {
        try connection.run(
            """
            INSERT INTO room(id, membership, peer) VALUES (?1, 'unknown', ?2)
            ON CONFLICT (id) DO UPDATE SET peer = excluded.peer
            """,
            room.rawValue,
            person.rawValue
        )
    }

    /// The room in which we talk with one person alone, and whether they have left it or declined to come; of several, one in which
    /// they are, and in which something was said last.
    func directRoom(with person: ContactID) throws -> (id: ChatID, isLeft: Bool)? {
        try connection.first(
            """
            SELECT id, members = 1 OR members = 0 AND EXISTS (
                SELECT 1 FROM member WHERE member.room = room.key AND member.id = room.peer AND member.joined = 0
            ) AS isLeft
            FROM room WHERE peer = ? AND membership IN ('join', 'invite') AND successor IS NULL AND grouped = 0
            ORDER BY isLeft, membership DESC, top DESC, key LIMIT 1
            """,
            person.rawValue
        ) { (ChatID($0.text(0)), $0.flag(1)) }
    }

    func peer(of room: ChatID) throws -> ContactID? {
        try connection.first("SELECT peer FROM room WHERE id = ?", room.rawValue) { row in
            row.optionalText(0).map { ContactID($0) }
        } ?? nil
    }

    /// What a room for two is called while it is being made: the same for each attempt.
    func creation(with person: ContactID, orElse nonce: String) throws -> String {
        try connection.run("INSERT OR IGNORE INTO creation(person, nonce) VALUES (?, ?)", person.rawValue, nonce)
        return try connection.first("SELECT nonce FROM creation WHERE person = ?", person.rawValue) { $0.text(0) }
            ?? nonce
    }

    /// Notes a room that we have made, before or after the news says so.
    func noteCreated(_ room: ChatID, with person: ContactID, named name: String?) throws {
        try connection.transaction {
            if let name {
                try note(name: name.cut(toBytes: Limits.nameBytes), of: person.rawValue, isBelieved: false)
            }
            try noteDirect(room, with: person)
        }
    }

    /// What is made for a person from now on is another room; returns what the last one was called while it was being made.
    func endCreation(with person: ContactID) throws -> String? {
        let nonce = try connection.first("SELECT nonce FROM creation WHERE person = ?", person.rawValue) { $0.text(0) }
        if nonce != nil { try connection.run("DELETE FROM creation WHERE person = ?", person.rawValue) }
        return nonce
    }
}
