package import JSONKit
import OlmKit

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
        try writeRatchet { _ in
            _ = try beginSessions(with: answer) { try !olmSessions.hasSession(with: $0.identity) }
        }
    }

    /// Begins sessions with those devices in an answer for which `isWanted` says so; returns the devices.
    func beginSessions(
        with answer: JSONValue,
        where isWanted: (KnownDevice) throws -> Bool
    ) throws -> [KnownDevice] {
        var begun: [KnownDevice] = []
        for (user, list) in answer["one_time_keys"]?.unmaskedMembers ?? [] {
            let known = try devices(of: user)
            for (id, keys) in list.unmaskedMembers {
                guard let device = known.first(where: { $0.id == id }), !begun.contains(device), try isWanted(device),
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
                try save(session, with: device.identity)
                begun.append(device)
            }
        }
        return begun
    }

    /// Stores a session that has just begun or received a message.
    func save(_ session: OlmSession, with peer: String) throws {
        try olmSessions.save(session, with: peer)
        try outbound.forgetNotices(to: peer)
    }

    /// Makes sure that the devices of all members will have the key to a room's next message, in one transaction.
    ///
    /// Begins a new session as the room's `rotation` demands, if the clock went back, and if a device that has the key is no longer a
    /// member's. A device without an Olm session is left out until the next message, and told so once. Send what `nextShare` returns
    /// before the message itself.
    ///
    /// A device that the user blocked gets none, and is told so.
    ///
    /// - Parameter onlySigned: whether devices that neither their user has signed with a cross-signing key nor this user has verified get
    ///   none, and are told so.
    package func share(
        in room: String,
        with users: [String],
        rotation: Rotation = .standard,
        onlySigned: Bool = false
    ) throws {
        let all = try users.flatMap { try devices(of: $0) }
        let members = all.filter { refusal(of: $0, onlySigned: onlySigned) == nil }
        let identities = Set(members.map(\.identity))
        var current = try outbound.session(of: room)
        if let old = current,
            old.session.nextIndex >= rotation.messages || !(0..<rotation.seconds).contains(second - old.created)
                || !old.shared.isSubset(of: identities)
        {
            current = nil
        }
        let missing = members.filter { device in
            guard let current, current.shared.contains(device.identity) else { return true }
            return current.again.contains(device.identity)
        }
        let refused = try all.filter { refusal(of: $0, onlySigned: onlySigned) != nil }.filter { device in
            guard let current else { return true }
            return try !outbound.hasNotice(current.session.id, to: device.identity)
        }
        guard current == nil || !missing.isEmpty || !refused.isEmpty else { return }
        try writeRatchet { _ in
            let session: MegolmOutboundSession
            if let current { session = current.session } else { session = try begin(in: room, at: second) }
            let content: JSONText = [
                "algorithm": .string(Algorithm.megolm), "room_id": .string(room), "session_id": .string(session.id),
                "session_key": .string(session.sharedKey),
            ]
            var unreached: [KnownDevice] = []
            try insertMessages(type: Self.encryptedType, for: missing, in: room) { device in
                guard let message = try encryptOlm("m.room_key", content, for: device) else {
                    unreached.append(device)
                    return nil
                }
                try outbound.setShared(session.id, with: device.identity)
                return message
            }
            try insertMessages(type: Self.withheldType, for: unreached, in: room) { device in
                guard try outbound.insertNotice("", to: device.identity) else { return nil }
                return withheld("m.no_olm", reason: "No one-time key of this device was found")
            }
            try insertMessages(type: Self.withheldType, for: refused, in: room) { device in
                guard let code = refusal(of: device, onlySigned: onlySigned),
                    try outbound.insertNotice(session.id, to: device.identity)
                else { return nil }
                let isBlocked = code == Self.blocked
                return withheld(
                    code,
                    reason: isBlocked ? "The device is blocked" : "The device is not signed by its user"
                )
                .with("room_id", .string(room)).with("session_id", .string(session.id))
            }
        }
    }

    private static let blocked = "m.blacklisted"

    /// The code of the reason why a device gets no key; nil if it gets it.
    private func refusal(of device: KnownDevice, onlySigned: Bool) -> String? {
        if device.trust == .blocked { return Self.blocked }
        return onlySigned && !device.isSigned && device.trust != .verified ? "m.unverified" : nil
    }

    static let withheldType = "m.room_key.withheld"

    /// Returns the content of a notice that a device does not get a key.
    private func withheld(_ code: String, reason: String) -> JSONText {
        [
            "algorithm": .string(Algorithm.megolm), "code": .string(code), "reason": .string(reason),
            "sender_key": .string(keys.identity.publicKey.base64),
        ]
    }

    /// Stores to-device messages for some devices, 100 in each request. Leaves out a device for which `content` returns nil.
    func insertMessages(
        type: String,
        for devices: [KnownDevice],
        in room: String,
        _ content: (KnownDevice) throws -> JSONText?
    ) throws {
        for start in stride(from: 0, to: devices.count, by: Self.devicesPerMessage) {
            var messages: [String: [JSONText.Member]] = [:]
            for device in devices[start..<min(start + Self.devicesPerMessage, devices.count)] {
                guard let message = try content(device) else { continue }
                messages[device.user, default: []].append(.init(name: device.id, value: message))
            }
            guard !messages.isEmpty else { continue }
            let members = messages.sorted { $0.key < $1.key }.map {
                JSONText.Member(name: $0.key, value: .object($0.value))
            }
            let id = Base64.encode(try random.bytes(count: 12), alphabet: .urlSafe)
            try outbound.insertShare(["messages": .object(members)], type: type, id: id, in: room)
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
    func encryptOlm(_ type: String, _ content: JSONText, for device: KnownDevice) throws -> JSONText? {
        guard var session = try olmSessions.sendingSession(with: device.identity) else { return nil }
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

    /// Returns the next to-device message about keys for a room, with its type and its transaction id.
    package func nextShare(in room: String) throws -> (id: String, type: String, body: JSONText)? {
        guard let (id, type, text) = try outbound.nextShare(in: room),
            let body = try JSONText(exactly: JSONDocument(Array(text.utf8)).root)
        else { return nil }
        return (id, type, body)
    }

    /// Confirms that the homeserver has a to-device message.
    package func settleShare(_ id: String) throws { try write { _ in try outbound.deleteShare(id) } }
}
