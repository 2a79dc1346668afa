package import JSONKit
import OlmKit

/// Encrypting messages for rooms.
extension EncryptionMachine {
    /// Returns the content of an encrypted event, under the id of its message: the same bytes at every attempt.
    ///
    /// The ratchet's new state and the ciphertext are committed together before this returns, so no index encrypts two messages.
    /// A relation stays outside the encryption, where the homeserver can follow it. Returns nil unless `share` has begun a session.
    package func encrypt(_ content: JSONText, type: String, id: String, in room: String) throws -> JSONText? {
        if let known = try encrypted(id, in: room) { return known }
        return try writeRatchet { _ in
            guard var session = try outbound.session(of: room)?.session else { return nil }
            let payload: JSONText = [
                "type": .string(type), "content": content.without(["m.relates_to"]), "room_id": .string(room),
            ]
            var body: JSONText = [
                "algorithm": .string(Algorithm.megolm), "ciphertext": .string(try session.encrypt(payload.bytes)),
                "session_id": .string(session.id), "sender_key": .string(keys.identity.publicKey.base64),
                "device_id": .string(keys.device),
            ]
            if let relation = content["m.relates_to"] { body = body.with("m.relates_to", relation) }
            try outbound.update(session, in: room)
            try outbound.insertMessage(body, id: id, in: room)
            return body
        }
    }

    /// Returns the encrypted content of a message that was encrypted before and is not confirmed.
    package func encrypted(_ id: String, in room: String) throws -> JSONText? {
        try outbound.message(id, in: room).flatMap { try JSONText(exactly: JSONDocument(Array($0.utf8)).root) }
    }

    /// Confirms that the homeserver has a message, or has refused it for good.
    package func settleMessage(_ id: String, in room: String) throws {
        try write { _ in try outbound.deleteMessage(id, in: room) }
    }
}
