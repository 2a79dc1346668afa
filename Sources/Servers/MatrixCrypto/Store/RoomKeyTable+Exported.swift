import ChatTypes
import JSONKit
import OlmKit
import SQLiteKit

/// Keys to and from files and backups.
extension RoomKeyTable {
    /// The keys to one session from the backup that are kept. The homeserver may have forged any number.
    private static let backupLimit = 8

    /// Stores a key that proves no sender, if it reads more than the stored ones. Returns whether it does.
    ///
    /// A stored key that a device has shared keeps its sender and learns to read more. A key that contradicts the stored ones, or that a
    /// device of somebody else has shared, is kept beside them: a message tells which is right.
    func insertUnproved(_ key: RoomKey) throws -> Bool {
        let stored = try rows(of: key.id, in: key.room)
        var (isKnown, readsMore) = (false, false)
        for row in stored {
            // A device's key reads the messages of its user only: whoever passes on a key as theirs keeps it from nobody.
            let isOfOther = row.key.device.map { $0.identity != key.claimed.identity } ?? false
            switch key.session.compare(with: row.key.session) {
            case .unrelated: continue
            case .equal, .readsLess: isKnown = isKnown || !isOfOther
            case .readsMore:
                try setState(key.session, of: row)
                readsMore = readsMore || !isOfOther
            }
            if case .account = key.origin, case .backup = row.key.origin { try setOrigin(key.origin, of: row) }
        }
        if isKnown || readsMore { return readsMore }
        if case .backup = key.origin {
            let forged = stored.filter { if case .backup = $0.key.origin { true } else { false } }
            guard forged.count < Self.backupLimit else { return false }
        }
        try add(key)
        return true
    }

    /// Returns the key to a session that reads most; nil if keys contradict each other and none has read a message.
    func best(of session: SessionID, in room: ChatID) throws -> RoomKey? {
        let rows = try rows(of: session, in: room)
        guard let first = rows.first else { return nil }
        let related = rows.map(\.key).filter { $0.session.compare(with: first.key.session) != .unrelated }
        guard try related.count == rows.count || hasRead(first) else { return nil }
        return related.min { $0.session.firstIndex < $1.session.firstIndex }
    }

    private func hasRead(_ row: Row) throws -> Bool {
        try connection.first("SELECT 1 FROM seen WHERE key = ? LIMIT 1", row.number) { _ in true } ?? false
    }

    /// Has a key added to the backup that is about to read its first message, if there are others to its session: now it is known which is
    /// right.
    func setRight(_ row: Row) throws {
        try connection.run(
            """
            UPDATE room_key SET is_saved = 0 WHERE number = ? AND is_saved = 1
                AND NOT EXISTS (SELECT 1 FROM seen WHERE seen.key = number) AND EXISTS (
                    SELECT 1 FROM room_key AS other WHERE other.room = room_key.room
                        AND other.session = room_key.session AND other.number <> room_key.number)
            """,
            row.number
        )
    }

    /// Records that the backup has some keys, except those that have changed since.
    func setSaved(_ keys: [RoomKeyVersion]) throws {
        for key in keys {
            try connection.run(
                "UPDATE room_key SET is_saved = 1 WHERE number = ? AND change = ?",
                key.number,
                key.change
            )
        }
    }

    /// Has all keys added to a backup that has none of them.
    func forgetSaved() throws { try connection.run("UPDATE room_key SET is_saved = 0 WHERE is_saved = 1") }
}

extension RoomKey {
    /// The key as files and backups have it; backups name room and session beside it.
    var exported: JSONText {
        get throws {
            let signing = claimed.signing.map { JSONText.Member(name: "ed25519", value: .string($0.base64)) }
            return [
                "algorithm": .string(Algorithm.megolm), "sender_key": .string(claimed.identity.base64),
                "sender_claimed_keys": .object([signing].compactMap(\.self)), "forwarding_curve25519_key_chain": [],
                "session_key": .string(try session.exportedKey()),
            ]
        }
    }

    /// Reads a key of a file or backup; nil unless it is complete. It proves no sender.
    init?(exported json: JSONValue, room: ChatID?, session id: SessionID?, from origin: (ClaimedKeys) -> Origin) {
        self.init(json, json["sender_claimed_keys"]?["ed25519"]?.signingKey, room, id, origin)
    }

    /// Reads a key that another device of the account gave; nil unless it is complete. It proves no sender.
    init?(forwarded json: JSONValue) {
        let signing = json["sender_claimed_ed25519_key"]?.signingKey
        self.init(json, signing, json["room_id"]?.identifier(), json["session_id"]?.identifier(), Origin.account)
    }

    /// Some programs export keys without the sender's Ed25519 key.
    private init?(
        _ json: JSONValue,
        _ signing: SigningPublicKey?,
        _ room: ChatID?,
        _ id: SessionID?,
        _ origin: (ClaimedKeys) -> Origin
    ) {
        guard json["algorithm"]?.string == Algorithm.megolm, let room, EncryptionMachine.isUsable(room),
            let identity = json["sender_key"]?.agreementKey, let text = json["session_key"]?.unmasked,
            let session = try? MegolmInboundSession(exportedKey: text), SessionID(session.id) == id
        else { return nil }
        self.init(room: room, session: session, origin: origin(ClaimedKeys(identity: identity, signing: signing)))
    }
}
