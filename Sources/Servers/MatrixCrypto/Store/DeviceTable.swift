import ChatTypes
import JSONKit
import OlmKit
import SQLiteKit

/// The tables `person` and `device`: the tracked users, and the devices in their lists.
///
/// A list speaks of its user's devices only: a key in it says nothing about a device of another user that has the same key.
struct DeviceTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The devices of one user that are stored, and those of them that are gone.
    private static let limit = 1000

    func lists() throws -> DeviceLists {
        let people = try connection.rows("SELECT user, outdated FROM person") {
            (user: $0.identifier(0) as ContactID, isOutdated: $0.flag(1))
        }
        return DeviceLists(
            current: people.filter { !$0.isOutdated }.map(\.user),
            outdated: people.filter(\.isOutdated).map(\.user)
        )
    }

    func setPerson(_ user: ContactID, isOutdated: Bool) throws {
        try connection.run("INSERT OR REPLACE INTO person(user, outdated) VALUES (?, ?)", user.stored, isOutdated)
    }

    func deletePerson(_ user: ContactID) throws {
        try connection.run("DELETE FROM person WHERE user = ?", user.stored)
    }

    /// Stores a user's list. A device that is missing is gone, but is remembered: its id never gets other keys.
    ///
    /// Of the devices that are gone, the last 1,000 and those that the user has verified or blocked are remembered.
    func setDevices(_ devices: JSONValue, of user: ContactID, identity: CrossSigningIdentity? = nil) throws {
        let last = try connection.first("SELECT max(gone) FROM device WHERE user = ?", user.stored) { $0.integer(0) }
        try connection.run("UPDATE device SET gone = ? WHERE user = ? AND gone = 0", (last ?? 0) + 1, user.stored)
        for (id, keys): (DeviceID, JSONValue) in devices.membersByID().prefix(Self.limit) {
            guard let device = UserDevice(keys, user: user, id: id, by: identity) else { continue }
            try connection.run(
                """
                INSERT INTO device(user, id, identity, signing, is_signed, name) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (user, id) DO UPDATE SET gone = 0, is_signed = excluded.is_signed, name = excluded.name
                    WHERE identity = excluded.identity AND signing = excluded.signing
                """,
                user.stored,
                id.stored,
                device.identity.base64,
                device.signing.base64,
                device.isSigned,
                device.name
            )
        }
        try keepTrust(of: user)
        try connection.run(
            """
            DELETE FROM device WHERE user = ?1 AND trust = 0 AND gone > 0 AND (gone, id) <= (
                SELECT gone, id FROM device WHERE user = ?1 AND trust = 0 AND gone > 0
                ORDER BY gone DESC, id DESC LIMIT 1 OFFSET ?2)
            """,
            user.stored,
            Self.limit
        )
    }

    /// Decides of keys that came while the list was outdated whether their device was gone. The list is current now.
    func decideTiming(of user: ContactID) throws {
        try connection.run(
            """
            UPDATE room_key SET is_late = NOT EXISTS (
                SELECT 1 FROM device WHERE device.user = room_key.sender AND device.identity = room_key.identity
                    AND device.signing = room_key.signing AND gone = 0)
            WHERE sender = ?1 AND is_late = 2
            """,
            user.stored
        )
    }

    /// Trusts a device under a new id as under the id that it had: it has both keys.
    private func keepTrust(of user: ContactID) throws {
        try connection.run(
            """
            UPDATE device SET trust = former.trust FROM device AS former
            WHERE device.user = ?1 AND device.trust = 0 AND former.user = ?1 AND former.trust > 0
                AND former.identity = device.identity AND former.signing = device.signing
            """,
            user.stored
        )
    }

    /// Returns the devices in a user's list, in the order of their ids.
    func devices(of user: ContactID) throws -> [UserDevice] {
        try connection.rows(
            """
            SELECT id, user, identity, signing, is_signed, trust, name FROM device WHERE user = ? AND gone = 0 ORDER BY id
            """,
            user.stored,
            read: UserDevice.init(row:)
        )
    }

    /// What a user's list says of a device.
    enum Standing {
        /// No list had it, or the list has lost it before.
        case missing
        case gone(isTrusted: Bool)
        case listed(isTrusted: Bool)
    }

    /// Returns what a user's list says of a device. It is trusted if the user has signed it or it was verified, unless it is blocked.
    func standing(of peer: OlmPeer) throws -> Standing {
        try connection.first(
            """
            SELECT gone, trust, is_signed FROM device WHERE identity = ? AND signing = ? AND user = ?
            ORDER BY gone > 0, trust DESC
            """,
            peer.identity.base64,
            peer.signing.base64,
            peer.user.stored
        ) { row in
            let isTrusted =
                switch DeviceTrust(rawValue: row.integer(1)) {
                case .verified: true
                case .blocked: false
                case .some(.none), nil: row.flag(2)
                }
            return row.flag(0) ? .gone(isTrusted: isTrusted) : .listed(isTrusted: isTrusted)
        } ?? .missing
    }

    // MARK: News of devices

    /// Returns the listed devices of a user that are neither signed nor verified nor blocked, and that nobody was told of, in the order of
    /// their ids. Cost: linear in `limit`.
    func untold(of user: ContactID, limit: Int) throws -> [UserDevice] {
        try connection.rows(
            """
            SELECT id, user, identity, signing, is_signed, trust, name FROM device INDEXED BY device_untold
            WHERE user = ? AND gone = 0 AND told = 0 AND is_signed = 0 AND trust = 0 ORDER BY id LIMIT ?
            """,
            user.stored,
            limit,
            read: UserDevice.init(row:)
        )
    }

    func setTold(_ device: UserDevice) throws {
        try connection.run(
            "UPDATE device SET told = 1 WHERE user = ? AND id = ?",
            device.user.stored,
            device.id.stored
        )
    }
}

extension UserDevice {
    /// Reads the columns `id`, `user`, `identity`, `signing`, `is_signed`, `trust` and `name`.
    fileprivate init(row: borrowing Row) throws {
        self = try UserDevice(row.identifier(0), OlmPeer(row, from: 1))
        isSigned = row.flag(4)
        trust = DeviceTrust(rawValue: row.integer(5)) ?? .none
        name = row.text(6)
    }
}
