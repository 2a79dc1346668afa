package import ChatTypes
import OlmKit

/// The reason why nothing proves who sent an event that was decrypted.
package enum SenderDoubt: Hashable, Sendable {
    /// The sender has not signed the device, or the user blocked it.
    case unsigned
    /// The sender's list does not have the device: the homeserver may have made it up, or it shared its key after it was removed.
    case unknownDevice
    /// The sender's identity has changed.
    case changedIdentity
    /// The key came from a file or a backup, or another device shared it before.
    case unprovedKey
}

/// The trust in the identities of users, and in the senders of events.
extension EncryptionMachine {
    /// What the store knows of them.
    var proofs: SenderProofs { SenderProofs(connection, of: ownPeer) }

    /// This device, as others know it.
    var ownPeer: OlmPeer {
        OlmPeer(user: user, identity: keys.identity.publicKey, signing: keys.signing.publicKey)
    }

    /// Returns the users whose identity has changed since this device's user accepted it; see `SenderProofs`.
    package func changedIdentities() throws -> [ContactID] { try proofs.changedIdentities() }

    /// Returns the users whose identity has changed, with the public master keys that the homeserver shows now; empty for one that it hides.
    package func changedMasters() throws -> [(user: ContactID, master: String)] { try proofs.changedMasters() }

    /// Accepts identities that the user was shown. One that has changed again meanwhile is not accepted.
    package func acknowledgeIdentities(_ shown: [(user: ContactID, master: String)]) throws {
        try write { lists in
            for (user, master) in shown {
                try trust.acknowledge(user, master: master)
                try markOutdated(user, &lists)
            }
        }
    }

    /// Accepts the identities that the homeserver shows for users now. Their device lists are outdated then.
    package func acknowledgeIdentities(of users: [ContactID]) throws {
        try write { lists in
            for user in users {
                try trust.acknowledge(user)
                try markOutdated(user, &lists)
            }
        }
    }

    /// Returns why nothing proves who sent events of a room or edited them; see `SenderProofs`.
    package func doubts(about events: [MessageID], in room: ChatID) throws -> [MessageID: SenderDoubt] {
        try proofs.doubts(about: events, in: room)
    }

    // MARK: Devices that get no keys

    /// The code of the reason why a device gets no key; nil if it gets it.
    ///
    /// A device that is not signed gets none if its user was verified: the homeserver could have added it. That holds for the account,
    /// too, once its identity was proved.
    func refusal(of device: UserDevice, onlySigned: Bool) throws -> String? {
        switch device.trust {
        case .blocked: return "m.blacklisted"
        case .verified: return nil
        case .none where device.isSigned: return nil
        case .none: return try onlySigned || isIdentityProved(of: device.user) ? "m.unverified" : nil
        }
    }

    /// Returns the verified users with devices in `unsignedDevices(of:)`, and the account if it has some. Cost: linear in the verified users.
    package func usersWithUnsignedDevices() throws -> [ContactID] {
        try (trust.verifiedUsers().filter { $0 != user } + [user].filter(isIdentityProved)).filter {
            try !devices.untold(of: $0, limit: 1).isEmpty
        }
    }

    /// Whether the identity that the homeserver shows for a user was verified, or for the account proved.
    private func isIdentityProved(of user: ContactID) throws -> Bool {
        guard let master = try trust.master(of: user) else { return false }
        return try master == (user == self.user ? provedMaster() : trust.verifiedMaster(of: user))
    }

    /// Returns devices of verified users, and of the account, that get no keys since nobody has signed them. Leaves out those that were
    /// passed to `acknowledgeUnsigned`, and of each user all but `Limits.devices`.
    package func unsignedDevices(of users: [ContactID]) throws -> [UserDevice] {
        try users.filter(isIdentityProved).flatMap { try devices.untold(of: $0, limit: Limits.devices) }.filter {
            $0.peer != ownPeer
        }
    }

    /// Records that the user was told of devices that get no keys.
    package func acknowledgeUnsigned(_ devices: [UserDevice]) throws {
        try write { _ in for device in devices { try self.devices.setTold(device) } }
    }
}
