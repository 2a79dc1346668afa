import ChatTypes
import JSONKit
import MatrixCrypto

/// The reason why the content of an encrypted event is not shown.
enum EncryptionObstacle: Hashable, Sendable {
    /// The key to a session may still come.
    case waiting(session: SessionID, WaitingReason)
    /// It can never be read.
    case unreadable(UnreadableReason)

    /// The text in the message's place.
    var text: String {
        let text =
            switch self {
            case .waiting(_, .noKey): "waiting for its key"
            case .waiting(_, .beforeKey): "sent before this device could read the chat"
            case .waiting(_, .withheld("m.unverified")): "its sender shares no keys with unverified devices"
            case .waiting(_, .withheld(WaitingReason.noSession)): "its sender's device has not reached this one yet"
            case .waiting(_, .withheld("m.blacklisted")): "its sender has blocked this device"
            case .waiting(_, .withheld): "its sender has not shared the key with this device"
            case .waiting(_, .lost): "this device has lost its keys; log in with a new profile"
            case .unreadable(.unknownAlgorithm): "this kind of encryption is not supported"
            case .unreadable(.malformed): "its content is damaged"
            case .unreadable(.notAuthentic): "its content was tampered with and is not shown"
            case .unreadable(.replayed): "it repeats an earlier one and is not shown"
            }
        return "Encrypted message: \(text)"
    }
}

extension RoomEvent {
    /// Whether it has encrypted content. Encrypted state does not exist.
    var isEncrypted: Bool { type == Self.encryptedType && stateKey == nil && !isDeleted && id.rawValue.isUsableID }

    /// Whether it is a message that anybody between its sender and this device could read or write.
    var isClearMessage: Bool { isMessage && !isEncrypted && !isDecrypted && !isDeleted }

    /// Whether its content may become readable later.
    var isWaiting: Bool {
        if case .waiting = obstacle { true } else { false }
    }

    /// Returns the event with the result of decrypting it.
    func with(_ result: Decryption?) -> RoomEvent {
        var event = self
        switch result {
        case nil: break
        case .readable(let message):
            if let decrypted = decrypted(type: message.type, content: message.content) { return decrypted }
            event.obstacle = .unreadable(.malformed)
        case .waiting(let session, let reason): event.obstacle = .waiting(session: session, reason)
        case .unreadable(let reason): event.obstacle = .unreadable(reason)
        }
        return event
    }

    /// Returns the event with the type and content that its sender encrypted; nil for a type that may not be encrypted.
    ///
    /// A deletion or a change of the room's state must be checked by the homeserver, which cannot see it inside. A relation
    /// counts outside only, where the homeserver can follow it: the event's place depends on it before it can be decrypted.
    private func decrypted(type: String, content: JSONValue) -> RoomEvent? {
        guard !type.hasPrefix("m.room.") || type == "m.room.message" else { return nil }
        let relation =
            self.content?["m.relates_to"].flatMap { $0.isObject ? Array($0.rawBytes) : nil } ?? Array("null".utf8)
        guard let content = try? content.overridden(by: [("m.relates_to", relation)]) else { return nil }
        let members = [("type", JSONText.string(type).bytes), ("content", Array(content.rawBytes))]
        var event = (try? source.overridden(by: members)).flatMap(RoomEvent.init)
        event?.isDecrypted = true
        event?.replacement = replacement
        return event
    }

    /// Returns the event with a text that says why it cannot be read, if that is final.
    var settled: RoomEvent {
        guard case .unreadable = obstacle, let text = obstacle?.text else { return self }
        let content: JSONText = ["msgtype": "m.notice", "body": .string(text)]
        guard let json = try? JSONDocument(content.bytes).root else { return self }
        return decrypted(type: "m.room.message", content: json) ?? self
    }
}
