import ChatTypes
import SQLiteKit

/// The tables `creation`, `encrypting` and `made`: rooms that are being created, and the groups that were created here, by the group's own id.
struct CreationTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Returns the key under which the creation of a group is stored.
    static func key(ofGroup id: MessageID) -> ContactID { ContactID("group:\(id)") }

    /// Returns the name of the room that is being created with a person: the same for each attempt.
    func nonce(for person: ContactID) throws -> String? {
        try connection.first("SELECT nonce FROM creation WHERE person = ?", person.rawValue) { $0.text(0) }
    }

    /// Begins the creation of a room under a name, unless one is being created already; returns the name that holds.
    ///
    /// - Parameter encrypts: whether the room is encrypted for this device, however and whenever the homeserver brings it.
    func begin(with person: ContactID, nonce: String, encrypts: Bool) throws -> String {
        try connection.run("INSERT OR IGNORE INTO creation(person, nonce) VALUES (?, ?)", person.rawValue, nonce)
        if encrypts {
            try connection.run(
                "INSERT OR IGNORE INTO encrypting SELECT ?, coalesce(max(key), 0) FROM room",
                person.rawValue
            )
        } else {
            try connection.run("DELETE FROM encrypting WHERE person = ?", person.rawValue)
        }
        return try self.nonce(for: person) ?? nonce
    }

    /// Ends a creation: the next room with that person is a new one.
    func end(with person: ContactID) throws {
        try connection.run("DELETE FROM creation WHERE person = ?", person.rawValue)
        try connection.run("DELETE FROM encrypting WHERE person = ?", person.rawValue)
    }

    /// Records that the direct rooms which came since the creation of one that is to be encrypted are so.
    func encryptDirectRooms() throws {
        try connection.run(
            """
            UPDATE room SET encrypted = 1 FROM encrypting
            WHERE room.peer = encrypting.person AND room.key > encrypting.above AND room.encrypted = 0
            """
        )
    }

    /// Returns the room of a group that was created here.
    func room(ofGroup id: MessageID) throws -> ChatID? {
        try connection.first("SELECT room FROM made WHERE id = ?", id.rawValue) { ChatID($0.text(0)) }
    }

    /// Records the room of a group that was created here.
    func setRoom(_ room: Int64, ofGroup id: MessageID) throws {
        try connection.run("INSERT OR IGNORE INTO made SELECT ?, id FROM room WHERE key = ?", id.rawValue, room)
        try connection.run(
            """
            UPDATE room SET grouped = 1, encrypted = encrypted OR EXISTS (SELECT 1 FROM encrypting WHERE person = ?)
            WHERE key = ?
            """,
            Self.key(ofGroup: id).rawValue,
            room
        )
    }
}
