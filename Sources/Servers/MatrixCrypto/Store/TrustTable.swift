import ChatTypes
import OlmKit
import SQLiteKit

/// The trust in a device that the user has expressed.
public enum DeviceTrust: Int64, Hashable, Sendable {
    case none
    /// The user compared emoji with it.
    case verified
    /// It gets no keys to messages.
    case blocked
}

/// The table `identity` and the column `device.trust`: what verifications proved, and which devices are blocked.
struct TrustTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Stores the master key that the homeserver shows for a user. The first one counts as acknowledged.
    ///
    /// A user who was verified, or the account once it was proved, has another one if none is shown: the empty text. Of the account's own,
    /// the one that was proved counts as acknowledged, also if none was ever shown, and again once it is shown after another.
    func setMaster(_ master: String?, of user: ContactID) throws {
        guard let master else {
            try connection.run(
                """
                INSERT INTO identity(user, master, acknowledged)
                    SELECT user, '', master FROM account WHERE user = ?1 AND master IS NOT NULL
                    UNION ALL SELECT user, '', acknowledged FROM identity WHERE user = ?1 AND verified IS NOT NULL
                ON CONFLICT (user) DO UPDATE SET master = ''
                """,
                user.stored
            )
            return
        }
        try connection.run(
            """
            INSERT INTO identity(user, master, acknowledged)
                VALUES (?1, ?2, coalesce((SELECT master FROM account WHERE user = ?1), ?2))
            ON CONFLICT (user) DO UPDATE SET master = ?2,
                acknowledged = coalesce((SELECT master FROM account WHERE user = ?1 AND master = ?2), acknowledged)
                WHERE master <> ?2 OR acknowledged <> ?2
            """,
            user.stored,
            master
        )
    }

    /// Returns the newest master key of a user that the homeserver has shown; nil if it shows none.
    func master(of user: ContactID) throws -> String? {
        try connection.first("SELECT master FROM identity WHERE user = ? AND master <> ''", user.stored) { $0.text(0) }
    }

    /// Whether the homeserver has shown a master key of a user, or hides one that was proved.
    func hasIdentity(_ user: ContactID) throws -> Bool {
        try connection.first("SELECT 1 FROM identity WHERE user = ?", user.stored) { _ in true } ?? false
    }

    /// Records that a verification proved a user's master key.
    func setVerified(_ master: String, of user: ContactID) throws {
        try connection.run("UPDATE identity SET verified = ?1, acknowledged = ?1 WHERE user = ?2", master, user.stored)
    }

    /// Accepts the master key that the homeserver shows for a user, or only a given one. A different one that was proved before counts no
    /// more.
    func acknowledge(_ user: ContactID, master: String? = nil) throws {
        try connection.run(
            """
            UPDATE identity SET acknowledged = master, verified = iif(verified = master, master, NULL)
            WHERE user = ?1 AND master = coalesce(?2, master)
            """,
            user.stored,
            master
        )
    }

    /// Returns the users whose master key has changed since it was acknowledged or proved, with the new one, in the order of their ids.
    func changedIdentities() throws -> [(user: ContactID, master: String)] {
        try connection.rows("SELECT user, master FROM identity WHERE acknowledged IS NOT master ORDER BY user") {
            ($0.identifier(0), $0.text(1))
        }
    }

    /// Returns the master key of a user that a verification proved.
    func verifiedMaster(of user: ContactID) throws -> String? {
        try connection.first("SELECT verified FROM identity WHERE user = ?", user.stored) { $0.optionalText(0) } ?? nil
    }

    /// Returns the users whose shown master key is the one that a verification proved, in the order of their ids.
    func verifiedUsers() throws -> [ContactID] {
        try connection.rows(
            "SELECT user FROM identity INDEXED BY identity_verified WHERE verified = master ORDER BY user"
        ) { $0.identifier(0) }
    }

    /// Sets the trust in a device with that signing key, under each id that it has. Returns false if there is none.
    func set(_ trust: DeviceTrust, of device: DeviceID, of user: ContactID, signing: SigningPublicKey) throws -> Bool {
        try connection.run(
            """
            UPDATE device SET trust = ?1 WHERE user = ?2 AND signing = ?4 AND EXISTS
                (SELECT 1 FROM device AS named WHERE named.user = ?2 AND named.id = ?3 AND named.signing = ?4)
            """,
            trust.rawValue,
            user.stored,
            device.stored,
            signing.base64
        ) > 0
    }
}
