import JSONKit
import OlmKit
import SQLiteKit

/// Keys to and from files and backups.
extension RoomKeyTable {
    /// Stores a key that proves no sender, if it reads more than the stored ones. Returns whether it does.
    ///
    /// A stored key that a device has shared keeps its sender and learns to read more. A key that contradicts it is ignored.
    func insertUnproved(_ key: RoomKey) throws -> Bool {
        let stored = try connection.rows(
            "SELECT number, state FROM room_key WHERE room = ? AND session = ? ORDER BY number",
            key.room,
            key.session.id
        ) { (number: $0.integer(0), state: $0.text(1)) }
        var (isKnown, readsMore) = (false, false)
        for row in stored {
            guard let session = try? MegolmInboundSession(state: Secret(base64: row.state)) else { continue }
            switch key.session.compare(with: session) {
            case .unrelated: continue
            case .equal, .readsLess: isKnown = true
            case .readsMore:
                try connection.run(
                    "UPDATE room_key SET state = ?, is_new = 1, is_saved = 0 WHERE number = ?",
                    key.session.state.base64,
                    row.number
                )
                readsMore = true
            }
        }
        if isKnown || readsMore { return readsMore }
        return try connection.run(
            """
            INSERT OR IGNORE INTO room_key(room, session, sender, sender_key, signing_key, state) VALUES (?, ?, '', ?, ?, ?)
            """,
            key.room,
            key.session.id,
            key.senderKey,
            key.signingKey,
            key.session.state.base64
        ) > 0
    }

    /// Returns the key to a session that came first; one that proves its sender before others.
    func key(of session: String, in room: String) throws -> RoomKey? {
        let row = try connection.first(
            """
            SELECT state, sender, sender_key, signing_key FROM room_key WHERE room = ? AND session = ?
            ORDER BY sender = '', number
            """,
            room,
            session
        ) { (state: $0.text(0), sender: $0.text(1), senderKey: $0.text(2), signingKey: $0.text(3)) }
        return try row.map { row in
            RoomKey(
                room: room,
                session: try MegolmInboundSession(state: Secret(base64: row.state)),
                sender: row.sender,
                senderKey: row.senderKey,
                signingKey: row.signingKey
            )
        }
    }

    /// Returns keys with numbers above one, in their order.
    func keys(above number: Int64, limit: Int, unsavedOnly: Bool = false) throws -> [(number: Int64, key: RoomKey)] {
        try connection.rows(
            """
            SELECT number, room, state, sender, sender_key, signing_key FROM room_key
            WHERE number > ? AND is_saved <= ? ORDER BY number LIMIT ?
            """,
            number,
            unsavedOnly ? 0 : 1,
            limit
        ) { row in
            let session = try MegolmInboundSession(state: Secret(base64: row.text(2)))
            return (
                row.integer(0),
                RoomKey(
                    room: row.text(1),
                    session: session,
                    sender: row.text(3),
                    senderKey: row.text(4),
                    signingKey: row.text(5)
                )
            )
        }
    }

    func setSaved(_ numbers: [Int64]) throws {
        for number in numbers { try connection.run("UPDATE room_key SET is_saved = 1 WHERE number = ?", number) }
    }

    /// Has all keys added to a backup that has none of them.
    func forgetSaved() throws { try connection.run("UPDATE room_key SET is_saved = 0 WHERE is_saved = 1") }
}

extension RoomKey {
    /// The key as files and backups have it; backups name room and session beside it.
    var exported: JSONText {
        get throws {
            [
                "algorithm": .string(Algorithm.megolm), "sender_key": .string(senderKey),
                "sender_claimed_keys": signingKey.isEmpty ? [:] : ["ed25519": .string(signingKey)],
                "forwarding_curve25519_key_chain": [],
                "session_key": .string(try session.exportedKey()),
            ]
        }
    }

    /// Reads a key of a file or backup; nil unless it is complete. It proves no sender, so it need not name the sender's Ed25519 key.
    init?(exported json: JSONValue, room: String?, session id: String?) {
        self.init(json, signingKey: json["sender_claimed_keys"]?["ed25519"]?.unmasked, room: room, session: id)
    }

    /// Reads a key that another device gave; nil unless it is complete. It proves no sender.
    init?(forwarded json: JSONValue) {
        self.init(
            json,
            signingKey: json["sender_claimed_ed25519_key"]?.unmasked,
            room: json["room_id"]?.unmasked,
            session: json["session_id"]?.unmasked
        )
    }

    private init?(_ json: JSONValue, signingKey: String?, room: String?, session id: String?) {
        guard json["algorithm"]?.string == Algorithm.megolm, let room, EncryptionMachine.isUsable(room),
            let senderKey = json["sender_key"]?.unmasked, (try? AgreementPublicKey(base64: senderKey)) != nil,
            let text = json["session_key"]?.unmasked, let session = try? MegolmInboundSession(exportedKey: text),
            session.id == id
        else { return nil }
        self.init(
            room: room,
            session: session,
            sender: Self.unproved,
            senderKey: senderKey,
            signingKey: signingKey.flatMap { try? SigningPublicKey(base64: $0) }?.base64 ?? ""
        )
    }
}
