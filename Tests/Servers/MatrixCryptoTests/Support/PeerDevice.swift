import ChatTypes
import Foundation
import JSONKit
import OlmKit
import Testing

@testable import MatrixCrypto

/// Another user's device, which encrypts for the machine under test.
struct PeerDevice {
    let user: String
    let keys: DeviceKeys
    var olm: OlmSession?
    var megolm: MegolmOutboundSession

    init(user: String = "@bob:test", device: String = "BOB") throws {
        try self.init(
            keys: DeviceKeys(user: user, device: device, signing: try SigningKey(), identity: try AgreementKey())
        )
    }

    /// A device with known keys, which it may share with another.
    init(keys: DeviceKeys) throws {
        (user, self.keys) = (keys.user, keys)
        megolm = try MegolmOutboundSession()
    }

    /// The device by its user and both keys.
    var peer: OlmPeer { keys.peer }

    /// Begins an Olm session with a key from the machine's upload: a one-time key by number, or the fallback key.
    mutating func begin(with machine: EncryptionMachine, using oneTimeKey: String) async throws {
        let identity = await machine.keys.identity.publicKey
        olm = try OlmSession(from: keys.identity, to: identity, oneTimeKey: AgreementPublicKey(base64: oneTimeKey))
    }

    /// Returns a to-device event for the machine. `changing` changes the payload before it is encrypted.
    mutating func toDevice(
        _ type: String,
        _ content: JSONText,
        for machine: EncryptionMachine,
        changing change: (JSONText) -> JSONText = { $0 }
    ) async throws -> JSONText {
        let own = await machine.keys
        let payload: JSONText = [
            "type": .string(type), "content": content, "sender": .string(user), "recipient": .string(own.user),
            "recipient_keys": ["ed25519": .string(own.signing.publicKey.base64)],
            "keys": ["ed25519": .string(keys.signing.publicKey.base64)],
        ]
        var session = try #require(olm)
        let message = try session.encrypt(change(payload).bytes)
        olm = session
        let ciphertext: JSONText = ["type": .integer(Int64(message.type)), "body": .string(message.body)]
        return [
            "type": "m.room.encrypted", "sender": .string(user),
            "content": [
                "algorithm": .string(Algorithm.olm), "sender_key": .string(keys.identity.publicKey.base64),
                "ciphertext": .object([.init(name: own.identity.publicKey.base64, value: ciphertext)]),
            ],
        ]
    }

    /// The content of the event that shares the current room key.
    func roomKey(in room: String = "!room:test") -> JSONText {
        [
            "algorithm": .string(Algorithm.megolm), "room_id": .string(room), "session_id": .string(megolm.id),
            "session_key": .string(megolm.sharedKey),
        ]
    }

    /// Returns an encrypted event in a room. `inside` is the room that the sender encrypts.
    mutating func event(
        _ id: MessageID,
        _ text: String,
        in room: ChatID = "!room:test",
        inside: String = "!room:test"
    ) throws -> EncryptedEvent {
        let payload: JSONText = [
            "type": "m.room.message", "content": ["msgtype": "m.text", "body": .string(text)],
            "room_id": .string(inside),
        ]
        let content: JSONText = [
            "algorithm": .string(Algorithm.megolm), "session_id": .string(megolm.id),
            "ciphertext": .string(try megolm.encrypt(payload.bytes)),
        ]
        return EncryptedEvent(id: id, room: room, sender: ContactID(user), content: try content.parsed)
    }
}

extension DeviceKeys {
    /// The device by its user and both keys.
    var peer: OlmPeer {
        OlmPeer(user: ContactID(user), identity: identity.publicKey, signing: signing.publicKey)
    }
}

extension JSONText {
    /// The text as a homeserver's answer.
    var parsed: JSONValue {
        get throws { try JSONDocument(bytes).root }
    }
}

extension Decryption {
    /// The text of a readable message; for another result its name.
    var summary: String {
        switch self {
        case .readable(let message): message.content["body"]?.string ?? ""
        case .waiting(_, let reason): "waiting: \(reason)"
        case .unreadable(let reason): "unreadable: \(reason)"
        }
    }
}
