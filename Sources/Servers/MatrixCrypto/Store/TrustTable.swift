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

    /// Stores the master key that the homeserver shows for a user.
    func setMaster(_ master: String, of user: String) throws {
        try connection.run(
            """
            INSERT INTO identity(user, master) VALUES (?1, ?2)
            ON CONFLICT (user) DO UPDATE SET master = ?2 WHERE master <> ?2
            """,
            user,
            master
        )
    }

    /// Returns the newest master key of a user that the homeserver has shown.
    func master(of user: String) throws -> String? {
        try connection.first("SELECT master FROM identity WHERE user = ?", user) { $0.text(0) }
    }

    /// Records that a verification proved a user's master key.
    func setVerified(_ master: String, of user: String) throws {
        try connection.run("UPDATE identity SET verified = ? WHERE user = ?", master, user)
    }

    /// Returns the master key of a user that a verification proved.
    func verifiedMaster(of user: String) throws -> String? {
        try connection.first("SELECT verified FROM identity WHERE user = ?", user) { $0.optionalText(0) } ?? nil
    }

    /// Sets the trust in a device with that signing key. Returns false if there is none.
    func set(_ trust: DeviceTrust, of device: String, of user: String, signing: String) throws -> Bool {
        try connection.run(
            "UPDATE device SET trust = ? WHERE user = ? AND id = ? AND signing = ?",
            trust.rawValue,
            user,
            device,
            signing
        ) > 0
    }
}
