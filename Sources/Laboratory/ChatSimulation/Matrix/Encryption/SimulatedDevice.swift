import JSONKit
import MatrixCrypto
import OlmKit

/// A device of a contact: real keys and ratchets in memory. It talks with the user's one device.
struct SimulatedDevice: Sendable {
    /// A decrypted message to a device.
    struct Opened {
        let type: String
        let content: JSONValue
    }

    private static let messagesPerSession: UInt32 = 7

    let keys: DeviceKeys
    private let random: SecureRandom
    /// The keys to begin a session with, by their public halves. The fallback key stays.
    private var oneTimeKeys: [String: AgreementKey] = [:]
    private var unclaimed: [AgreementKey] = []
    private let fallback: AgreementKey
    /// The sessions with the user's device. The one that it used last comes last.
    private var sessions: [OlmSession] = []
    private var outbound: [String: MegolmOutboundSession] = [:]
    private var inbound: [String: MegolmInboundSession] = [:]
    /// The room keys that the user's device has not got, since it has not published its keys.
    private var unshared: [JSONText] = []

    init(user: String, device: String, keyCount: Int, random: SecureRandom) throws {
        self.random = random
        keys = DeviceKeys(
            user: user,
            device: device,
            signing: try SigningKey(random: random),
            identity: try AgreementKey(random: random)
        )
        fallback = try AgreementKey(random: random)
        oneTimeKeys[fallback.publicKey.base64] = fallback
        for _ in 0..<keyCount {
            let key = try AgreementKey(random: random)
            oneTimeKeys[key.publicKey.base64] = key
            unclaimed.append(key)
        }
    }

    /// Returns a key to begin a session with, as a homeserver answers a claim: the fallback key once no other is left.
    mutating func claimKey() -> JSONText {
        let key = unclaimed.popLast()
        let text = (key ?? fallback).publicKey.base64
        let json: JSONText = key == nil ? ["key": .string(text), "fallback": true] : ["key": .string(text)]
        return .object([.init(name: "\(Algorithm.oneTimeKey):\(text.prefix(8))", value: keys.sign(json))])
    }

    // MARK: Messages between devices

    /// Forgets the sessions and the keys to the user's messages, as a device does whose store was damaged.
    mutating func loseSessions() { (sessions, inbound) = ([], [:]) }

    /// Whether it has to claim a key before it can write to the user's device.
    var needsKey: Bool { sessions.isEmpty }

    /// Begins a session with the user's device.
    mutating func begin(with device: OwnDevice, oneTimeKey: String) throws {
        sessions.append(
            try OlmSession(
                from: keys.identity,
                to: AgreementPublicKey(base64: device.identity),
                oneTimeKey: AgreementPublicKey(base64: oneTimeKey),
                random: random
            )
        )
    }

    /// Returns an encrypted to-device event for the user's device.
    mutating func write(_ type: String, _ content: JSONText, to device: OwnDevice) throws -> JSONText {
        let payload: JSONText = [
            "type": .string(type), "content": content, "sender": .string(keys.user), "recipient": .string(device.user),
            "recipient_keys": ["ed25519": .string(device.signing)],
            "keys": ["ed25519": .string(keys.signing.publicKey.base64)],
        ]
        let message = try sessions[sessions.count - 1].encrypt(payload.bytes, random: random)
        let ciphertext: JSONText = ["type": .integer(Int64(message.type)), "body": .string(message.body)]
        return [
            "type": "m.room.encrypted", "sender": .string(keys.user),
            "content": [
                "algorithm": .string(Algorithm.olm), "sender_key": .string(keys.identity.publicKey.base64),
                "ciphertext": .object([.init(name: device.identity, value: ciphertext)]),
            ],
        ]
    }

    /// Decrypts a message of the user's device, and keeps the room key in it; nil if no session reads it.
    mutating func read(_ content: JSONValue) throws -> Opened? {
        let own = keys.identity.publicKey.base64
        guard let encrypted = content["ciphertext"]?.member(named: own),
            let type = encrypted["type"]?.integer.flatMap({ Int(exactly: $0) }),
            let plaintext = try decrypt(OlmMessage(type: type, body: encrypted["body"]?.string ?? ""))
        else { return nil }
        let json = try JSONDocument(plaintext).root
        guard json["recipient"]?.string == keys.user, let name = json["type"]?.string, let inside = json["content"]
        else { return nil }
        if name == "m.room_key", let room = inside["room_id"]?.string, let key = inside["session_key"]?.string {
            let session = try MegolmInboundSession(sharedKey: key)
            let old = inbound[room + session.id]
            if old.map({ session.compare(with: $0) == .readsMore }) ?? true { inbound[room + session.id] = session }
        }
        return Opened(type: name, content: inside)
    }

    private mutating func decrypt(_ message: OlmMessage) throws -> [UInt8]? {
        for index in sessions.indices.reversed() {
            guard let plaintext = try? sessions[index].decrypt(message) else { continue }
            sessions.append(sessions.remove(at: index))
            return plaintext
        }
        guard case .preKey(let preKey) = message, let key = oneTimeKeys[preKey.oneTimeKey.base64] else { return nil }
        let begun = try OlmSession.accept(preKey, ourKey: keys.identity, oneTimeKey: key)
        sessions.append(begun.session)
        return begun.plaintext
    }

    // MARK: Rooms

    /// Encrypts a message for a room. A new session begins after some messages; its key waits in `takeUnshared`.
    mutating func encrypt(_ content: JSONText, in room: String) throws -> JSONText {
        var session: MegolmOutboundSession
        if let old = outbound[room], old.nextIndex < Self.messagesPerSession {
            session = old
        } else {
            session = try MegolmOutboundSession(random: random)
            unshared.append(Self.roomKey(session, in: room))
        }
        let payload: JSONText = [
            "type": "m.room.message", "content": content, "room_id": .string(room),
        ]
        let ciphertext = try session.encrypt(payload.bytes)
        outbound[room] = session
        return [
            "algorithm": .string(Algorithm.megolm), "ciphertext": .string(ciphertext),
            "session_id": .string(session.id), "sender_key": .string(keys.identity.publicKey.base64),
            "device_id": .string(keys.device),
        ]
    }

    private static func roomKey(_ session: MegolmOutboundSession, in room: String) -> JSONText {
        [
            "algorithm": .string(Algorithm.megolm), "room_id": .string(room), "session_id": .string(session.id),
            "session_key": .string(session.sharedKey),
        ]
    }

    /// Whether there are room keys that the user's device has not got.
    var hasUnshared: Bool { !unshared.isEmpty }

    /// Returns the room keys that the user's device has not got.
    mutating func takeUnshared() -> [JSONText] {
        defer { unshared = [] }
        return unshared
    }

    /// Decrypts a message of the user's in a room. Returns what is inside, and its index.
    mutating func read(_ ciphertext: String, of session: String, in room: String) throws -> (JSONValue, UInt32)? {
        guard var known = inbound[room + session] else { return nil }
        let message = try known.decrypt(ciphertext)
        inbound[room + session] = known
        return (try JSONDocument(message.plaintext).root, message.index)
    }
}
