import ChatTypes
import JSONKit
import MatrixTransport
import Transport

/// The reactions in a chat as Matrix events: one that was removed has no content, as after a redaction.
struct ReactionEvents {
    /// Everything that set or removed a reaction in the chat, in order.
    let log: [Annotation]
    let messages: [Message]

    /// Returns the event that set a reaction, or the redaction that removed it.
    func event(for annotation: Annotation, in chat: ChatHeader) -> JSONText {
        guard case .reaction(let text, let isSet) = annotation.kind else { return [:] }
        let same = log.filter { $0.message == annotation.message && $0.author == annotation.author }
            .filter { $0.kind.reaction?.utf8.elementsEqual(text.utf8) == true }
        let sender = JSONText.string(annotation.author == .me ? MatrixEvents.me : chat.contact.user.rawValue)
        let time = JSONText.integer(MatrixEvents.time(of: annotation.number))
        guard isSet else {
            let set = same.last { $0.number < annotation.number } ?? annotation
            return [
                "type": "m.room.redaction", "event_id": .string("$unset-\(Self.id(of: set))"), "content": [:],
                "redacts": .string(Self.id(of: set)), "sender": sender, "origin_server_ts": time,
            ]
        }
        let isRemoved = same.contains { $0.number > annotation.number }
        let target = messages.last { $0.id == annotation.message }.map(MatrixEvents.id(of:))
        let relation: JSONText = [
            "rel_type": "m.annotation", "event_id": .string(target ?? annotation.message.rawValue),
            "key": .string(text),
        ]
        return [
            "type": "m.reaction", "event_id": .string(Self.id(of: annotation)), "sender": sender,
            "content": isRemoved ? [:] : ["m.relates_to": relation], "origin_server_ts": time,
        ]
    }

    /// Returns what set a reaction, by its event's ID.
    func set(by event: String) -> Annotation? {
        // IDs that look alike are different.
        log.first { annotation in
            guard case .reaction(_, true) = annotation.kind else { return false }
            return Self.id(of: annotation).utf8.elementsEqual(event.utf8)
        }
    }

    /// Returns the events of all reactions to a message that are set, as a homeserver lists them.
    func relations(to message: MessageID, in chat: ChatHeader) -> JSONText {
        let set = log.filter { annotation in
            guard annotation.message == message, case .reaction(_, true) = annotation.kind else { return false }
            return true
        }
        return ["chunk": .array(set.reversed().map { event(for: $0, in: chat) })]
    }

    static func isReaction(_ event: String) -> Bool { event.hasPrefix(prefix) }

    static func id(of annotation: Annotation) -> String {
        "\(prefix)\(annotation.number)-\(annotation.author == .me ? "me" : "them")-\(annotation.message)"
    }

    private static let prefix = "$react-"
}
