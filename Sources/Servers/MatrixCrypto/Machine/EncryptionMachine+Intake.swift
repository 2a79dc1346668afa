package import JSONKit
import OlmKit
import SQLiteKit

/// A sync response's part for encryption.
extension EncryptionMachine {
    /// The most to-device messages of one response: homeservers send at most 100.
    private static let messageLimit = 1000

    /// Takes in to-device messages, changes of device lists and the counts of one-time keys, in one transaction.
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
            let number = try connection.first("SELECT coalesce(max(number), 0) + 1 FROM taken") { $0.integer(0) } ?? 1
            for event in (response["to_device"]?["events"]?.elements ?? []).prefix(Self.messageLimit)
            where try isNew(event, number, next) {
                try receive(event, &lists)
            }
            if since == nil { try markAllOutdated(&lists) }
            for user in response["device_lists"]?["changed"]?.elements.compactMap(\.unmasked) ?? []
            where lists.isTracked(user) {
                lists.markOutdated(user)
                try devices.setPerson(user, isOutdated: true)
            }
            for user in response["device_lists"]?["left"]?.elements.compactMap(\.unmasked) ?? []
            where user != keys.user && lists.isTracked(user) {
                lists.stopTracking(user)
                try devices.deletePerson(user)
            }
            for room in response["rooms"]?["leave"]?.unmaskedMembers ?? [] { try outbound.deleteRoom(room.name) }
            try setServerKeys(response["device_one_time_keys_count"])
            if try oneTimeKeys.deleteReplaced(now: now()) { leavesSecret() }
            if let unused = response["device_unused_fallback_key_types"], unused.isArray,
                !unused.elements.contains(where: { $0.string == Algorithm.oneTimeKey })
            {
                try oneTimeKeys.replaceFallback(now: now())
            }
        }
    }

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
    private func receive(_ event: JSONValue, _ lists: inout DeviceLists) throws {
        guard let sender = event["sender"]?.unmasked, let content = event["content"] else { return }
        switch event["type"]?.string {
        case "m.room.encrypted":
            guard let (message, senderKey) = try decryptOlm(content, from: sender) else { return }
            guard let payload = OlmPayload(message, from: sender, to: keys) else { return }
            try receive(payload, senderKey, &lists)
        case "m.room_key.withheld", "org.matrix.room_key.withheld": try receiveWithheld(content, from: sender)
        case "m.room_key_request": try receiveKeyRequest(content, from: sender)
        case let type? where type.hasPrefix(Verification.prefix):
            try receiveVerification(type, content, from: sender, lists)
        default: break
        }
    }

    private func receive(_ payload: OlmPayload, _ senderKey: String, _ lists: inout DeviceLists) throws {
        guard payload.allows(senderKey),
            try devices.allows(senderKey, ofDeviceSigningWith: payload.signingKey, by: payload.sender)
        else { return }
        // The news of a device may come after its first message, which comes once: the key is kept, and compared when it is used.
        if !lists.isTracked(payload.sender) {
            lists.track(payload.sender)
            try devices.setPerson(payload.sender, isOutdated: true)
        }
        try broken.setReached(payload.sender)
        // The sender had to begin a new session, so it may not have the keys that were sent with the old one.
        if payload.type == "m.dummy" { try outbound.shareAgain(with: senderKey) }
        if payload.type == "m.forwarded_room_key" { try receiveForwardedKey(payload, senderKey: senderKey) }
        guard payload.type == "m.room_key", payload.content["algorithm"]?.string == Algorithm.megolm,
            let room = payload.content["room_id"]?.unmasked, Self.isUsable(room),
            let text = payload.content["session_key"]?.unmasked,
            let session = try? MegolmInboundSession(sharedKey: text),
            payload.content["session_id"]?.unmasked == session.id
        else { return }
        try roomKeys.insert(
            RoomKey(
                room: room,
                session: session,
                sender: payload.sender,
                senderKey: senderKey,
                signingKey: payload.signingKey
            )
        )
    }

    private func receiveWithheld(_ content: JSONValue, from sender: String) throws {
        if content["code"]?.string == "m.no_olm", let senderKey = content["sender_key"]?.unmasked {
            try broken.setUnreached(sender)
            return try recordBroken(senderKey, of: sender)
        }
        guard content["algorithm"]?.string == Algorithm.megolm, let code = content["code"]?.string,
            code.utf8.count <= 100,
            let room = content["room_id"]?.unmasked, Self.isUsable(room),
            let session = content["session_id"]?.unmasked, Self.isUsable(session)
        else { return }
        try roomKeys.setWithheld(code, session: session, in: room)
    }

    static func isUsable(_ id: String) -> Bool { (1...512).contains(id.utf8.count) }

    // MARK: Olm

    /// Decrypts an Olm message for this device, and stores the session's new state; nil if it cannot be read: the session is then
    /// replaced.
    ///
    /// A one-time key is deleted with its first message, and only if that is authentic. A first message of a session that is known, or was,
    /// begins it no second time.
    private func decryptOlm(_ content: JSONValue, from sender: String) throws -> (
        plaintext: [UInt8], senderKey: String
    )? {
        let own = keys.identity.publicKey.base64
        guard content["algorithm"]?.string == Algorithm.olm, let senderKey = content["sender_key"]?.unmasked,
            let encrypted = content["ciphertext"]?.unmaskedMembers.first(where: { $0.name == own })?.value,
            let type = encrypted["type"]?.integer.flatMap({ Int(exactly: $0) }),
            let message = try? OlmMessage(type: type, body: encrypted["body"]?.unmasked ?? "")
        else { return nil }
        for var session in try olmSessions.sessions(with: senderKey) {
            if case .preKey(let preKey) = message, !session.isBegun(by: preKey) { continue }
            do {
                let plaintext = try session.decrypt(message)
                try save(session, with: senderKey)
                return (plaintext, senderKey)
            } catch CryptoError.keyUnavailable where message.type == 0 {
                return nil
            } catch is CryptoError { continue }
        }
        guard case .preKey(let preKey) = message, preKey.senderKey.base64 == senderKey,
            let oneTimeKey = try oneTimeKeys.key(preKey.oneTimeKey.base64),
            let begun = try? OlmSession.accept(preKey, ourKey: keys.identity, oneTimeKey: oneTimeKey)
        else {
            try recordBroken(senderKey, of: sender)
            return nil
        }
        guard try !olmSessions.contains(begun.session.id) else { return nil }
        try oneTimeKeys.use(preKey.oneTimeKey.base64)
        leavesSecret()
        try save(begun.session, with: senderKey)
        return (begun.plaintext, senderKey)
    }
}
