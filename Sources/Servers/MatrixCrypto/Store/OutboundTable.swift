import Foundation
import JSONKit
import OlmKit
import SQLiteKit

/// The session with which a room's messages are encrypted.
struct OutboundSession {
    var session: MegolmOutboundSession
    /// The second of its creation.
    let created: Int64
    /// The identity keys of the devices that have its key, or will get it.
    let shared: Set<String>
    /// Those of them that get it anew: they have a new Olm session, since the old one broke.
    let again: Set<String>
}

/// The tables `outbound`, `shared`, `share` and `outgoing`: what leaves this device, committed before it does.
struct OutboundTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    func session(of room: String) throws -> OutboundSession? {
        let row = try connection.first("SELECT state, created FROM outbound WHERE room = ?", room) {
            (state: $0.text(0), created: $0.integer(1))
        }
        guard let row, let session = try? MegolmOutboundSession(state: Secret(base64: row.state)) else { return nil }
        let shared = try connection.rows("SELECT device, again FROM shared WHERE session = ?", session.id) {
            (device: $0.text(0), isAgain: $0.flag(1))
        }
        return OutboundSession(
            session: session,
            created: row.created,
            shared: Set(shared.map(\.device)),
            again: Set(shared.filter(\.isAgain).map(\.device))
        )
    }

    /// Stores a new session in place of the room's old one.
    func begin(_ session: MegolmOutboundSession, in room: String, at second: Int64) throws {
        try connection.run("DELETE FROM shared WHERE session = (SELECT session FROM outbound WHERE room = ?)", room)
        try connection.run("DELETE FROM notice WHERE session = (SELECT session FROM outbound WHERE room = ?)", room)
        try connection.run(
            "INSERT OR REPLACE INTO outbound(room, session, state, created) VALUES (?, ?, ?, ?)",
            room,
            session.id,
            session.state.base64,
            second
        )
    }

    func update(_ session: MegolmOutboundSession, in room: String) throws {
        try connection.run("UPDATE outbound SET state = ? WHERE room = ?", session.state.base64, room)
    }

    /// Deletes the key to encrypt with of a room that was left, and what waits to be sent there.
    func deleteRoom(_ room: String) throws {
        try connection.run("DELETE FROM shared WHERE session = (SELECT session FROM outbound WHERE room = ?)", room)
        try connection.run("DELETE FROM notice WHERE session = (SELECT session FROM outbound WHERE room = ?)", room)
        try connection.run("DELETE FROM outbound WHERE room = ?", room)
        try connection.run("DELETE FROM share WHERE room = ?", room)
        try connection.run("DELETE FROM outgoing WHERE room = ?", room)
    }

    func setShared(_ session: String, with device: String) throws {
        try connection.run("INSERT OR REPLACE INTO shared(session, device) VALUES (?, ?)", session, device)
    }

    /// Has the next message of each room give its key to a device once more.
    func shareAgain(with device: String) throws {
        try connection.run("UPDATE shared SET again = 1 WHERE device = ?", device)
    }

    // MARK: Notices

    /// Records that a device is told why it does not get the key of a session. Returns false if it was told before.
    ///
    /// - Parameter session: empty if there is no way to send the device any key.
    func insertNotice(_ session: String, to device: String) throws -> Bool {
        try connection.run("INSERT OR IGNORE INTO notice(session, device) VALUES (?, ?)", session, device) > 0
    }

    func hasNotice(_ session: String, to device: String) throws -> Bool {
        try connection.first("SELECT 1 FROM notice WHERE session = ? AND device = ?", session, device) { _ in true }
            ?? false
    }

    /// Forgets that there was no way to reach a device.
    func forgetNotices(to device: String) throws {
        try connection.run("DELETE FROM notice WHERE session = '' AND device = ?", device)
    }

    // MARK: To-device messages

    func insertShare(_ body: JSONText, type: String, id: String, in room: String) throws {
        let text = String(decoding: body.bytes, as: UTF8.self)
        try connection.run("INSERT INTO share(id, type, room, body) VALUES (?, ?, ?, ?)", id, type, room, text)
    }

    /// Returns the next message about keys for a room.
    func nextShare(in room: String) throws -> (id: String, type: String, body: String)? {
        try connection.first("SELECT id, type, body FROM share WHERE room = ? ORDER BY key LIMIT 1", room) {
            ($0.text(0), $0.text(1), $0.text(2))
        }
    }

    func deleteShare(_ id: String) throws { try connection.run("DELETE FROM share WHERE id = ?", id) }

    // MARK: Encrypted messages

    func message(_ id: String, in room: String) throws -> String? {
        try connection.first("SELECT body FROM outgoing WHERE room = ? AND id = ?", room, id) { $0.text(0) }
    }

    /// Stores an encrypted message. Keeps the newest 1,000: each is needed until the homeserver has confirmed it.
    func insertMessage(_ body: JSONText, id: String, in room: String) throws {
        let text = String(decoding: body.bytes, as: UTF8.self)
        try connection.run("INSERT INTO outgoing(room, id, body) VALUES (?, ?, ?)", room, id, text)
        try connection.run("DELETE FROM outgoing WHERE key <= (SELECT max(key) FROM outgoing) - 1000")
    }

    func deleteMessage(_ id: String, in room: String) throws {
        try connection.run("DELETE FROM outgoing WHERE room = ? AND id = ?", room, id)
    }
}
