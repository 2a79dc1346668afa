import OlmKit
import SQLiteKit

/// A Megolm session that this device can read, and the device that shared it.
struct RoomKey {
    /// The sender of keys that prove none.
    static let unproved = ""

    let room: String
    var session: MegolmInboundSession
    /// The user whose device shared it. Only this user's messages are read with it. Empty for a key from a file or a backup.
    let sender: String
    let senderKey: String
    /// Empty if a file or a backup does not name it.
    let signingKey: String
}

/// The tables `room_key`, `seen` and `withheld`: the keys to messages in rooms, and which messages were read with them.
struct RoomKeyTable {
    let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Stores a key, unless the stored one reads as much. Every sharing device has its own row, so none can take another's place.
    func insert(_ key: RoomKey) throws {
        let id = key.session.id
        let row = try connection.first(
            "SELECT state, sender FROM room_key WHERE room = ? AND session = ? AND sender_key = ?",
            key.room,
            id,
            key.senderKey
        ) { (state: $0.text(0), sender: $0.text(1)) }
        if let row {
            let stored = try MegolmInboundSession(state: Secret(base64: row.state))
            // A forged key from a file makes way. A true one that reads more stays, and has a sender now.
            if row.sender == RoomKey.unproved, key.session.compare(with: stored) != .unrelated {
                try connection.run(
                    """
                    UPDATE room_key SET sender = ?, signing_key = ?, is_new = 1
                    WHERE room = ? AND session = ? AND sender_key = ?
                    """,
                    key.sender,
                    key.signingKey,
                    key.room,
                    id,
                    key.senderKey
                )
            } else if row.sender == RoomKey.unproved {
                try connection.run(
                    "DELETE FROM room_key WHERE room = ? AND session = ? AND sender_key = ?",
                    key.room,
                    id,
                    key.senderKey
                )
                return try insert(key)
            }
            guard key.session.compare(with: stored) == .readsMore else { return }
        }
        try connection.run(
            """
            INSERT OR REPLACE INTO room_key(room, session, sender, sender_key, signing_key, state) VALUES (?, ?, ?, ?, ?, ?)
            """,
            key.room,
            id,
            key.sender,
            key.senderKey,
            key.signingKey,
            key.session.state.base64
        )
        try connection.run("DELETE FROM withheld WHERE room = ? AND session = ?", key.room, id)
    }

    /// Returns the keys to a session that devices of a user have shared, in the order in which they came, then those that prove no
    /// sender.
    func keys(of session: String, in room: String, from sender: String) throws -> [RoomKey] {
        try connection.rows(
            """
            SELECT state, sender_key, signing_key FROM room_key WHERE room = ? AND session = ? AND sender IN (?, '')
            ORDER BY sender = '', number LIMIT 8
            """,
            room,
            session,
            sender
        ) { (state: $0.text(0), senderKey: $0.text(1), signingKey: $0.text(2)) }
        .compactMap { row in
            guard let session = try? MegolmInboundSession(state: Secret(base64: row.state)) else { return nil }
            return RoomKey(
                room: room,
                session: session,
                sender: sender,
                senderKey: row.senderKey,
                signingKey: row.signingKey
            )
        }
    }

    // MARK: New keys

    /// Returns up to 100 new keys.
    func new() throws -> [NewRoomKey] {
        try connection.rows("SELECT number, room, session FROM room_key WHERE is_new = 1 ORDER BY number LIMIT 100") {
            NewRoomKey(number: $0.integer(0), room: $0.text(1), session: $0.text(2))
        }
    }

    func settle(upTo number: Int64) throws {
        try connection.run("UPDATE room_key SET is_new = 0 WHERE is_new = 1 AND number <= ?", number)
    }

    func markNew(_ session: String, in room: String) throws {
        try connection.run("UPDATE room_key SET is_new = 1 WHERE room = ? AND session = ?", room, session)
    }

    // MARK: Read messages

    /// Records that an event has an index of a session, and the key that decrypted it. Returns false if another event has the index.
    func record(
        _ event: String,
        replacing replaced: String?,
        at index: UInt32,
        of session: String,
        by senderKey: String
    ) throws -> Bool {
        try connection.run(
            """
            INSERT INTO seen(session, message, event, sender_key, replaces) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET sender_key = excluded.sender_key, replaces = excluded.replaces
                WHERE event = excluded.event AND
                    (sender_key IS NOT excluded.sender_key OR replaces IS NOT excluded.replaces)
            """,
            session,
            Int64(index),
            event,
            senderKey,
            replaced
        )
        let first = try connection.first(
            "SELECT event = ? FROM seen WHERE session = ? AND message = ?",
            event,
            session,
            Int64(index)
        ) { $0.flag(0) }
        return first ?? false
    }

    /// Whether an event was encrypted and has been decrypted here.
    func hasRead(_ event: String) throws -> Bool {
        try connection.first("SELECT 1 FROM seen WHERE event = ?", event) { $0.flag(0) } ?? false
    }

    /// Returns the devices whose keys decrypted an event of a room and its edits; none for those that an earlier version of the program
    /// decrypted.
    func devices(of event: String, in room: String) throws -> [(sender: String, identity: String, signing: String)] {
        try connection.rows(
            """
            SELECT sender, room_key.sender_key, signing_key FROM seen
            JOIN room_key ON room_key.room = ?1 AND room_key.session = seen.session AND room_key.sender_key = seen.sender_key
            WHERE event = ?2 OR replaces = ?2
            """,
            room,
            event
        ) { ($0.text(0), $0.text(1), $0.text(2)) }
    }

    // MARK: Withheld keys

    /// Records why a key was not shared with this device. Nothing proves it, so it only explains. Keeps the last 1,000.
    func setWithheld(_ code: String, session: String, in room: String) throws {
        try connection.run(
            "INSERT OR REPLACE INTO withheld(room, session, code) VALUES (?, ?, ?)",
            room,
            session,
            code
        )
        try connection.run("DELETE FROM withheld WHERE key <= (SELECT max(key) FROM withheld) - 1000")
    }

    func withheld(_ session: String, in room: String) throws -> String? {
        try connection.first("SELECT code FROM withheld WHERE room = ? AND session = ?", room, session) { $0.text(0) }
    }
}

/// A Megolm session whose key has come, for events that may wait for it.
package struct NewRoomKey: Hashable, Sendable {
    /// Ascends with each key.
    package let number: Int64
    package let room: String
    package let session: String
}
