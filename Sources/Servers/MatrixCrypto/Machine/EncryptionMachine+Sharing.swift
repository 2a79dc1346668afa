package import ChatTypes
package import JSONKit
import OlmKit

/// Giving the key of a room's next messages to its members' devices.
extension EncryptionMachine {
    /// The devices in one to-device request.
    private static let devicesPerMessage = 100

    /// Returns the body of a `/keys/claim` for the devices of users with which there is no session; nil if there are none.
    package func claim(for users: [ContactID]) throws -> JSONText? { claim(from: try unreached(of: users)) }

    /// Returns the devices of users with which there is no session.
    package func unreached(of users: [ContactID]) throws -> [UserDevice] {
        try users.flatMap { try devices(of: $0).filter { try !olmSessions.hasSession(with: $0.peer) } }
    }

    /// Returns the body of a `/keys/claim` for some devices; nil for none.
    package func claim(from devices: [UserDevice]) -> JSONText? {
        guard !devices.isEmpty else { return nil }
        let users = Dictionary(grouping: devices, by: \.user).mapValues { devices in
            JSONText.object(devices.map { .init(name: $0.id.rawValue, value: .string(Algorithm.oneTimeKey)) })
        }
        return ["one_time_keys": .members(users)]
    }

    /// Begins sessions with the keys in the answer to a claim. Ignores keys that their device has not signed.
    package func acceptClaim(_ answer: JSONValue) throws {
        try writeRatchet { _ in
            _ = try beginSessions(with: answer) { try !olmSessions.hasSession(with: $0.peer) }
        }
    }

    /// Begins sessions with those devices in an answer for which `isWanted` says so; returns the devices.
    func beginSessions(
        with answer: JSONValue,
        where isWanted: (UserDevice) throws -> Bool
    ) throws -> [UserDevice] {
        var begun: [UserDevice] = []
        let users: [(id: ContactID, value: JSONValue)] = answer["one_time_keys"]?.membersByID() ?? []
        for (user, list) in users {
            // An answer may be long, and have an id twice.
            var known = Dictionary(try devices(of: user).map { ($0.id, $0) }) { first, _ in first }
            for (id, keys): (DeviceID, JSONValue) in list.membersByID() {
                guard let device = known[id], try isWanted(device),
                    let json = keys.unmaskedMembers.first.flatMap({ JSONText(exactly: $0.value) }),
                    json.isSigned(by: user.rawValue, device: id.rawValue, with: device.signing),
                    case .string(let text)? = json["key"],
                    let session = try? OlmSession(
                        from: self.keys.identity,
                        to: device.identity,
                        oneTimeKey: AgreementPublicKey(base64: text),
                        random: random
                    )
                else { continue }
                try save(session, with: device.peer)
                begun.append(device)
                known[id] = nil
            }
        }
        return begun
    }

    /// Stores a session that has just begun or received a message.
    func save(_ session: OlmSession, with peer: OlmPeer) throws {
        try olmSessions.save(session, with: peer)
        try outbound.forgetNotices(to: peer)
    }

    // MARK: Keys for rooms

    /// Returns the users who may read a room's next message; nil while that is not known. It can ask whether a user's device list is
    /// outdated.
    package typealias Readers = @Sendable (_ isOutdated: (ContactID) -> Bool) throws -> [ContactID]?

    /// Whether a user's device list is outdated, or not here at all: who has joined since the lists were requested is not tracked.
    private func isOutdated(_ user: ContactID) -> Bool {
        lists.isTracked(user) ? lists.isOutdated(user) : Self.isUserID(user)
    }

    /// Returns the readers; nil while they are not known, or if the identity of one of them has changed.
    func acceptedReaders(_ readers: Readers) throws -> [ContactID]? {
        guard let users = try readers({ isOutdated($0) }) else { return nil }
        return try proofs.changedIdentities().contains(where: Set(users).contains) ? nil : users
    }

    /// The devices of a room's readers.
    struct ReadingDevices {
        var members: [UserDevice] = []
        /// The devices that get no key, each with the code of the reason.
        var refused: [(device: UserDevice, code: String)] = []
        /// The room's session, unless a device that has its key is no reader's.
        var session: OutboundSession?
        /// The members that lack its key, or get it anew.
        var missing: [UserDevice] = []
    }

    func readingDevices(_ users: [ContactID], in room: ChatID, onlySigned: Bool) throws -> ReadingDevices {
        var result = ReadingDevices()
        for device in try users.flatMap({ try devices(of: $0) }) {
            if let code = try refusal(of: device, onlySigned: onlySigned) {
                result.refused.append((device, code))
            } else {
                result.members.append(device)
            }
        }
        let peers = Set(result.members.map(\.peer))
        let session = try outbound.session(of: room, at: second)
        result.session = session.flatMap { peers.isSuperset(of: $0.shared.keys) ? $0 : nil }
        result.missing = result.members.filter { device in
            guard let session = result.session, session.shared[device.peer] != nil else { return true }
            return session.again.contains(device.peer)
        }
        return result
    }

    /// Makes sure that the devices of all readers will have the key to a room's next message, in one transaction.
    ///
    /// Begins a new session as the room's `rotation` demands, if the clock went back, and if a device that has the key is no longer a
    /// reader's. A device without an Olm session is left out until the next message, and told so once. Send what `nextShare` returns
    /// before the message itself. A device that the user blocked gets none, and is told so, as is one that is not signed of a user
    /// who was verified. Returns false, without a change, if the readers are not known or the identity of one has changed.
    ///
    /// - Parameters:
    ///   - readers: called in this step, after every wait.
    ///   - onlySigned: whether devices that neither their user has signed with a cross-signing key nor this user has verified get
    ///     none, and are told so.
    @discardableResult
    package func share(
        in room: ChatID,
        with readers: Readers,
        rotation: Rotation = .standard,
        onlySigned: Bool = false
    ) throws -> Bool {
        guard let users = try acceptedReaders(readers) else { return false }
        var devices = try readingDevices(users, in: room, onlySigned: onlySigned)
        if let old = devices.session,
            old.session.nextIndex >= rotation.messages || !(0..<rotation.seconds).contains(second - old.created)
        {
            (devices.session, devices.missing) = (nil, devices.members)
        }
        let current = devices.session
        let refused = try devices.refused.filter { refused in
            guard let current else { return true }
            return try !outbound.hasNotice(current.session.id, to: refused.device.peer)
        }
        guard current == nil || !devices.missing.isEmpty || !refused.isEmpty else { return true }
        try writeRatchet { _ in
            let session: MegolmOutboundSession
            if let current { session = current.session } else { session = try begin(in: room, at: second) }
            let content: JSONText = [
                "algorithm": .string(Algorithm.megolm), "room_id": .id(room), "session_id": .string(session.id),
                "session_key": .string(session.sharedKey),
            ]
            var unreached: [UserDevice] = []
            try insertMessages(type: Self.encryptedType, for: devices.missing, in: room) { device in
                guard let message = try encryptOlm("m.room_key", content, for: device) else {
                    unreached.append(device)
                    return nil
                }
                try outbound.setShared(session, with: device.peer)
                return message
            }
            try insertMessages(type: Self.withheldType, for: unreached, in: room) { device in
                guard try outbound.insertNotice("", to: device.peer) else { return nil }
                return withheld("m.no_olm", reason: "No one-time key of this device was found")
            }
            let codes = Dictionary(refused.map { ($0.device, $0.code) }) { first, _ in first }
            try insertMessages(type: Self.withheldType, for: refused.map(\.device), in: room) { device in
                guard let code = codes[device], try outbound.insertNotice(session.id, to: device.peer) else {
                    return nil
                }
                let isBlocked = device.trust == .blocked
                return withheld(
                    code,
                    reason: isBlocked ? "The device is blocked" : "The device is not signed by its user"
                )
                .with("room_id", .id(room)).with("session_id", .string(session.id))
            }
        }
        return true
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
        for devices: [UserDevice],
        in room: ChatID,
        _ content: (UserDevice) throws -> JSONText?
    ) throws {
        for start in stride(from: 0, to: devices.count, by: Self.devicesPerMessage) {
            var messages: [ContactID: [JSONText.Member]] = [:]
            for device in devices[start..<min(start + Self.devicesPerMessage, devices.count)] {
                guard let message = try content(device) else { continue }
                messages[device.user, default: []].append(.init(name: device.id.rawValue, value: message))
            }
            try insertShare(messages, type: type, in: room)
        }
    }

    private func insertShare(_ messages: [ContactID: [JSONText.Member]], type: String, in room: ChatID) throws {
        guard !messages.isEmpty else { return }
        let id = Base64.encode(try random.bytes(count: 12), alphabet: .urlSafe)
        let body: JSONText = ["messages": .members(messages.mapValues(JSONText.object))]
        try outbound.insertShare(body, type: type, id: id, in: room)
    }

    /// Begins a session, which this device reads as well: its messages come back with sync.
    private func begin(in room: ChatID, at second: Int64) throws -> MegolmOutboundSession {
        let session = try MegolmOutboundSession(random: random)
        try outbound.begin(session, in: room, at: second)
        let readable = try MegolmInboundSession(sharedKey: session.sharedKey)
        try roomKeys.setKnown(room)
        try roomKeys.insert(RoomKey(room: room, session: readable, origin: .device(ownPeer)), by: ownPeer)
        return session
    }

    /// Returns a to-device content for one device, and stores the session's new state; nil without a session.
    func encryptOlm(_ type: String, _ content: JSONText, for device: UserDevice) throws -> JSONText? {
        guard var session = try olmSessions.sendingSession(with: device.peer) else { return nil }
        let payload: JSONText = [
            "type": .string(type), "content": content, "sender": .string(keys.user), "recipient": .id(device.user),
            "recipient_keys": ["ed25519": .string(device.signing.base64)],
            "keys": ["ed25519": .string(keys.signing.publicKey.base64)], "sender_device_keys": keys.published,
        ]
        let message = try session.encrypt(payload.bytes, random: random)
        try olmSessions.update(session)
        let ciphertext: JSONText = ["type": .integer(Int64(message.type)), "body": .string(message.body)]
        return [
            "algorithm": .string(Algorithm.olm), "sender_key": .string(keys.identity.publicKey.base64),
            "ciphertext": .object([.init(name: device.identity.base64, value: ciphertext)]),
        ]
    }

    /// Returns the next to-device message about keys for a room, with its type and its transaction id.
    package func nextShare(in room: ChatID) throws -> (id: String, type: String, body: JSONText)? {
        guard let (id, type, text) = try outbound.nextShare(in: room),
            let body = try JSONText(exactly: JSONDocument(Array(text.utf8)).root)
        else { return nil }
        return (id, type, body)
    }

    /// Has the devices of a to-device message that the homeserver has refused sent theirs in two requests; gives that of a single one up.
    ///
    /// A device whose room key is given up gets it anew after an hour, with the next message then.
    package func refuseShare(_ id: String, type: String, body: JSONText, in room: ChatID) throws {
        guard case .object(let users)? = body["messages"] else { return try confirmShare(id) }
        let all = users.flatMap { user -> [(user: ContactID, message: JSONText.Member)] in
            guard case .object(let messages) = user.value else { return [] }
            return messages.map { (ContactID(user.name), $0) }
        }
        try write { _ in
            try outbound.deleteShare(id)
            guard all.count > 1 else {
                guard type == Self.encryptedType, let only = all.first else { return }
                let device = try devices(of: only.user).first { $0.id == DeviceID(only.message.name) }
                if let device { try outbound.shareLater(with: device.peer, in: room, at: second) }
                return
            }
            for half in [all.prefix(all.count / 2), all.dropFirst(all.count / 2)] {
                let messages = Dictionary(grouping: half, by: \.user).mapValues { $0.map(\.message) }
                try insertShare(messages, type: type, in: room)
            }
        }
    }

    /// Confirms that the homeserver has a to-device message.
    package func confirmShare(_ id: String) throws { try write { _ in try outbound.deleteShare(id) } }
}
