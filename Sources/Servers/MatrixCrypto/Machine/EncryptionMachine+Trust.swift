import OlmKit

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
    /// What the store knows of them.
    var proofs: SenderProofs {
        SenderProofs(connection, user: keys.user, identity: keys.identity.publicKey.base64)
    }

    /// Returns the users whose identity has changed since this device's user accepted it; see `SenderProofs`.
    package func changedIdentities() throws -> [String] { try proofs.changedIdentities() }

    /// Accepts the identities that the homeserver shows for users now.
    package func acknowledgeIdentities(of users: [String]) throws {
        try write { _ in for user in users { try trust.acknowledge(user) } }
    }

    /// Returns why nothing proves who sent events of a room or edited them; see `SenderProofs`.
    package func doubts(about events: [String], in room: String) throws -> [String: SenderDoubt] {
        try proofs.doubts(about: events, in: room)
    }
}
