import JSONKit
import OlmKit

/// The content of a decrypted Olm message, whose claims about sender and recipient fit this device.
struct OlmPayload {
    let type: String
    let sender: String
    /// The Ed25519 key that the sender's device claims.
    let signingKey: String
    let content: JSONValue
    private let deviceKeys: JSONValue?

    /// Nil unless the message names its sender, this user and this device's key: otherwise a recipient could pass it on.
    ///
    /// - Parameter sender: the sender by the homeserver.
    init?(_ plaintext: [UInt8], from sender: String, to keys: DeviceKeys) {
        guard let json = try? JSONDocument(plaintext, limits: JSONLimits(values: 10_000)).root,
            let type = json["type"]?.string, let content = json["content"], content.isObject,
            json["sender"]?.unmasked == sender, json["recipient"]?.unmasked == keys.user,
            json["recipient_keys"]?["ed25519"]?.unmasked == keys.signing.publicKey.base64,
            let signingKey = json["keys"]?["ed25519"]?.unmasked,
            (try? SigningPublicKey(base64: signingKey)) != nil
        else { return nil }
        (self.type, self.sender, self.signingKey, self.content) = (type, sender, signingKey, content)
        deviceKeys = json["sender_device_keys"]
    }

    /// Whether the message's own statement of the sender's device, if it has one, fits the key that the session proves.
    func allows(_ senderKey: String) -> Bool {
        guard let deviceKeys else { return true }
        guard let id = deviceKeys["device_id"]?.unmasked,
            let device = KnownDevice(deviceKeys, user: sender, id: id)
        else { return false }
        return device.identity == senderKey && device.signing == signingKey
    }
}
