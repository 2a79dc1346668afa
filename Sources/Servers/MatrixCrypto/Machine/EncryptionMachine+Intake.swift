package import ChatTypes
package import JSONKit
import OlmKit
import RuntimeKit
import SQLiteKit

/// A sync response's part for encryption.
extension EncryptionMachine {
    /// Takes in to-device messages, changes of device lists and of rooms, and the counts of one-time keys, in one transaction.
    ///
    /// Call this before the next sync asks from behind the response: the homeserver then forgets the messages. A message that comes
    /// again changes nothing, also in another response.
    ///
    /// - Parameter since: the token from which the response was requested; nil for a sync that began anew, which tells no changes of
    ///   device lists.
    package func receive(_ response: JSONValue, since: String?) throws {
        guard let next = response["next_batch"]?.unmasked else { return }
        try write { lists in
            if let since { try forgetTaken(upTo: since) }
            try note(joined: rooms("join", in: response), left: rooms("leave", in: response))
            // Before the messages: a device that was removed meanwhile may have sent some of them.
            if since == nil { try markAllOutdated(&lists) }
            for user in users(response["device_lists"]?["changed"]) { try markOutdated(user, &lists) }
            var refused = OlmRefusals()
            let number = try connection.first("SELECT coalesce(max(number), 0) + 1 FROM taken") { $0.integer(0) } ?? 1
            for event in response["to_device"]?["events"]?.elements ?? [] where try isNew(event, number, next) {
                try receive(event, &refused, &lists)
            }
            for user in users(response["device_lists"]?["left"]) where user != self.user && lists.isTracked(user) {
                lists.stopTracking(user)
                try devices.deletePerson(user)
            }
            try setServerKeys(response["device_one_time_keys_count"])
            if try oneTimeKeys.deleteReplaced(now: now()) { leavesSecret() }
            if let unused = response["device_unused_fallback_key_types"], unused.isArray,
                !unused.elements.contains(where: { $0.string == Algorithm.oneTimeKey })
            {
                try oneTimeKeys.replaceFallback(now: now())
            }
        }
    }

    /// Keeps the keys to rooms in which the account is, and deletes the keys to encrypt with of those that it has left.
    package func follow(joined: [ChatID], left: [ChatID]) throws {
        try write { _ in try note(joined: joined, left: left) }
    }

    private func note(joined: [ChatID], left: [ChatID]) throws {
        for room in joined where Self.isUsable(room) { try roomKeys.setKnown(room) }
        for room in left { try outbound.deleteRoom(room) }
    }

    private func rooms(_ name: StaticString, in response: JSONValue) -> [ChatID] {
        let rooms: [(id: ChatID, value: JSONValue)] = response["rooms"]?[name]?.membersByID() ?? []
        return rooms.map(\.id)
    }

    private func users(_ list: JSONValue?) -> [ContactID] { list?.elements.compactMap { $0.identifier() } ?? [] }

    /// Forgets the messages that the homeserver has forgotten, too: it was asked from behind them.
    private func forgetTaken(upTo token: String) throws {
        try connection.run("DELETE FROM taken WHERE number <= (SELECT max(number) FROM taken WHERE next = ?)", token)
    }

    /// The number of messages that are remembered. For tests.
    package func takenMessageCount() throws -> Int {
        try connection.first("SELECT count(*) FROM taken") { $0.count(0) } ?? 0
    }

    /// Whether a message comes for the first time. A repeated one is remembered as long as its last response may come again.
    private func isNew(_ event: JSONValue, _ number: Int64, _ next: String) throws -> Bool {
        let digest = sha256Text(of: Array(event.rawBytes))
        let isKnown = try connection.run("UPDATE taken SET number = ?, next = ? WHERE digest = ?", number, next, digest)
        guard isKnown == 0 else { return false }
        try connection.run("INSERT INTO taken(digest, number, next) VALUES (?, ?, ?)", digest, number, next)
        return true
    }

    private func markAllOutdated(_ lists: inout DeviceLists) throws {
        lists.markAllOutdated()
        try connection.run("UPDATE person SET outdated = 1")
    }

    /// Ignores all messages in the clear, except those of a verification, which proves them, an explanation why a key does not come, and
    /// a request for a key, which only a proved device gets: a key in the clear proves nothing.
    private func receive(_ event: JSONValue, _ refused: inout OlmRefusals, _ lists: inout DeviceLists) throws {
        guard let sender: ContactID = event["sender"]?.identifier(), Self.isUsable(sender),
            let content = event["content"]
        else { return }
        switch event["type"]?.string {
        case "m.room.encrypted":
            guard let payload = try decryptOlm(content, from: sender, &refused) else { return }
            try receive(payload, lists)
        case "m.room_key.withheld", "org.matrix.room_key.withheld": try receiveWithheld(content, from: sender)
        case "m.room_key_request": try receiveKeyRequest(content, from: sender)
        case let type? where type.hasPrefix(Verification.prefix):
            try receiveVerification(type, content, from: sender.rawValue, &lists)
        default: break
        }
    }

    /// Takes in a message that a device encrypted for this one. The device need not be in a list that is here: its list may come later, and
    /// is compared whenever a key of the device is used.
    private func receive(_ payload: OlmPayload, _ lists: DeviceLists) throws {
        let sender = payload.sender
        try broken.setReached(sender.user)
        // The sender had to begin a new session, so it may not have the keys that were sent with the old one.
        if payload.type == "m.dummy" { try outbound.shareAgain(with: sender) }
        if payload.type == "m.forwarded_room_key" { try receiveForwardedKey(payload) }
        guard payload.type == "m.room_key", payload.content["algorithm"]?.string == Algorithm.megolm,
            let room: ChatID = payload.content["room_id"]?.identifier(), Self.isUsable(room),
            let text = payload.content["session_key"]?.unmasked,
            let session = try? MegolmInboundSession(sharedKey: text),
            payload.content["session_id"]?.identifier() == SessionID(session.id)
        else { return }
        let timing: KeyTiming =
            if case .gone = try devices.standing(of: sender) {
                .late
            } else if lists.isTracked(sender.user), !lists.isOutdated(sender.user) { .timely } else { .undecided }
        try roomKeys.insert(RoomKey(room: room, session: session, origin: .device(sender)), by: sender, timing)
    }

    private func receiveWithheld(_ content: JSONValue, from sender: ContactID) throws {
        if content["code"]?.string == "m.no_olm", let identity = content["sender_key"]?.agreementKey {
            try broken.setUnreached(sender)
            return try recordBroken(identity, of: sender)
        }
        guard content["algorithm"]?.string == Algorithm.megolm, let code = content["code"]?.string,
            code.utf8.count <= 100,
            let room: ChatID = content["room_id"]?.identifier(), Self.isUsable(room),
            let session: SessionID = content["session_id"]?.identifier(), Self.isUsable(session)
        else { return }
        try roomKeys.setWithheld(code, of: SessionOfSender(room: room, id: session, sender: sender))
    }

    static func isUsable(_ id: some Identifier) -> Bool { (1...512).contains(id.rawValue.utf8.count) }

    // MARK: Olm

    /// Decrypts an Olm message for this device, and stores the session's new state; nil if it cannot be read.
    ///
    /// A session that reads nothing is replaced. The first message of a known session is read with that session or not at all, so that
    /// one that comes again begins no session anew. A session and its one-time key change only if the message proves its sender.
    ///
    /// After many messages in the name of a device that none of its sessions has read, one after the other, only the session that was used
    /// last is tried.
    private func decryptOlm(
        _ content: JSONValue,
        from sender: ContactID,
        _ refused: inout OlmRefusals
    ) throws -> OlmPayload? {
        guard content["algorithm"]?.string == Algorithm.olm, let identity = content["sender_key"]?.agreementKey,
            let encrypted = content["ciphertext"]?.member(named: keys.identity.publicKey.base64),
            let type = encrypted["type"]?.integer.flatMap({ Int(exactly: $0) }),
            let message = try? OlmMessage(type: type, body: encrypted["body"]?.unmasked ?? "")
        else { return nil }
        var sessions = try olmSessions.sessions(with: sender, identity)[...]
        let hasSeveral = sessions.count > 1
        if case .normal = message { sessions = sessions.prefix(refused.sessionLimit(for: sender, identity)) }
        for var known in sessions {
            if case .preKey(let preKey) = message, !known.session.isBegun(by: preKey) { continue }
            if let plaintext = try? known.session.decrypt(message) {
                guard let payload = OlmPayload(plaintext, from: sender, identity, to: keys),
                    known.signing.map({ $0 == payload.sender.signing }) ?? true
                else { return nil }
                try save(known.session, with: payload.sender)
                refused.forget(sender, identity)
                return payload
            }
            if case .preKey = message {
                // The other device may have gone back to an old copy of its store.
                try recordBroken(identity, of: sender)
                return nil
            }
        }
        guard case .preKey(let preKey) = message, preKey.senderKey == identity,
            let oneTimeKey = try oneTimeKeys.key(preKey.oneTimeKey.base64),
            let begun = try? OlmSession.accept(preKey, ourKey: keys.identity, oneTimeKey: oneTimeKey)
        else {
            if hasSeveral { refused.note(sender, identity) }
            try recordBroken(identity, of: sender)
            return nil
        }
        guard let payload = OlmPayload(begun.plaintext, from: sender, identity, to: keys) else { return nil }
        guard try !olmSessions.contains(begun.session.id) else {
            try recordBroken(identity, of: sender)
            return nil
        }
        try oneTimeKeys.use(preKey.oneTimeKey.base64)
        leavesSecret()
        try save(begun.session, with: payload.sender)
        return payload
    }
}

/// The messages of a response that no session of their device has read, by the device. Each costs as many steps of a ratchet as there are
/// sessions times 2,000: whoever speaks for a device could have them walked in great numbers.
private struct OlmRefusals {
    private struct Device: Hashable {
        let user: ContactID
        let identity: AgreementPublicKey
    }

    /// The messages for which all sessions are tried.
    private static let limit = 20

    private var counts: [Device: Int] = [:]

    mutating func note(_ user: ContactID, _ identity: AgreementPublicKey) {
        counts[Device(user: user, identity: identity), default: 0] += 1
    }

    /// Begins the count anew after a message that was read: it proves that the device itself speaks.
    mutating func forget(_ user: ContactID, _ identity: AgreementPublicKey) {
        counts[Device(user: user, identity: identity)] = nil
    }

    /// Returns the number of sessions with a device that are tried with its next message.
    func sessionLimit(for user: ContactID, _ identity: AgreementPublicKey) -> Int {
        counts[Device(user: user, identity: identity), default: 0] < Self.limit ? .max : 1
    }
}
