package import ChatTypes
import JSONKit
package import OlmKit

/// The other side of Olm sessions: a device, by all that identifies it.
///
/// Anybody may publish any public key as theirs, so neither key identifies a device, nor does one user's list count for another's.
package struct OlmPeer: Hashable, Sendable {
    package let user: ContactID
    /// The Curve25519 key.
    package let identity: AgreementPublicKey
    /// The Ed25519 key.
    package let signing: SigningPublicKey

    package init(user: ContactID, identity: AgreementPublicKey, signing: SigningPublicKey) {
        (self.user, self.identity, self.signing) = (user, identity, signing)
    }
}

/// A device of a user, with both keys as the user's own list shows them, signed by the device.
package struct UserDevice: Hashable, Sendable {
    package let id: DeviceID
    package let peer: OlmPeer
    /// Whether its user has signed it with a cross-signing key.
    package var isSigned = false
    package var trust = DeviceTrust.none
    /// The name that the homeserver states, which nothing proves; empty without one.
    package var name = ""

    package init(_ id: DeviceID, _ peer: OlmPeer) { (self.id, self.peer) = (id, peer) }

    package var user: ContactID { peer.user }
    package var identity: AgreementPublicKey { peer.identity }
    package var signing: SigningPublicKey { peer.signing }
}

extension UserDevice {
    /// The bytes of a name that is shown. A longer one is dropped.
    private static let nameBytes = 256
    /// The bytes of an id. Its user chose it, and it is in requests about devices of others.
    private static let idBytes = 1...255

    /// Reads a device's published keys; nil unless the device has signed them for this user and id, and for an id of more than 255 bytes.
    ///
    /// - Parameter owner: the user's identity, which may have signed them as well.
    init?(_ json: JSONValue, user: ContactID, id: DeviceID, by owner: CrossSigningIdentity? = nil) {
        guard Self.idBytes.contains(id.rawValue.utf8.count), let text = JSONText(exactly: json),
            text["user_id"]?.identifier() == user, text["device_id"]?.identifier() == id,
            case .string(let identity)? = text["keys"]?["curve25519:\(id)"],
            case .string(let signing)? = text["keys"]?["ed25519:\(id)"],
            let agreement = try? AgreementPublicKey(base64: identity), let key = try? SigningPublicKey(base64: signing),
            text.isSigned(by: user.rawValue, device: id.rawValue, with: key)
        else { return nil }
        self.init(id, OlmPeer(user: user, identity: agreement, signing: key))
        let name = json["unsigned"]?["device_display_name"]?.unmasked ?? ""
        if name.utf8.count <= Self.nameBytes { self.name = name }
        if let owner = owner?.selfSigning {
            isSigned = text.isSigned(by: user.rawValue, device: owner.base64, with: owner)
        }
    }
}
