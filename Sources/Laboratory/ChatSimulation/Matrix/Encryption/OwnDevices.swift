import JSONKit
import MatrixCrypto
import OlmKit

/// The account's other devices: one that the account's identity has signed, and perhaps one that the homeserver has made up.
///
/// The signed one gets every room key, and gives the user's device those that it lacks.
struct OwnDevices: Sendable {
    /// The messages between devices about lacking keys.
    enum Message {
        static let request = "m.room_key_request"
        static let answer = "m.forwarded_room_key"
    }

    /// The signed device, which stays for ever.
    static let signed = "PHONE"
    /// The device that the homeserver made up.
    static let spy = "SPY"

    let identity: CrossSigningKeys
    /// The content of the message that gives each key, by room and session.
    private var keys: [String: JSONText] = [:]

    init(random: SecureRandom) throws { identity = try CrossSigningKeys(random: random) }

    /// Takes in a contact's room key.
    mutating func receive(_ key: JSONText, from sender: DeviceKeys) throws {
        guard case .string(let room)? = key["room_id"], case .string(let text)? = key["session_key"] else { return }
        let session = try MegolmInboundSession(sharedKey: text)
        keys[room + session.id] = [
            "algorithm": .string(Algorithm.megolm), "room_id": .string(room), "session_id": .string(session.id),
            "session_key": .string(try session.exportedKey()), "forwarding_curve25519_key_chain": [],
            "sender_key": .string(sender.identity.publicKey.base64),
            "sender_claimed_ed25519_key": .string(sender.signing.publicKey.base64),
        ]
    }

    /// Returns the key that a request of the user's device asks for.
    func answer(to request: JSONValue) -> JSONText? {
        guard request["action"]?.string == "request", let body = request["body"] else { return nil }
        return keys[(body["room_id"]?.string ?? "") + (body["session_id"]?.string ?? "")]
    }

    /// Returns a request for a key that contacts have used.
    func question(_ random: (Int) -> Int) -> JSONText? {
        let known = keys.sorted { $0.key < $1.key }
        guard !known.isEmpty else { return nil }
        let key = known[random(known.count)].value
        let names = ["algorithm", "room_id", "session_id"]
        return [
            "action": "request", "request_id": .string("spy-\(random(1_000_000))"),
            "requesting_device_id": .string(Self.spy),
            "body": .object(names.map { .init(name: $0, value: key[$0] ?? .null) }),
        ]
    }

    /// Returns the members of the answer to a query that hold the account's identity.
    func published(by device: DeviceKeys) -> [JSONText.Member] {
        let keys = identity.published(by: device)
        return ["master", "self_signing"].map { name in
            let own: JSONText = .object([.init(name: device.user, value: keys["\(name)_key"] ?? .null)])
            return .init(name: "\(name)_keys", value: own)
        }
    }
}
