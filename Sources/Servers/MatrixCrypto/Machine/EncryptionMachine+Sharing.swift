import Foundation
package import JSONKit
import OlmKit

/// When a room's key is replaced by a new one.
enum Rotation {
    static let messages: UInt32 = 100
    static let seconds: Int64 = 7 * 24 * 3600
}

/// Giving the key of a room's next messages to its members' devices.
extension EncryptionMachine {
    /// The devices in one to-device request.
    private static let devicesPerMessage = 100

    /// Begins to track the devices of a room's members.
    package func track(_ users: [String]) throws {
        try write { lists in
            for user in users where !lists.isTracked(user) && Self.isUsable(user) {
                lists.track(user)
                try devices.setPerson(user, isOutdated: true)
            }
        }
    }

    /// Whether the device list of one of these users is not current.
    package func hasOutdatedLists(of users: [String]) -> Bool { users.contains { lists.isOutdated($0) } }

    /// Returns the body of a `/keys/claim` for the devices of users with which there is no session; nil if there are none.
    package func claim(for users: [String]) throws -> JSONText? {
        let members = try users.compactMap { user -> JSONText.Member? in
            let missing = try devices(of: user).filter { try !olmSessions.hasSession(with: $0.identity) }
            guard !missing.isEmpty else { return nil }
            let keys = missing.map { JSONText.Member(name: $0.id, value: .string(Algorithm.oneTimeKey)) }
            return .init(name: user, value: .object(keys))
        }
        return members.isEmpty ? nil : ["one_time_keys": .object(members)]
    }

    /// Begins sessions with the keys in the answer to a claim. Ignores keys that their device has not signed.
    package func acceptClaim(_ answer: JSONValue) throws {
        try write { _ in
            for (user, list) in answer["one_time_keys"]?.unmaskedMembers ?? [] {
                let known = try devices(of: user)
                for (id, keys) in list.unmaskedMembers {
                    guard let device = known.first(where: { $0.id == id }),
                        try !olmSessions.hasSession(with: device.identity),
                        let json = keys.unmaskedMembers.first.flatMap({ JSONText(exactly: $0.value) }),
                        let signing = try? SigningPublicKey(base64: device.signing),
                        json.isSigned(by: user, device: id, with: signing), case .string(let text)? = json["key"],
                        let session = try? OlmSession(
                            from: self.keys.identity,
                            to: AgreementPublicKey(base64: device.identity),
                            oneTimeKey: AgreementPublicKey(base64: text),
                            random: random
                        )
                    else { continue }
                    try olmSessions.save(session, with: device.identity)
                }
            }
        }
    }

    /// Makes sure that the devices of all members will have the key to a room's next message, in one transaction.
    ///
    /// Begins a new session after 100 messages, after a week, if the clock went back, and if a device that has the key is no longer
    /// a member's. A device without an Olm session is left out until the next message. Send what `nextShare` returns before
    /// the message itself.
    package func share(in room: String, with users: [String]) throws {
        try write { _ in
            let second = Int64(now().timeIntervalSince1970)
            let members = try users.flatMap { try devices(of: $0) }
            let identities = Set(members.map(\.identity))
            var current = try outbound.session(of: room)
            if let old = current,
                old.session.nextIndex >= Rotation.messages || !(0..<Rotation.seconds).contains(second - old.created)
                    || !old.shared.isSubset(of: identities)
            {
                current = nil
            }
            let session: MegolmOutboundSession
            if let current { session = current.session } else { session = try begin(in: room, at: second) }
            let missing = members.filter { current?.shared.contains($0.identity) != true }
            let content: JSONText = [
                "algorithm": .string(Algorithm.megolm), "room_id": .string(room), "session_id": .string(session.id),
                "session_key": .string(session.sharedKey),
            ]
            for start in stride(from: 0, to: missing.count, by: Self.devicesPerMessage) {
                var messages: [String: [JSONText.Member]] = [:]
                for device in missing[start..<min(start + Self.devicesPerMessage, missing.count)] {
                    guard let message = try encryptOlm("m.room_key", content, for: device) else { continue }
                    messages[device.user, default: []].append(.init(name: device.id, value: message))
                    try outbound.setShared(session.id, with: device.identity)
                }
                guard !messages.isEmpty else { continue }
                let members = messages.sorted { $0.key < $1.key }.map {
                    JSONText.Member(name: $0.key, value: .object($0.value))
                }
                let id = Base64.encode(try random.bytes(count: 12), alphabet: .urlSafe)
                try outbound.insertShare(["messages": .object(members)], id: id, in: room)
            }
        }
    }

    /// Begins a session, which this device reads as well: its messages come back with sync.
    private func begin(in room: String, at second: Int64) throws -> MegolmOutboundSession {
        let session = try MegolmOutboundSession(random: random)
        try outbound.begin(session, in: room, at: second)
        let own = RoomKey(
            room: room,
            session: try MegolmInboundSession(sharedKey: session.sharedKey),
            sender: keys.user,
            senderKey: keys.identity.publicKey.base64,
            signingKey: keys.signing.publicKey.base64
        )
        try roomKeys.insert(own)
        return session
    }

    /// Returns a to-device content for one device, and stores the session's new state; nil without a session.
    private func encryptOlm(_ type: String, _ content: JSONText, for device: KnownDevice) throws -> JSONText? {
        guard var session = try olmSessions.sessions(with: device.identity).first else { return nil }
        let payload: JSONText = [
            "type": .string(type), "content": content, "sender": .string(keys.user), "recipient": .string(device.user),
            "recipient_keys": ["ed25519": .string(device.signing)],
            "keys": ["ed25519": .string(keys.signing.publicKey.base64)], "sender_device_keys": keys.published,
        ]
        let message = try session.encrypt(payload.bytes, random: random)
        try olmSessions.update(session)
        let ciphertext: JSONText = ["type": .integer(Int64(message.type)), "body": .string(message.body)]
        return [
            "algorithm": .string(Algorithm.olm), "sender_key": .string(keys.identity.publicKey.base64),
            "ciphertext": .object([.init(name: device.identity, value: ciphertext)]),
        ]
    }

    /// Returns the next to-device message of type `m.room.encrypted` with keys for a room, and its transaction id.
    package func nextShare(in room: String) throws -> (id: String, body: JSONText)? {
        guard let (id, text) = try outbound.nextShare(in: room),
            let body = try JSONText(exactly: JSONDocument(Array(text.utf8)).root)
        else { return nil }
        return (id, body)
    }

    /// Confirms that the homeserver has a to-device message.
    package func settleShare(_ id: String) throws { try write { _ in try outbound.deleteShare(id) } }
}
