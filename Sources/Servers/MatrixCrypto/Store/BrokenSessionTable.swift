import SQLiteKit

/// The tables `broken` and `unreached`: devices with which this one needs a new Olm session.
struct BrokenSessionTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The pause between two new sessions with one device, in seconds.
    private static let pause: Int64 = 3600
    /// The devices and users that are remembered. The oldest go first.
    private static let limit = 1000

    /// Records that a user's device sent a message which no session reads. Does nothing within an hour of the last new session.
    func insert(_ device: String, of user: String, at second: Int64) throws {
        try connection.run(
            """
            INSERT INTO broken(device, user, due) VALUES (?1, ?2, 1)
            ON CONFLICT (device) DO UPDATE SET due = 1, user = excluded.user
                WHERE replaced IS NULL OR replaced <= ?3 - ?4 OR replaced > ?3
            """,
            device,
            user,
            second,
            Self.pause
        )
        try connection.run("DELETE FROM broken WHERE key <= (SELECT max(key) FROM broken) - ?", Self.limit)
    }

    /// Returns up to 100 known devices that need a new session, those that waited longest first.
    func due() throws -> [KnownDevice] {
        try connection.rows(
            """
            SELECT device.user, device.id, identity, signing FROM broken
            JOIN device ON identity = broken.device AND device.user = broken.user
            WHERE due = 1 AND gone = 0 ORDER BY broken.key LIMIT 100
            """
        ) { KnownDevice(user: $0.text(0), id: $0.text(1), identity: $0.text(2), signing: $0.text(3)) }
    }

    /// Records that a device got a new session, or that there is no key to begin one with.
    func settle(_ device: String, at second: Int64) throws {
        try connection.run("UPDATE broken SET due = 0, replaced = ? WHERE device = ?", second, device)
    }

    // MARK: Users who do not reach this device

    func setUnreached(_ user: String) throws {
        try connection.run("INSERT OR IGNORE INTO unreached(user) VALUES (?)", user)
        try connection.run("DELETE FROM unreached WHERE key <= (SELECT max(key) FROM unreached) - ?", Self.limit)
    }

    func setReached(_ user: String) throws { try connection.run("DELETE FROM unreached WHERE user = ?", user) }

    func isUnreached(_ user: String) throws -> Bool {
        try connection.first("SELECT 1 FROM unreached WHERE user = ?", user) { _ in true } ?? false
    }
}
