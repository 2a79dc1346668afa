import ChatTypes
import Foundation
import JSONKit
import OlmKit
import SQLiteKit

/// The session with which a room's messages are encrypted.
struct OutboundSession {
    var session: MegolmOutboundSession
    /// The second of its creation.
    let created: Int64
    /// The devices that have its key, or will get it, and the index of the first message that each reads.
    let shared: [OlmPeer: UInt32]
    /// Those of them that get it anew: they have a new Olm session, since the old one broke, or the homeserver refused the message with
    /// it an hour ago.
    let again: Set<OlmPeer>
}

/// An encrypted message that the homeserver has not confirmed.
struct EncryptedMessage {
    let body: String
    let session: SessionID
    let index: UInt32
}

/// The tables `outbound`, `shared`, `share` and `outgoing`: what leaves this device, committed before it does.
struct OutboundTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The pause before a device gets a key whose message the homeserver has refused, in seconds.
    private static let pause: Int64 = 3600

    func session(of room: ChatID, at second: Int64) throws -> OutboundSession? {
        let row = try connection.first("SELECT state, created FROM outbound WHERE room = ?", room.stored) {
            (state: $0.text(0), created: $0.integer(1))
        }
        guard let row, let session = try? MegolmOutboundSession(state: Secret(base64: row.state)) else { return nil }
        let shared = try connection.rows(
            "SELECT user, identity, signing, since, again FROM shared WHERE session = ?",
            session.id
        ) { row in
            let again = row.integer(4)
            // A pause of more than an hour means that the clock went back.
            let isAgain = again > 0 && !(again > second && again <= second + Self.pause)
            return (peer: try OlmPeer(row, from: 0), since: UInt32(clamping: row.integer(3)), isAgain: isAgain)
        }
        return OutboundSession(
            session: session,
            created: row.created,
            shared: Dictionary(shared.map { ($0.peer, $0.since) }) { first, _ in first },
            again: Set(shared.filter(\.isAgain).map(\.peer))
        )
    }

    /// Stores a new session in place of the room's old one.
    func begin(_ session: MegolmOutboundSession, in room: ChatID, at second: Int64) throws {
        try forgetShared(in: room)
        try connection.run(
            "INSERT OR REPLACE INTO outbound(room, session, state, created) VALUES (?, ?, ?, ?)",
            room.stored,
            session.id,
            session.state.base64,
            second
        )
    }

    func update(_ session: MegolmOutboundSession, in room: ChatID) throws {
        try connection.run("UPDATE outbound SET state = ? WHERE room = ?", session.state.base64, room.stored)
    }

    /// Deletes the key to encrypt with of a room that was left, and what waits to be sent there.
    func deleteRoom(_ room: ChatID) throws {
        try forgetShared(in: room)
        try connection.run("DELETE FROM outbound WHERE room = ?", room.stored)
        try connection.run("DELETE FROM share WHERE room = ?", room.stored)
        try connection.run("DELETE FROM outgoing WHERE room = ?", room.stored)
    }

    /// Forgets which devices have the key of a room's session, and which were told why not.
    private func forgetShared(in room: ChatID) throws {
        try connection.run(
            "DELETE FROM shared WHERE session = (SELECT session FROM outbound WHERE room = ?)",
            room.stored
        )
        try connection.run(
            "DELETE FROM notice WHERE session = (SELECT session FROM outbound WHERE room = ?)",
            room.stored
        )
    }

    /// Records that a device gets a session's key, which reads from the next message on.
    func setShared(_ session: MegolmOutboundSession, with peer: OlmPeer) throws {
        try connection.run(
            "INSERT OR REPLACE INTO shared(session, user, identity, signing, since) VALUES (?, ?, ?, ?, ?)",
            session.id,
            peer.user.stored,
            peer.identity.base64,
            peer.signing.base64,
            Int64(session.nextIndex)
        )
    }

    /// Has the next message of each room give its key to a device once more.
    func shareAgain(with peer: OlmPeer) throws {
        try connection.run(
            "UPDATE shared SET again = 1 WHERE identity = ? AND user = ? AND signing = ?",
            peer.identity.base64,
            peer.user.stored,
            peer.signing.base64
        )
    }

    /// Has a message give a room's key to a device once more after an hour.
    func shareLater(with peer: OlmPeer, in room: ChatID, at second: Int64) throws {
        try connection.run(
            """
            UPDATE shared SET again = ? WHERE session = (SELECT session FROM outbound WHERE room = ?)
                AND identity = ? AND user = ? AND signing = ?
            """,
            second + Self.pause,
            room.stored,
            peer.identity.base64,
            peer.user.stored,
            peer.signing.base64
        )
    }

    // MARK: Notices

    /// Records that a device is told why it does not get the key of a session. Returns false if it was told before.
    ///
    /// - Parameter session: empty if there is no way to send the device any key.
    func insertNotice(_ session: String, to peer: OlmPeer) throws -> Bool {
        try connection.run(
            "INSERT OR IGNORE INTO notice(session, user, identity, signing) VALUES (?, ?, ?, ?)",
            session,
            peer.user.stored,
            peer.identity.base64,
            peer.signing.base64
        ) > 0
    }

    func hasNotice(_ session: String, to peer: OlmPeer) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM notice WHERE session = ? AND user = ? AND identity = ? AND signing = ?",
            session,
            peer.user.stored,
            peer.identity.base64,
            peer.signing.base64
        ) { _ in true } ?? false
    }

    /// Forgets that there was no way to reach a device.
    func forgetNotices(to peer: OlmPeer) throws {
        try connection.run(
            "DELETE FROM notice WHERE session = '' AND user = ? AND identity = ? AND signing = ?",
            peer.user.stored,
            peer.identity.base64,
            peer.signing.base64
        )
    }

    // MARK: To-device messages

    func insertShare(_ body: JSONText, type: String, id: String, in room: ChatID) throws {
        let text = String(decoding: body.bytes, as: UTF8.self)
        try connection.run("INSERT INTO share(id, type, room, body) VALUES (?, ?, ?, ?)", id, type, room.stored, text)
    }

    /// Returns the next message about keys for a room.
    func nextShare(in room: ChatID) throws -> (id: String, type: String, body: String)? {
        try connection.first("SELECT id, type, body FROM share WHERE room = ? ORDER BY key LIMIT 1", room.stored) {
            ($0.text(0), $0.text(1), $0.text(2))
        }
    }

    /// Whether a message of a type to a user waits. Cost: linear in the messages that wait for the room.
    func hasShare(type: String, to user: ContactID, in room: ChatID) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM share, json_each(share.body, '$.messages') AS recipient
            WHERE share.room = ? AND share.type = ? AND recipient.key = ?
            """,
            room.stored,
            type,
            user.stored
        ) { _ in true } ?? false
    }

    func deleteShare(_ id: String) throws { try connection.run("DELETE FROM share WHERE id = ?", id) }

    // MARK: Encrypted messages

    func message(_ id: MessageID, in room: ChatID) throws -> EncryptedMessage? {
        try connection.first(
            "SELECT body, session, message FROM outgoing WHERE room = ? AND id = ?",
            room.stored,
            id.stored
        ) {
            EncryptedMessage(body: $0.text(0), session: $0.identifier(1), index: UInt32(clamping: $0.integer(2)))
        }
    }

    /// Stores an encrypted message, in place of an earlier one of that id. Keeps the newest 1,000: each is needed until the
    /// homeserver has confirmed it.
    func setMessage(_ message: EncryptedMessage, id: MessageID, in room: ChatID) throws {
        try connection.run(
            "INSERT OR REPLACE INTO outgoing(room, id, body, session, message) VALUES (?, ?, ?, ?, ?)",
            room.stored,
            id.stored,
            message.body,
            message.session.stored,
            Int64(message.index)
        )
        try connection.run(
            "DELETE FROM outgoing WHERE key <= (SELECT key FROM outgoing ORDER BY key DESC LIMIT 1 OFFSET 1000)"
        )
    }

    func deleteMessage(_ id: MessageID, in room: ChatID) throws {
        try connection.run("DELETE FROM outgoing WHERE room = ? AND id = ?", room.stored, id.stored)
    }
}
