import ChatTypes
import JSONKit
import MatrixCrypto

/// The content of an event that counts, and who can have written it.
enum EventReading: Sendable {
    /// The content as it came: the homeserver, or anybody on the way, can have written it.
    case clear
    /// The content that a device encrypted for the room.
    case proved(ProvedContent)
    /// The key to a session may still come.
    case waiting(session: SessionID, WaitingReason)
    /// The content is not shown.
    case refused(UnreadableReason)

    /// The reading of an event that was decrypted.
    ///
    /// A deletion or a change of the room's state must be checked by the homeserver, which cannot see it inside, and a message without
    /// content says nothing: all three are refused.
    init(_ decryption: Decryption) {
        switch decryption {
        case .readable(let message):
            let isAllowed = !message.type.hasPrefix("m.room.") || message.type == "m.room.message"
            let isEmpty = message.content.isEmptyObject && RoomEvent.shownTypes.contains(message.type)
            self = isAllowed && !isEmpty ? .proved(ProvedContent(message)) : .refused(.malformed)
        case .waiting(let session, let reason): self = .waiting(session: session, reason)
        case .unreadable(let reason): self = .refused(reason)
        }
    }

    /// The text in the place of content that is not shown; nil for content that is.
    var placeholder: String? {
        let text: String
        switch self {
        case .clear, .proved: return nil
        case .waiting(_, .noKey): text = "waiting for its key"
        case .waiting(_, .beforeKey): text = "sent before this device could read the chat"
        case .waiting(_, .withheld("m.unverified")): text = "its sender shares no keys with unverified devices"
        case .waiting(_, .withheld(WaitingReason.noSession)):
            text = "its sender's device has not reached this one yet"
        case .waiting(_, .withheld("m.blacklisted")): text = "its sender has blocked this device"
        case .waiting(_, .withheld): text = "its sender has not shared the key with this device"
        case .waiting(_, .lost): text = "this device has lost its keys; log in with a new profile"
        case .refused(.unknownAlgorithm): text = "this kind of encryption is not supported"
        case .refused(.malformed): text = "its content is damaged"
        case .refused(.notAuthentic): text = "its content was tampered with and is not shown"
        case .refused(.replayed): text = "it repeats an earlier one and is not shown"
        }
        return "Encrypted message: \(text)"
    }
}

/// Content that was decrypted, with the type that its sender gave it.
struct ProvedContent: Sendable {
    let type: String
    let content: JSONValue
    /// The reason why nothing proves that the event's sender encrypted it; nil if the sender's device is known to have.
    let doubt: SenderWarning?

    /// What the machine has decrypted.
    init(_ message: DecryptedMessage) {
        self.init(type: message.type, content: message.content, doubt: message.doubt.map(SenderWarning.init))
    }

    /// What the ledger has kept of such a message.
    init(type: String, content: JSONValue, doubt: SenderWarning?) {
        (self.type, self.content, self.doubt) = (type, content, doubt)
    }
}

extension RoomEvent {
    /// Whether it has encrypted content that was not read yet, or that waits for its key. Encrypted state does not exist.
    var isEncrypted: Bool {
        switch reading {
        case .clear, .waiting: type == Self.encryptedType && stateKey == nil && !isDeleted && id.rawValue.isUsableID
        case .proved, .refused: false
        }
    }

    /// The content with the relation that counts, which stands outside the encryption.
    var relatedContent: JSONValue? {
        guard isProved else { return content }
        guard let plain = content.flatMap({ JSONText(exactly: $0) })?.without(["m.relates_to"]) else { return nil }
        let whole = relation.flatMap { JSONText(exactly: $0) }.map { plain.with("m.relates_to", $0) } ?? plain
        return try? JSONDocument(whole.bytes).root
    }

    /// Whether a device encrypted its content.
    var isProved: Bool {
        if case .proved = reading { true } else { false }
    }

    /// Whether the homeserver could have made its content: it came in the clear, from a device that its sender's list does not have, or
    /// under an identity that the user has not accepted. False for a listed device that is not signed: many people sign none.
    var isForgeable: Bool {
        guard case .proved(let proved) = reading else { return true }
        return proved.doubt == .unknownDevice || proved.doubt == .changedIdentity
    }

    /// Whether its content may become readable later.
    var isWaiting: Bool {
        if case .waiting = reading { true } else { false }
    }

    /// The session whose key may still come; nil for an event that waits for none.
    var awaitedSession: SessionID? {
        if case .waiting(let session, _) = reading { session } else { nil }
    }

    /// The reason why nothing proves who wrote the content, in a room that is encrypted; nil if something does, and for content that is
    /// not shown.
    var doubt: SenderWarning? {
        switch reading {
        case .clear: type == Self.encryptedType || isDeleted ? nil : .unencrypted
        case .proved(let proved): proved.doubt
        case .waiting, .refused: nil
        }
    }
}
