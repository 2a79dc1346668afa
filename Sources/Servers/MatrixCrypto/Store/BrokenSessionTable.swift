import ChatTypes
import OlmKit
import SQLiteKit

/// The tables `broken` and `unreached`: devices with which this one needs a new Olm session.
struct BrokenSessionTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The pause between two new sessions with one device, in seconds.
    private static let pause: Int64 = 3600
    /// The devices and users that are remembered. The oldest of the user with most go first: no stranger pushes out those of others.
    private static let (limit, limitOfUser) = (5000, 100)
    private static let bound = FairBound("broken")

    /// Records that a user's device sent a message which no session reads. Does nothing within an hour of the last new session.
    func insert(_ identity: AgreementPublicKey, of user: ContactID, at second: Int64) throws {
        try connection.run(
            """
            INSERT INTO broken(identity, user, due) VALUES (?1, ?2, 1)
            ON CONFLICT (user, identity) DO UPDATE SET due = 1
                WHERE replaced IS NULL OR replaced <= ?3 - ?4 OR replaced > ?3
            """,
            identity.base64,
            user.stored,
            second,
            Self.pause
        )
        try connection.run(
            """
            DELETE FROM broken WHERE user = ?1 AND key <=
                (SELECT key FROM broken WHERE user = ?1 ORDER BY key DESC LIMIT 1 OFFSET ?2)
            """,
            user.stored,
            Self.limitOfUser
        )
        if let excess = try Self.bound.excess(over: Self.limit, in: connection) {
            try connection.run("DELETE FROM broken WHERE key = ?", excess)
        }
    }

    /// Returns up to 100 devices in lists that need a new session, those that waited longest first.
    func due() throws -> [UserDevice] {
        try connection.rows(
            """
            SELECT device.id, device.user, device.identity, device.signing FROM broken
            JOIN device ON device.identity = broken.identity AND device.user = broken.user
            WHERE due = 1 AND gone = 0 ORDER BY broken.key LIMIT 100
            """
        ) { try UserDevice($0.identifier(0), OlmPeer($0, from: 1)) }
    }

    /// Records that a device got a new session, or that there is no key to begin one with.
    func setReplaced(_ peer: OlmPeer, at second: Int64) throws {
        try connection.run(
            "UPDATE broken SET due = 0, replaced = ? WHERE identity = ? AND user = ?",
            second,
            peer.identity.base64,
            peer.user.stored
        )
    }

    // MARK: Users who do not reach this device

    func setUnreached(_ user: ContactID) throws {
        try connection.run("INSERT OR IGNORE INTO unreached(user) VALUES (?)", user.stored)
        try connection.run(
            "DELETE FROM unreached WHERE key <= (SELECT key FROM unreached ORDER BY key DESC LIMIT 1 OFFSET ?)",
            Self.limit
        )
    }

    func setReached(_ user: ContactID) throws {
        try connection.run("DELETE FROM unreached WHERE user = ?", user.stored)
    }

    func isUnreached(_ user: ContactID) throws -> Bool {
        try connection.first("SELECT 1 FROM unreached WHERE user = ?", user.stored) { _ in true } ?? false
    }
}

extension OlmPeer {
    /// Reads the columns of user, identity key and signing key.
    init(_ row: borrowing Row, from column: Int32) throws {
        user = row.identifier(column)
        identity = try AgreementPublicKey(base64: row.text(column + 1))
        signing = try SigningPublicKey(base64: row.text(column + 2))
    }
}
