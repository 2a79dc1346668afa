import ChatTypes
import JSONKit
import OlmKit

/// The content of a decrypted Olm message, whose claims about sender and recipient fit this device.
struct OlmPayload {
    let type: String
    /// The sender, with the key that the session proves and the one that the device claims.
    let sender: OlmPeer
    let content: JSONValue

    /// Nil unless the message names its sender, this user and this device's key: otherwise a recipient could pass it on.
    ///
    /// A message may state the sender's device. Nil, too, if the keys in that statement are not those of the message.
    ///
    /// - Parameters:
    ///   - sender: the sender by the homeserver.
    ///   - identity: the sender's key, which the session proves.
    init?(_ plaintext: [UInt8], from sender: ContactID, _ identity: AgreementPublicKey, to keys: DeviceKeys) {
        guard let json = try? JSONDocument(plaintext, limits: JSONLimits(values: 10_000)).root,
            let type = json["type"]?.string, let content = json["content"], content.isObject,
            json["sender"]?.identifier() == sender, json["recipient"]?.identifier() == ContactID(keys.user),
            json["recipient_keys"]?["ed25519"]?.signingKey == keys.signing.publicKey,
            let signing = json["keys"]?["ed25519"]?.signingKey
        else { return nil }
        let peer = OlmPeer(user: sender, identity: identity, signing: signing)
        if let statement = json["sender_device_keys"] {
            guard let id: DeviceID = statement["device_id"]?.identifier(),
                UserDevice(statement, user: sender, id: id)?.peer == peer
            else { return nil }
        }
        (self.type, self.sender, self.content) = (type, peer, content)
    }
}

extension JSONValue {
    /// The string as a public key; nil unless it is one.
    var signingKey: SigningPublicKey? { unmasked.flatMap { try? SigningPublicKey(base64: $0) } }

    /// The string as a public key; nil unless it is one.
    var agreementKey: AgreementPublicKey? { unmasked.flatMap { try? AgreementPublicKey(base64: $0) } }
}
