import ChatTypes
import SQLiteKit

/// The tables `person` and `ignored`: the display names of users, and the users whom the account ignores.
struct PersonTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Returns the display name of a user, or the id if there is none.
    func name(of person: ContactID) throws -> String {
        try connection.first("SELECT name FROM person WHERE id = ?", person.rawValue) { $0.text(0) } ?? person.rawValue
    }

    /// Returns users with their display names, in the order of their ids.
    func named(_ people: Set<ContactID>) throws -> [(id: ContactID, name: String)] {
        try people.sorted().map { ($0, try name(of: $0)) }
    }

    /// Stores a display name. A name that is not trusted replaces none that is known.
    func setName(_ name: String, of person: ContactID, isTrusted: Bool) throws {
        try connection.run(
            "INSERT INTO person(id, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = excluded.name WHERE ?",
            person.rawValue,
            name.cut(toBytes: Limits.nameBytes),
            isTrusted
        )
    }

    /// Returns the ignored users. Their earlier messages stay; new ones are dropped.
    func ignored() throws -> Set<ContactID> {
        Set(try connection.rows("SELECT person FROM ignored") { ContactID($0.text(0)) })
    }

    func setIgnored(_ people: [ContactID]) throws {
        try connection.run("DELETE FROM ignored")
        for person in people {
            try connection.run("INSERT OR IGNORE INTO ignored(person) VALUES (?)", person.rawValue)
        }
    }
}

extension RoomUpdate {
    /// Returns the update without messages and receipts of some users. Their changes to the room stay.
    func without(_ people: Set<ContactID>) -> RoomUpdate {
        guard !people.isEmpty else { return self }
        var update = self
        update.timeline.removeAll { $0.isWritten(by: people) }
        update.receipts.removeAll { people.contains($0.reader) }
        return update
    }

    /// Whether one of some users invites `user`.
    func isInvitation(of user: ContactID, by people: Set<ContactID>) -> Bool {
        state.contains { $0.isMembership && $0.person == user && people.contains($0.sender) }
    }

    /// Returns the event that invites `user`.
    func invitation(of user: ContactID) -> RoomEvent? {
        state.last { $0.isMembership && $0.person == user && $0.membership == "invite" }
    }
}

extension RoomEvent {
    /// Whether the event is a message or an edit by one of some users. Their state events and deletions do not count.
    func isWritten(by people: Set<ContactID>) -> Bool { (isMessage || replaced != nil) && people.contains(sender) }
}
