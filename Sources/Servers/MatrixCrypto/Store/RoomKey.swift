package import ChatTypes
import OlmKit

/// A Megolm session that a user's devices share in a room. Others may share the same one as theirs, or elsewhere.
struct SessionOfSender: Hashable, Sendable {
    let room: ChatID
    let id: SessionID
    let sender: ContactID
}

/// A Megolm session that this device can read, in one room.
struct RoomKey {
    /// The way by which it came.
    enum Origin: Hashable {
        /// The device that shared it. Only messages of its user are read with it.
        case device(OlmPeer)
        /// A key file of the user, or another device of the account.
        case account(ClaimedKeys)
        /// The backup, to which the homeserver can add.
        case backup(ClaimedKeys)
    }

    /// The keys of the device that shared a session, by the word of those who passed it on: they prove nothing.
    struct ClaimedKeys: Hashable {
        let identity: AgreementPublicKey
        let signing: SigningPublicKey?
    }

    let room: ChatID
    var session: MegolmInboundSession
    let origin: Origin

    var id: SessionID { SessionID(session.id) }

    /// The device that shared it; nil if nothing proves that.
    var device: OlmPeer? { if case .device(let peer) = origin { peer } else { nil } }

    /// The keys of the device that shared it, proved or not.
    var claimed: ClaimedKeys {
        switch origin {
        case .device(let peer): ClaimedKeys(identity: peer.identity, signing: peer.signing)
        case .account(let keys), .backup(let keys): keys
        }
    }
}

/// Whether the device that shared a key was in its user's list then.
enum KeyTiming: Int64 {
    case timely
    /// It was gone from the list before.
    case late
    /// No list was current: whether the device is in the next one decides.
    case undecided
}

/// A key to messages as it was when it was returned: what is confirmed of it later is not said of what it became meanwhile.
package struct RoomKeyVersion: Hashable, Sendable {
    let number: Int64
    /// Differs after each change to the key.
    let change: Int64
}

/// A Megolm session whose key has come, for events that may wait for it.
package struct NewRoomKey: Hashable, Sendable {
    let version: RoomKeyVersion
    package let room: ChatID
    package let session: SessionID
}
