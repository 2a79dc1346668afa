import JSONKit
import OlmKit
import SQLiteKit

/// Another user's device, or another one of the account.
package struct KnownDevice: Hashable, Sendable {
    package let user: String
    package let id: String
    /// Its Curve25519 key in Base64.
    package let identity: String
    /// Its Ed25519 key in Base64.
    package let signing: String
    /// Whether its user has signed it with a cross-signing key.
    package var isSigned = false
    package var trust = DeviceTrust.none
    /// The name that the homeserver states, which nothing proves; empty without one.
    package var name = ""
}

/// The tables `person` and `device`: the tracked users, and the devices in their lists.
struct DeviceTable {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// The devices of one user that are stored.
    private static let limit = 1000

    func lists() throws -> DeviceLists {
        let people = try connection.rows("SELECT user, outdated FROM person") { ($0.text(0), $0.flag(1)) }
        return DeviceLists(
            current: people.filter { !$0.1 }.map(\.0),
            outdated: people.filter(\.1).map(\.0)
        )
    }

    func setPerson(_ user: String, isOutdated: Bool) throws {
        try connection.run("INSERT OR REPLACE INTO person(user, outdated) VALUES (?, ?)", user, isOutdated)
    }

    func deletePerson(_ user: String) throws { try connection.run("DELETE FROM person WHERE user = ?", user) }

    /// Stores a user's list. A device that is missing is gone, but is remembered: its id never gets other keys.
    func setDevices(_ devices: JSONValue, of user: String, identity: CrossSigningIdentity? = nil) throws {
        try connection.run("UPDATE device SET gone = 1 WHERE user = ?", user)
        for (id, keys) in devices.unmaskedMembers.prefix(Self.limit) {
            guard let device = KnownDevice(keys, user: user, id: id, by: identity) else { continue }
            try connection.run(
                """
                INSERT INTO device(user, id, identity, signing, is_signed, name) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (user, id) DO UPDATE SET gone = 0, is_signed = excluded.is_signed, name = excluded.name
                    WHERE identity = excluded.identity AND signing = excluded.signing
                """,
                user,
                id,
                device.identity,
                device.signing,
                device.isSigned,
                device.name
            )
        }
    }

    /// Returns the devices in a user's list, in the order of their ids.
    func devices(of user: String) throws -> [KnownDevice] {
        try connection.rows(
            "SELECT id, identity, signing, is_signed, trust, name FROM device WHERE user = ? AND gone = 0 ORDER BY id",
            user
        ) {
            KnownDevice(
                user: user,
                id: $0.text(0),
                identity: $0.text(1),
                signing: $0.text(2),
                isSigned: $0.flag(3),
                trust: DeviceTrust(rawValue: $0.integer(4)) ?? .none,
                name: $0.text(5)
            )
        }
    }

    /// Whether a user has signed a device with these keys, or it was verified. False for an unknown device, and a blocked one.
    func isTrusted(_ identity: String, signing: String, of user: String) throws -> Bool {
        try connection.first(
            "SELECT trust, is_signed FROM device WHERE identity = ? AND signing = ? AND user = ?",
            identity,
            signing,
            user
        ) { row in
            switch DeviceTrust(rawValue: row.integer(0)) {
            case .verified: true
            case .blocked: false
            case .some(.none), nil: row.flag(1)
            }
        } ?? false
    }

    /// Whether no known device contradicts that an identity key belongs to a user's device with a signing key.
    func allows(_ identity: String, ofDeviceSigningWith signing: String, by user: String) throws -> Bool {
        let isOther = try connection.first(
            "SELECT 1 FROM device WHERE identity = ? AND (user <> ? OR signing <> ?)",
            identity,
            user,
            signing
        ) { _ in true }
        return isOther == nil
    }
}

extension KnownDevice {
    /// The bytes of a name that is shown. A longer one is dropped.
    private static let nameBytes = 256

    /// Reads a device's published keys; nil unless the device has signed them for this user and id.
    ///
    /// - Parameter owner: the user's identity, which may have signed them as well.
    init?(_ json: JSONValue, user: String, id: String, by owner: CrossSigningIdentity? = nil) {
        guard let text = JSONText(exactly: json), case .string(user)? = text["user_id"],
            case .string(id)? = text["device_id"],
            case .string(let identity)? = text["keys"]?["curve25519:\(id)"],
            case .string(let signing)? = text["keys"]?["ed25519:\(id)"],
            (try? AgreementPublicKey(base64: identity)) != nil, let key = try? SigningPublicKey(base64: signing),
            text.isSigned(by: user, device: id, with: key)
        else { return nil }
        (self.user, self.id, self.identity, self.signing) = (user, id, identity, signing)
        let name = json["unsigned"]?["device_display_name"]?.unmasked ?? ""
        if name.utf8.count <= Self.nameBytes { self.name = name }
        if let owner = owner?.selfSigning { isSigned = text.isSigned(by: user, device: owner.base64, with: owner) }
    }
}
