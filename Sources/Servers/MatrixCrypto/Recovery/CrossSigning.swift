import ChatTypes
package import JSONKit
package import OlmKit

/// The names of secrets in an account's secret storage.
package enum SecretName {
    package static let master = "m.cross_signing.master"
    package static let selfSigning = "m.cross_signing.self_signing"
    package static let userSigning = "m.cross_signing.user_signing"
    package static let backup = "m.megolm_backup.v1"
    package static let all = [master, selfSigning, userSigning, backup]
}

/// The private keys of a user's identity: the master key signs the two others, one of which signs the user's devices and the other
/// the master keys of other users.
package struct CrossSigningKeys: Sendable {
    package let master: SigningKey
    package let selfSigning: SigningKey
    package let userSigning: SigningKey

    /// Creates a new identity.
    package init(random: SecureRandom = SecureRandom()) throws {
        master = try SigningKey(secret: SigningKey(random: random).secret.locked)
        selfSigning = try SigningKey(random: random)
        userSigning = try SigningKey(random: random)
    }

    /// The public keys as they are published for a user. The device signs the master key.
    package func published(by device: DeviceKeys) -> JSONText {
        [
            "master_key": device.sign(Self.key(master, usage: "master", of: device.user)),
            "self_signing_key": Self.key(selfSigning, usage: "self_signing", of: device.user)
                .signed(by: device.user, master),
            "user_signing_key": Self.key(userSigning, usage: "user_signing", of: device.user)
                .signed(by: device.user, master),
        ]
    }

    private static func key(_ key: SigningKey, usage: String, of user: String) -> JSONText {
        let text = key.publicKey.base64
        return [
            "user_id": .string(user), "usage": [.string(usage)],
            "keys": .object([.init(name: "ed25519:\(text)", value: .string(text))]),
        ]
    }
}

/// The public keys of a user's identity, whose signatures are right.
struct CrossSigningIdentity: Hashable {
    let master: SigningPublicKey
    let selfSigning: SigningPublicKey

    /// Reads a user's keys in the answer to a query; nil unless both are there and the master key has signed the other.
    init?(_ answer: JSONValue, of user: String) {
        self.init(
            answer["master_keys"]?.member(named: user),
            answer["self_signing_keys"]?.member(named: user),
            of: user
        )
    }

    /// Reads a user's master and self-signing key.
    init?(_ master: JSONValue?, _ selfSigning: JSONValue?, of user: String) {
        guard let master = Self.key(master, "master", of: user)?.key,
            let (selfSigning, json) = Self.key(selfSigning, "self_signing", of: user),
            json.isSigned(by: user, device: master.base64, with: master)
        else { return nil }
        (self.master, self.selfSigning) = (master, selfSigning)
    }

    private static func key(_ key: JSONValue?, _ usage: String, of user: String) -> (
        key: SigningPublicKey, json: JSONText
    )? {
        guard
            let json = key.flatMap(JSONText.init(exactly:)),
            json["user_id"]?.identifier() == ContactID(user),
            case .array(let usages)? = json["usage"], usages.contains(.string(usage)),
            case .object(let members)? = json["keys"], members.count == 1, case .string(let text) = members[0].value,
            members[0].name.isID("ed25519:\(text)"), let key = try? SigningPublicKey(base64: text)
        else { return nil }
        return (key, json)
    }
}

extension JSONText {
    /// Returns an object with a signature by one of a user's cross-signing keys beside those that it has.
    package func signed(by user: String, _ key: SigningKey) -> JSONText {
        let signature = JSONText.string(Base64.encode(key.sign(signedBytes)))
        let own = (self["signatures"]?[user] ?? [:]).with("ed25519:\(key.publicKey.base64)", signature)
        return with("signatures", (self["signatures"] ?? [:]).with(user, own))
    }
}
