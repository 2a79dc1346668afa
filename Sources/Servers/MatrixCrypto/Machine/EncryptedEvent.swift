package import ChatTypes
package import JSONKit
import OlmKit

/// An encrypted event in a room, as the homeserver sent it.
package struct EncryptedEvent: Sendable {
    package let id: MessageID
    package let room: ChatID
    package let sender: ContactID
    package let content: JSONValue
    /// The event that it edits, as the caller reads the relation, which is outside the encryption; nil for none.
    let replaced: MessageID?

    package init(id: MessageID, room: ChatID, sender: ContactID, content: JSONValue, replaced: MessageID? = nil) {
        (self.id, self.room, self.sender, self.content, self.replaced) = (id, room, sender, content, replaced)
    }

    /// The session by the event, of its sender by the homeserver; nil without a usable name.
    var session: SessionOfSender? {
        guard let id: SessionID = content["session_id"]?.identifier(), EncryptionMachine.isUsable(id) else {
            return nil
        }
        return SessionOfSender(room: room, id: id, sender: sender)
    }

    var ciphertext: String? { content["ciphertext"]?.unmasked }

    /// The message, if the session has signed it.
    var verified: Result<VerifiedMegolmMessage, CryptoError> {
        guard let session, let ciphertext else { return .failure(.malformed) }
        do throws(CryptoError) {
            return .success(try VerifiedMegolmMessage(ciphertext, session: session.id.rawValue))
        } catch { return .failure(error) }
    }
}

/// What an event's sender encrypted for its room. Only `EncryptionMachine.decrypt` makes such values.
package struct DecryptedMessage: Sendable {
    package let room: ChatID
    package let sender: ContactID
    package let type: String
    package let content: JSONValue
    /// The device that shared the key; nil if nothing proves one.
    package let device: OlmPeer?
    /// The reason why the sender is not proved now; nil if it is. See `EncryptionMachine.doubts(about:in:)`.
    package let doubt: SenderDoubt?

    init(_ type: String, _ content: JSONValue, of event: EncryptedEvent, by device: OlmPeer?, _ doubt: SenderDoubt?) {
        (room, sender) = (event.room, event.sender)
        (self.type, self.content, self.device, self.doubt) = (type, content, device, doubt)
    }
}

/// The result of decrypting an event.
package enum Decryption: Sendable {
    case readable(DecryptedMessage)
    /// The key to a session has not come, or not from so early on.
    case waiting(session: SessionID, WaitingReason)
    /// It can never be read.
    case unreadable(UnreadableReason)
}

/// The reason why an event waits for its key.
package enum WaitingReason: Hashable, Sendable {
    case noKey
    /// The sender's device does not share the key with this one, for a reason such as `m.unverified`.
    case withheld(code: String)
    /// The key that came reads later messages only.
    case beforeKey
    /// The keys of this device were lost, so none can come.
    case lost

    /// The code of a sender's device that has no Olm session with this one.
    package static let noSession = "m.no_olm"
}

/// The reason why an event can never be read.
package enum UnreadableReason: Hashable, Sendable {
    /// The event is encrypted in a way that is not supported.
    case unknownAlgorithm
    /// The event, or what is inside, does not have the form of one.
    case malformed
    /// The event was changed, or moved from another room, sender or device.
    case notAuthentic
    /// Another event contains the same encrypted message.
    case replayed
}
