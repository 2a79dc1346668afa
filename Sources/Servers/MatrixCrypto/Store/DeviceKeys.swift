package import JSONKit
package import OlmKit

/// The algorithms of Matrix's encryption.
package enum Algorithm {
    package static let olm = "m.olm.v1.curve25519-aes-sha2"
    package static let megolm = "m.megolm.v1.aes-sha2"
    package static let backup = "m.megolm_backup.v1.curve25519-aes-sha2"
    /// The only kind of one-time keys.
    package static let oneTimeKey = "signed_curve25519"
}

/// The keys of a device, which never change.
package struct DeviceKeys: Sendable {
    package let user: String
    package let device: String
    package let signing: SigningKey
    package let identity: AgreementKey

    package init(user: String, device: String, signing: SigningKey, identity: AgreementKey) {
        (self.user, self.device, self.signing, self.identity) = (user, device, signing, identity)
    }

    /// The public keys as they are published, signed by the device. Always the same bytes.
    package var published: JSONText {
        sign([
            "user_id": .string(user), "device_id": .string(device),
            "algorithms": [.string(Algorithm.olm), .string(Algorithm.megolm)],
            "keys": .object([
                .init(name: "curve25519:\(device)", value: .string(identity.publicKey.base64)),
                .init(name: "ed25519:\(device)", value: .string(signing.publicKey.base64)),
            ]),
        ])
    }

    /// Returns an object with this device's signature.
    package func sign(_ object: JSONText) -> JSONText {
        let signature = Base64.encode(signing.sign(object.signedBytes))
        let own: JSONText = .object([.init(name: "ed25519:\(device)", value: .string(signature))])
        return object.with("signatures", .object([.init(name: user, value: own)]))
    }
}

extension JSONText {
    /// The bytes that a signature covers.
    var signedBytes: [UInt8] { without(["signatures", "unsigned"]).canonicalBytes }

    /// Whether a user's device has signed the object with a key.
    func isSigned(by user: String, device: String, with key: SigningPublicKey) -> Bool {
        guard case .string(let text)? = self["signatures"]?[user]?["ed25519:\(device)"],
            let signature = try? Base64.decode(text)
        else { return false }
        return key.isValidSignature(signature, of: signedBytes)
    }
}
