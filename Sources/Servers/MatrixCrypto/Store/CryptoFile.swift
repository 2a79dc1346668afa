import CSystem
import Foundation
import OlmKit
import SQLiteKit

/// The file of a store.
enum CryptoFile {
    /// Opens or creates the store of a device in a file that only its owner can read. Throws `CryptoStoreError` or `SQLiteError`.
    ///
    /// Moves a damaged store, or that of another device, aside under a name with the date, and begins another. `wasDamaged` says whether
    /// the keys of this device were lost so.
    static func openOrCreate(
        _ path: String,
        user: String,
        device: String,
        random: SecureRandom,
        now: Date
    ) throws -> (connection: SQLiteConnection, keys: DeviceKeys, wasDamaged: Bool) {
        do {
            let (connection, keys) = try openStore(path, user: user, device: device, random: random)
            return (connection, keys, false)
        } catch let error
            where (error as? SQLiteError)?.isCorruption == true || error is CryptoError || error is OtherDeviceError
        {
            try setAside(path, now: now)
            let (connection, keys) = try openStore(path, user: user, device: device, random: random)
            return (connection, keys, !(error is OtherDeviceError))
        }
    }

    private static func setAside(_ path: String, now: Date) throws {
        let stamp = now.formatted(.iso8601.timeSeparator(.omitted))
        for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.moveItem(atPath: path + suffix, toPath: "\(path).unusable-\(stamp)\(suffix)")
        }
    }

    private static func openStore(
        _ path: String,
        user: String,
        device: String,
        random: SecureRandom
    ) throws -> (connection: SQLiteConnection, keys: DeviceKeys) {
        makePrivate(path)
        let connection = try SQLiteConnection(.file(path: path), isWritable: true)
        // The bytes of a deleted key are overwritten.
        try connection.execute("PRAGMA secure_delete = ON")
        let version = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
        // Another database in the store's place has a version, too.
        let tables = try connection.first("SELECT count(*) FROM sqlite_master WHERE name = 'one_time_key'") {
            $0.integer(0)
        }
        guard version == 0 || tables == 1 else {
            throw SQLiteError(code: SQLiteError.corrupt, message: "no store of keys", statement: "")
        }
        guard version <= CryptoSchema.version else { throw CryptoStoreError.newerVersion }
        for migration in CryptoSchema.migrations.dropFirst(max(0, Int(version))) { try connection.execute(migration) }
        // A process that was killed has left former states of ratchets in it.
        _ = try? wipeLog(connection)
        let stored = try connection.first("SELECT user, device, signing, identity FROM account") {
            (user: $0.text(0), device: $0.text(1), signing: $0.text(2), identity: $0.text(3))
        }
        if let stored {
            guard stored.user.isID(user), stored.device.isID(device) else { throw OtherDeviceError() }
            let keys = DeviceKeys(
                user: user,
                device: device,
                signing: try SigningKey(secret: Secret(base64: stored.signing)),
                identity: try AgreementKey(secret: Secret(base64: stored.identity))
            )
            return (connection, keys)
        }
        let keys = DeviceKeys(
            user: user,
            device: device,
            signing: try SigningKey(random: random),
            identity: try AgreementKey(random: random)
        )
        try connection.run(
            "INSERT INTO account(key, user, device, signing, identity) VALUES (1, ?, ?, ?, ?)",
            user,
            device,
            keys.signing.secret.base64,
            keys.identity.secret.base64
        )
        return (connection, keys)
    }

    /// Empties SQLite's log, in which the bytes of deleted keys are not overwritten. Returns false while another connection reads it.
    static func wipeLog(_ connection: SQLiteConnection) throws -> Bool {
        try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) == 0 } ?? false
    }

    /// Creates the file before SQLite does, which gives its companion files the same mode.
    private static func makePrivate(_ path: String) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) } else { chmod(path, 0o600) }
    }
}
