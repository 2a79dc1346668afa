import OlmKit
import SQLiteKit

/// The proofs of who sent events, as a store has them.
package struct SenderProofs {
    private let connection: SQLiteConnection
    /// This device's user, and its identity key.
    private let user: String
    private let identity: String

    init(_ connection: SQLiteConnection, user: String, identity: String) {
        (self.connection, self.user, self.identity) = (connection, user, identity)
    }

    /// Opens the store of a device for reading, beside the process that uses it. Returns nil for the store of another version of the
    /// program; throws `SQLiteError` or `CryptoError` for one that cannot be read.
    package init?(path: String) throws {
        let connection = try SQLiteConnection(.file(path: path), isWritable: false)
        let version = try connection.first("PRAGMA user_version") { $0.integer(0) }
        let account = try connection.first("SELECT user, identity FROM account") { ($0.text(0), $0.text(1)) }
        guard version == CryptoSchema.version, let (user, secret) = account else { return nil }
        self.init(connection, user: user, identity: try AgreementKey(secret: Secret(base64: secret)).publicKey.base64)
    }

    /// Returns the users whose identity has changed since this device's user accepted it, in the order of their ids.
    ///
    /// The first identity that the homeserver shows for a user counts as accepted, and one that a verification proves. An identity of the
    /// account's own is accepted once its private keys were here.
    func changedIdentities() throws -> [String] {
        let own = try connection.first("SELECT master FROM account") { $0.optionalText(0) } ?? nil
        return try TrustTable(connection).changedIdentities().filter { $0.user != user || $0.master != own }
            .map(\.user)
    }

    /// Returns why nothing proves who sent events of a room or edited them. Leaves out events that were proved, and those that nothing
    /// is known of.
    ///
    /// - Parameter events: the ids of events that were decrypted here.
    package func doubts(about events: [String], in room: String) throws -> [String: SenderDoubt] {
        let (changed, roomKeys) = (Set(try changedIdentities()), RoomKeyTable(connection))
        var doubts: [String: SenderDoubt] = [:]
        for event in events {
            for device in try roomKeys.devices(of: event, in: room) where doubts[event] == nil {
                doubts[event] = try doubt(about: device, changed)
            }
        }
        return doubts
    }

    private func doubt(
        about device: (sender: String, identity: String, signing: String),
        _ changed: Set<String>
    ) throws -> SenderDoubt? {
        if device.sender == RoomKey.unproved { return .unprovedKey }
        if device.sender == user, device.identity == identity { return nil }
        if changed.contains(device.sender) { return .changedIdentity }
        let devices = DeviceTable(connection)
        return try devices.isTrusted(device.identity, signing: device.signing, of: device.sender) ? nil : .unsigned
    }
}
