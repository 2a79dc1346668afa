package import JSONKit
package import OlmKit
import SQLiteKit

/// The account's own identity: cross-signing keys, which sign its devices.
extension EncryptionMachine {
    /// Returns the bodies that publish a new identity and this device's signature by it.
    package func publication(of new: CrossSigningKeys) -> (keys: JSONText, signatures: JSONText) {
        (new.published(by: keys), signatures(by: new.selfSigning))
    }

    /// Returns the body of a `/keys/signatures/upload` in which the account's self-signing key signs this device.
    package func signatures(by selfSigning: SigningKey) -> JSONText {
        let device = keys.published.signed(by: keys.user, selfSigning)
        return .object([
            .init(name: keys.user, value: .object([.init(name: keys.device, value: device)]))
        ])
    }

    /// The account's identity in the answer to a query, whether it signed this device, and whether it is the one that was proved.
    package func identity(in answer: JSONValue) throws -> OwnIdentity? {
        guard let identity = CrossSigningIdentity(answer, of: keys.user) else { return nil }
        let device = answer["device_keys"]?.member(named: keys.user)?.member(named: keys.device)
        let isSigned = device.flatMap(JSONText.init(exactly:))?.isSigned(
            by: keys.user,
            device: identity.selfSigning.base64,
            with: identity.selfSigning
        )
        return OwnIdentity(
            master: identity.master,
            selfSigning: identity.selfSigning,
            hasSignedDevice: isSigned ?? false,
            isProved: try provedMaster() == identity.master.base64
        )
    }

    /// The account's public master key, once its private half has been here; nil before.
    func provedMaster() throws -> String? {
        try connection.first("SELECT master FROM account") { $0.optionalText(0) } ?? nil
    }

    /// Whether the account has an identity as far as this device knows, whatever the homeserver shows now.
    package func hasIdentity() throws -> Bool { try provedMaster() != nil || trust.hasIdentity(user) }

    /// Stores what this device may keep of the account's secrets, and that its master key was here.
    ///
    /// It is the accepted identity from then on: any other that the homeserver shows, also the first one, has changed.
    package func setIdentity(master: SigningPublicKey, secrets: [(name: String, secret: Secret)]) throws {
        try write { lists in
            try connection.run("UPDATE account SET master = ?", master.base64)
            try connection.run("UPDATE identity SET master = ? WHERE user = ?", master.base64, user.stored)
            try trust.acknowledge(user)
            for (name, secret) in secrets where name != SecretName.master {
                try connection.run("INSERT OR REPLACE INTO secret(name, value) VALUES (?, ?)", name, secret.base64)
            }
            try markOutdated(user, &lists)
        }
    }

    /// The name under which an unfinished publication is stored.
    private static let unfinished = "viperchat.unfinished"

    /// The publication of an identity that has begun and is not finished.
    package func unfinishedIdentity() throws -> UnfinishedIdentity? {
        try connection.first("SELECT value FROM secret WHERE name = ?", Self.unfinished) { $0.text(0) }
            .flatMap { UnfinishedIdentity($0) }
    }

    /// Stores the publication that begins; nil once it is finished.
    package func setUnfinished(_ new: UnfinishedIdentity?) throws {
        try write { _ in
            try connection.run("DELETE FROM secret WHERE name = ?", Self.unfinished)
            guard let new else { return leavesSecret() }
            try connection.run("INSERT INTO secret(name, value) VALUES (?, ?)", Self.unfinished, new.text)
        }
    }

    /// Deletes the private keys of the account, and all that is needed to add to its backup: this device was logged out.
    ///
    /// The device's own keys stay, and the keys to messages: the same device may be logged in again.
    public func forgetAccount() throws {
        try write { _ in
            try connection.run("DELETE FROM secret")
            try connection.run("DELETE FROM backup")
            // The identity whose private keys were here stays accepted without them.
            try connection.run(
                """
                UPDATE identity SET acknowledged = master
                WHERE user = ? AND master = (SELECT master FROM account WHERE user = identity.user)
                """,
                user.stored
            )
            try connection.run("UPDATE account SET master = NULL")
            leavesSecret()
        }
    }

    func secret(_ name: String) throws -> Secret? {
        try connection.first("SELECT value FROM secret WHERE name = ?", name) { $0.text(0) }.map {
            try Secret(base64: $0)
        }
    }
}

/// The account's identity as the homeserver has it.
package struct OwnIdentity: Hashable, Sendable {
    package let master: SigningPublicKey
    package let selfSigning: SigningPublicKey
    /// Whether it has signed this device.
    package let hasSignedDevice: Bool
    /// Whether its master key was here, so that it is not one that the homeserver has made up.
    package let isProved: Bool
}
