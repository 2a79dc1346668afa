import JSONKit
import OlmKit

/// The algorithms of Matrix's encryption.
enum Algorithm {
    static let olm = "m.olm.v1.curve25519-aes-sha2"
    static let megolm = "m.megolm.v1.aes-sha2"
    /// The only kind of one-time keys.
    static let oneTimeKey = "signed_curve25519"
}

/// The keys of this device, which never change.
struct DeviceKeys: Sendable {
    let user: String
    let device: String
    let signing: SigningKey
    let identity: AgreementKey

    /// The public keys as they are published, signed by the device. Always the same bytes.
    var published: JSONText {
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
    func sign(_ object: JSONText) -> JSONText {
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
