import Foundation
import OlmKit
import SQLiteKit

/// The table `one_time_key`: keys with which other devices begin a session, and the fallback key for when none is left.
struct OneTimeKeyTable {
    /// A key as it is uploaded.
    struct Published: Hashable {
        let id: String
        let key: String
        let isFallback: Bool
    }

    private let connection: SQLiteConnection
    private let random: SecureRandom

    init(_ connection: SQLiteConnection, random: SecureRandom) { (self.connection, self.random) = (connection, random) }

    /// The number of keys that the homeserver shall have.
    static let serverCount = 50
    /// The number of keys that are stored: a homeserver may claim to have none for ever. The oldest go first.
    private static let limit = 5000
    /// How long a replaced fallback key is kept, in seconds: messages encrypted with it may be on their way.
    private static let graceSeconds: Int64 = 3600

    /// Creates the keys that are missing, and a fallback key if there is none.
    ///
    /// Their ids are random, so a store that was restored from a copy never reuses an id.
    func refill(serverCount: Int) throws {
        let waiting = try connection.first("SELECT count(*) FROM one_time_key WHERE uploaded = 0 AND fallback = 0") {
            $0.count(0)
        }
        // Half of the keys may be used before new ones are worth a request.
        if serverCount + (waiting ?? 0) <= Self.serverCount / 2 {
            for _ in 0..<Self.serverCount - serverCount - (waiting ?? 0) { try insert(isFallback: false) }
            try connection.run(
                """
                DELETE FROM one_time_key WHERE fallback = 0 AND key <=
                    (SELECT key FROM one_time_key WHERE fallback = 0 ORDER BY key DESC LIMIT 1 OFFSET ?)
                """,
                Self.limit
            )
        }
        let hasFallback = try connection.first("SELECT 1 FROM one_time_key WHERE fallback = 1 AND replaced IS NULL") {
            _ in true
        }
        if hasFallback == nil { try insert(isFallback: true) }
    }

    /// Has the current fallback key replaced, if the homeserver has given it away, and deletes those replaced an hour ago.
    func replaceFallback(now: Date) throws {
        let seconds = Int64(now.timeIntervalSince1970)
        try connection.run(
            "DELETE FROM one_time_key WHERE fallback = 1 AND (replaced < ? OR replaced > ?)",
            seconds - Self.graceSeconds,
            seconds + Self.graceSeconds
        )
        try connection.run(
            "UPDATE one_time_key SET replaced = ? WHERE fallback = 1 AND uploaded = 1 AND replaced IS NULL",
            seconds
        )
    }

    private func insert(isFallback: Bool) throws {
        let key = try AgreementKey(random: random)
        try connection.run(
            "INSERT INTO one_time_key(id, public, secret, fallback) VALUES (?, ?, ?, ?)",
            Base64.encode(try random.bytes(count: 9), alphabet: .urlSafe),
            key.publicKey.base64,
            key.secret.base64,
            isFallback
        )
    }

    /// The keys that the homeserver does not have, oldest first.
    func unpublished() throws -> [Published] {
        try connection.rows("SELECT id, public, fallback FROM one_time_key WHERE uploaded = 0 ORDER BY key LIMIT 200") {
            Published(id: $0.text(0), key: $0.text(1), isFallback: $0.flag(2))
        }
    }

    func setUploaded(_ ids: [String]) throws {
        for id in ids { try connection.run("UPDATE one_time_key SET uploaded = 1 WHERE id = ?", id) }
    }

    /// Returns the private half of a key.
    func key(_ publicKey: String) throws -> AgreementKey? {
        let secret = try connection.first("SELECT secret FROM one_time_key WHERE public = ?", publicKey) { $0.text(0) }
        return try secret.map { try AgreementKey(secret: Secret(base64: $0)) }
    }

    /// Deletes a key that a session has used, unless it is a fallback key.
    func use(_ publicKey: String) throws {
        try connection.run("DELETE FROM one_time_key WHERE public = ? AND fallback = 0", publicKey)
    }
}
