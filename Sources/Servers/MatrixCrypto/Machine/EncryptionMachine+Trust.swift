import OlmKit
import SQLiteKit

/// The reason why nothing proves who sent an event that was decrypted.
package enum SenderDoubt: Hashable, Sendable {
    /// The sender has not signed the device, or the user blocked it.
    case unsigned
    /// The sender's identity has changed.
    case changedIdentity
    /// The key came from a file or a backup.
    case unprovedKey
}

/// The trust in the identities of users, and in the senders of events.
extension EncryptionMachine {
    /// Returns the users whose identity has changed since this device's user accepted it, in the order of their ids.
    ///
    /// The first identity that the homeserver shows for a user counts as accepted, and one that a verification proves. An identity of the
    /// account's own is accepted once its private keys were here.
    package func changedIdentities() throws -> [String] {
        let own = try provedMaster()
        return try trust.changedIdentities().filter { $0.user != keys.user || $0.master != own }.map(\.user)
    }

    /// Accepts the identities that the homeserver shows for users now.
    package func acknowledgeIdentities(of users: [String]) throws {
        try write { _ in for user in users { try trust.acknowledge(user) } }
    }

    /// Returns why nothing proves who sent events of a room or edited them. Leaves out events that were proved, and those that nothing is known of.
    ///
    /// - Parameter events: the ids of events that were decrypted here.
    package func doubts(about events: [String], in room: String) throws -> [String: SenderDoubt] {
        let changed = Set(try changedIdentities())
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
        if device.sender == keys.user, device.identity == keys.identity.publicKey.base64 { return nil }
        if changed.contains(device.sender) { return .changedIdentity }
        let isTrusted = try devices.isTrusted(device.identity, signing: device.signing, of: device.sender)
        return isTrusted ? nil : .unsigned
    }
}
