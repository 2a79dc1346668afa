import ChatTypes
package import JSONKit
package import OlmKit
import SQLiteKit

/// The backup of keys to messages: the homeserver stores them, encrypted for the account's backup key.
///
/// Anyone can add to a backup, the homeserver included. So keys from it prove no sender.
extension EncryptionMachine {
    /// The keys in one request.
    private static let keysPerRequest = 100

    /// Returns the body that begins a backup for a key. The master key and this device sign it.
    package func newBackup(for key: AgreementPublicKey, master: SigningKey) -> JSONText {
        let data: JSONText = ["public_key": .string(key.base64)]
        return [
            "algorithm": .string(Algorithm.backup), "auth_data": keys.sign(data).signed(by: keys.user, master),
        ]
    }

    /// Has keys added to a backup. If it is another one than before, all of them.
    package func setBackup(version: String, key: AgreementPublicKey) throws {
        try write { _ in
            let isSame = try backup().map { $0.version.isID(version) && $0.key == key } ?? false
            guard !isSame else { return }
            try connection.run(
                "INSERT OR REPLACE INTO backup(key, version, public) VALUES (1, ?, ?)",
                version,
                key.base64
            )
            try roomKeys.forgetSaved()
            try connection.run("UPDATE account SET backup_ended = 0")
        }
    }

    /// Ends adding keys to a backup.
    ///
    /// If there was one, `hasBackupEnded` is true until `acknowledgeBackupEnd()`, also in later processes.
    package func removeBackup() throws {
        try write { _ in
            guard try connection.run("DELETE FROM backup") > 0 else { return }
            try connection.run("UPDATE account SET backup_ended = 1")
        }
    }

    /// Whether the user has yet to be told that keys are not added to a backup any more.
    package func hasBackupEnded() throws -> Bool {
        try connection.first("SELECT backup_ended FROM account") { $0.flag(0) } ?? false
    }

    /// Records that the user was told of the end of a backup.
    package func acknowledgeBackupEnd() throws {
        try write { _ in _ = try connection.run("UPDATE account SET backup_ended = 0") }
    }

    /// The backup to which keys are added.
    package func backup() throws -> (version: String, key: AgreementPublicKey)? {
        try connection.first("SELECT version, public FROM backup") { ($0.text(0), $0.text(1)) }.flatMap {
            version,
            key in
            (try? AgreementPublicKey(base64: key)).map { (version, $0) }
        }
    }

    /// Reads the homeserver's description of its backup; nil if it is of an unknown kind, or may be somebody else's.
    ///
    /// It is the account's own if this device has its private key, or if the proved master key has signed it. This device's signature
    /// counts only while no master key is proved: it has signed the backups of former identities, too.
    package func trustedBackup(_ answer: JSONValue) throws -> (version: String, key: AgreementPublicKey)? {
        guard answer["algorithm"]?.string == Algorithm.backup, let version = answer["version"]?.unmasked,
            (1...512).contains(version.utf8.count), let data = answer["auth_data"].flatMap(JSONText.init(exactly:)),
            case .string(let text)? = data["public_key"], let key = try? AgreementPublicKey(base64: text)
        else { return nil }
        if let own = try secret(SecretName.backup), try AgreementKey(secret: own).publicKey == key {
            return (version, key)
        }
        guard let master = try provedMaster() else {
            let isSigned = data.isSigned(by: keys.user, device: keys.device, with: keys.signing.publicKey)
            return isSigned ? (version, key) : nil
        }
        guard let signing = try? SigningPublicKey(base64: master),
            data.isSigned(by: keys.user, device: master, with: signing)
        else { return nil }
        return (version, key)
    }

    // MARK: Adding keys

    /// Returns the body of the next request that adds keys to the backup, and their numbers; nil if it has all of them.
    package func nextSaving() throws -> (body: JSONText, keys: [RoomKeyVersion])? {
        guard let (_, key) = try backup() else { return nil }
        let unsaved = try roomKeys.unsavedRows(limit: Self.keysPerRequest)
        guard !unsaved.isEmpty else { return nil }
        var rooms: [ChatID: [SessionID: JSONText]] = [:]
        for row in unsaved.map(\.key) where rooms[row.room]?[row.id] == nil {
            // Several devices may have shared the session. If their keys differ, a message tells later which is right.
            guard let best = try roomKeys.best(of: row.id, in: row.room) else { continue }
            let sealed = try BackupCipher.encrypt(Secret(best.exported.bytes), for: key, random: random)
            rooms[best.room, default: [:]][best.id] = [
                "first_message_index": .integer(Int64(best.session.firstIndex)), "forwarded_count": .integer(0),
                "is_verified": false,
                "session_data": [
                    "ephemeral": .string(sealed.ephemeral), "ciphertext": .string(sealed.ciphertext),
                    "mac": .string(sealed.mac),
                ],
            ]
        }
        return (["rooms": .members(rooms.mapValues { ["sessions": .members($0)] })], unsaved.map(\.version))
    }

    /// Confirms that the backup has some keys. One that has learned to read more meanwhile is added again.
    package func confirmSaved(_ keys: [RoomKeyVersion]) throws { try write { _ in try roomKeys.setSaved(keys) } }

    // MARK: Reading keys

    /// Stores the keys of a backup that read more than those that are here. Entries that cannot be decrypted are counted.
    package func importBackup(_ answer: JSONValue, key: AgreementKey) throws -> KeyImport {
        var keys: [RoomKey?] = []
        for (room, value) in answer["rooms"]?.unmaskedMembers ?? [] {
            for (session, entry) in value["sessions"]?.unmaskedMembers ?? [] {
                keys.append(Self.key(entry["session_data"], room: room, session: session, key))
            }
        }
        return try importKeys(keys)
    }

    private static func key(_ data: JSONValue?, room: String, session: String, _ key: AgreementKey) -> RoomKey? {
        guard let envelope = data.flatMap(BackupCipher.Envelope.init(_:)),
            let plain = try? BackupCipher.decrypt(envelope, with: key),
            let json = try? JSONDocument(plain.copy, limits: JSONLimits(values: 1000)).root
        else { return nil }
        return RoomKey(
            exported: json,
            room: ChatID(room),
            session: SessionID(session),
            from: RoomKey.Origin.backup
        )
    }
}

extension BackupCipher.Envelope {
    /// Reads the `session_data` of a key in a backup; nil without one of its fields.
    package init?(_ data: JSONValue) {
        guard let ephemeral = data["ephemeral"]?.unmasked, let ciphertext = data["ciphertext"]?.unmasked,
            let mac = data["mac"]?.unmasked
        else { return nil }
        self.init(ephemeral: ephemeral, ciphertext: ciphertext, mac: mac)
    }
}
