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
    /// The replaced fallback keys that are kept: a homeserver may claim to have given each away at once.
    private static let replacedLimit = 3

    /// Whether `refill` would create keys: half of them may be used before new ones are worth a request.
    func isMissing(serverCount: Int) throws -> Bool {
        try serverCount + waitingCount() <= Self.serverCount / 2 || !hasFallback()
    }

    private func waitingCount() throws -> Int {
        try connection.first("SELECT count(*) FROM one_time_key WHERE uploaded = 0 AND fallback = 0") { $0.count(0) }
            ?? 0
    }

    private func hasFallback() throws -> Bool {
        try connection.first("SELECT 1 FROM one_time_key WHERE fallback = 1 AND replaced IS NULL") { _ in true }
            ?? false
    }

    /// Creates the keys that are missing, and a fallback key if there is none.
    ///
    /// Their ids are random, so a store that was restored from a copy never reuses an id.
    func refill(serverCount: Int) throws {
        let count = try serverCount + waitingCount()
        if count <= Self.serverCount / 2 {
            for _ in 0..<Self.serverCount - count { try insert(isFallback: false) }
            try connection.run(
                """
                DELETE FROM one_time_key WHERE fallback = 0 AND key <=
                    (SELECT key FROM one_time_key WHERE fallback = 0 ORDER BY key DESC LIMIT 1 OFFSET ?)
                """,
                Self.limit
            )
        }
        if try !hasFallback() { try insert(isFallback: true) }
    }

    /// Has the current fallback key replaced, if the homeserver has given it away.
    func replaceFallback(now: Date) throws {
        try connection.run(
            "UPDATE one_time_key SET replaced = ? WHERE fallback = 1 AND uploaded = 1 AND replaced IS NULL",
            Int64(now.timeIntervalSince1970)
        )
    }

    /// Deletes fallback keys that were replaced an hour ago, and all but the newest of the others. Returns whether there were any.
    func deleteReplaced(now: Date) throws -> Bool {
        let seconds = Int64(now.timeIntervalSince1970)
        return try connection.run(
            """
            DELETE FROM one_time_key WHERE fallback = 1 AND replaced IS NOT NULL AND (replaced < ?1 OR replaced > ?2 OR key <=
                (SELECT key FROM one_time_key WHERE fallback = 1 AND replaced IS NOT NULL ORDER BY key DESC LIMIT 1 OFFSET ?3))
            """,
            seconds - Self.graceSeconds,
            seconds + Self.graceSeconds,
            Self.replacedLimit
        ) > 0
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
