package import ChatTypes
package import JSONKit
import OlmKit

/// Encrypting messages for rooms.
extension EncryptionMachine {
    /// Returns the content of an encrypted event, under the id of its message: the same bytes at every attempt, as long as the same
    /// devices are to read it.
    ///
    /// The ratchet's new state and the ciphertext are committed together before this returns, so no index encrypts two messages.
    /// A relation stays outside the encryption, where the homeserver can follow it. Returns nil unless the room has a session whose key
    /// all devices of its readers have that can get it, and no others: then `share` is due. Returns nil, too, if the identity of a
    /// reader has changed.
    ///
    /// - Parameters:
    ///   - readers: called in this step, after every wait.
    ///   - onlySigned: as for `share`.
    package func encrypt(
        _ content: JSONText,
        type: String,
        id: MessageID,
        in room: ChatID,
        for readers: Readers,
        onlySigned: Bool = false
    ) throws -> JSONText? {
        guard let users = try acceptedReaders(readers) else { return nil }
        guard let current = try sharedSession(of: users, in: room, onlySigned: onlySigned) else { return nil }
        if let known = try encrypted(id, in: room, with: current) { return known }
        return try writeRatchet { _ in
            var session = current.session
            let payload: JSONText = [
                "type": .string(type), "content": content.without(["m.relates_to"]), "room_id": .id(room),
            ]
            let index = session.nextIndex
            var body: JSONText = [
                "algorithm": .string(Algorithm.megolm), "ciphertext": .string(try session.encrypt(payload.bytes)),
                "session_id": .string(session.id), "sender_key": .string(keys.identity.publicKey.base64),
                "device_id": .id(device),
            ]
            if let relation = content["m.relates_to"] { body = body.with("m.relates_to", relation) }
            try outbound.update(session, in: room)
            let message = EncryptedMessage(
                body: String(decoding: body.bytes, as: UTF8.self),
                session: SessionID(session.id),
                index: index
            )
            try outbound.setMessage(message, id: id, in: room)
            return body
        }
    }

    /// Returns the encrypted content of a message that was encrypted before and is not confirmed; nil if other devices are to read it
    /// now than could then.
    package func encrypted(
        _ id: MessageID,
        in room: ChatID,
        for readers: Readers,
        onlySigned: Bool = false
    ) throws -> JSONText? {
        guard let users = try acceptedReaders(readers) else { return nil }
        guard let current = try sharedSession(of: users, in: room, onlySigned: onlySigned) else { return nil }
        return try encrypted(id, in: room, with: current)
    }

    /// Returns the session of a room whose key all devices of users have that can get it.
    private func sharedSession(of users: [ContactID], in room: ChatID, onlySigned: Bool) throws -> OutboundSession? {
        let devices = try readingDevices(users, in: room, onlySigned: onlySigned)
        let isDue = try devices.missing.contains { try olmSessions.hasSession(with: $0.peer) }
        return isDue ? nil : devices.session
    }

    private func encrypted(_ id: MessageID, in room: ChatID, with current: OutboundSession) throws -> JSONText? {
        guard let known = try outbound.message(id, in: room), known.session == SessionID(current.session.id),
            current.shared.values.allSatisfy({ $0 <= known.index })
        else { return nil }
        return try JSONText(exactly: JSONDocument(Array(known.body.utf8)).root)
    }

    /// Confirms that the homeserver has a message, or has refused it for good.
    package func confirmMessage(_ id: MessageID, in room: ChatID) throws {
        try write { _ in try outbound.deleteMessage(id, in: room) }
    }
}
