import ChatTypes
import SQLiteKit

extension MatrixLedger {
    /// Whom the account does not want to hear: what they said before stays, what they say from now on does not come.
    func ignored() throws -> Set<ContactID> {
        Set(try connection.rows("SELECT person FROM ignored") { ContactID($0.text(0)) })
    }

    func note(ignored people: [ContactID]) throws {
        try connection.run("DELETE FROM ignored")
        for person in people {
            try connection.run("INSERT OR IGNORE INTO ignored(person) VALUES (?)", person.rawValue)
        }
    }
}

extension RoomNews {
    /// Without what some people say and read; what they do to the room is kept.
    func without(_ people: Set<ContactID>) -> RoomNews {
        guard !people.isEmpty else { return self }
        var news = self
        news.timeline.removeAll { $0.isSaid(by: people) }
        news.receipts.removeAll { people.contains($0.reader) }
        return news
    }

    func isInvitation(of user: ContactID, by person: ContactID) -> Bool {
        state.contains { $0.type == "m.room.member" && $0.stateKey == user.rawValue && $0.sender == person }
    }
}

extension RoomEvent {
    /// Whether some people say something by it; what they do to the room, and take back there, is something else.
    func isSaid(by people: Set<ContactID>) -> Bool { (isShown || replaced != nil) && people.contains(sender) }
}
