import ChatTypes
import JSONKit
import MatrixTransport
import Transport

/// The reactions and the votes in a chat as Matrix events. A reaction that was removed has no content, as after a redaction.
struct AnnotationEvents {
    /// Everything that set or removed a reaction in the chat or voted there, in order.
    let log: [Annotation]
    let messages: [Message]

    /// Returns the event that set a reaction, the redaction that removed it, or the event of a vote; nil for what is no event of its own.
    func event(for annotation: Annotation, in chat: ChatHeader) -> JSONText? {
        switch annotation.kind {
        case .reaction(let text, let isSet): event(for: annotation, text, isSet: isSet, in: chat)
        case .vote(let answers):
            [
                "type": .string(MatrixEvents.voteType), "event_id": .string(Self.id(of: annotation)),
                "sender": sender(of: annotation, in: chat), "origin_server_ts": Self.time(of: annotation),
                "content": MatrixEvents.content(ofVoteFor: answers, in: target(of: annotation)),
            ]
        case .edit, .deletion, .pollEnd: nil
        }
    }

    private func event(for annotation: Annotation, _ text: String, isSet: Bool, in chat: ChatHeader) -> JSONText {
        let same = log.filter { $0.message == annotation.message && $0.author == annotation.author }
            .filter { $0.kind.reaction?.utf8.elementsEqual(text.utf8) == true }
        let (sender, time) = (sender(of: annotation, in: chat), Self.time(of: annotation))
        guard isSet else {
            let set = same.last { $0.number < annotation.number } ?? annotation
            return [
                "type": "m.room.redaction", "event_id": .string("$unset-\(Self.id(of: set))"), "content": [:],
                "redacts": .string(Self.id(of: set)), "sender": sender, "origin_server_ts": time,
            ]
        }
        let isRemoved = same.contains { $0.number > annotation.number }
        let relation: JSONText = [
            "rel_type": "m.annotation", "event_id": .string(target(of: annotation)), "key": .string(text),
        ]
        return [
            "type": "m.reaction", "event_id": .string(Self.id(of: annotation)), "sender": sender,
            "content": isRemoved ? [:] : ["m.relates_to": relation], "origin_server_ts": time,
        ]
    }

    private func sender(of annotation: Annotation, in chat: ChatHeader) -> JSONText {
        .string(annotation.author == .me ? MatrixEvents.me : chat.contact.user.rawValue)
    }

    private static func time(of annotation: Annotation) -> JSONText {
        .integer(MatrixEvents.time(of: annotation.number))
    }

    private func target(of annotation: Annotation) -> String {
        messages.last { $0.id == annotation.message }.map(MatrixEvents.id(of:)) ?? annotation.message.rawValue
    }

    /// Returns what set a reaction or voted, by its event's ID.
    func made(by event: String) -> Annotation? {
        // IDs that look alike are different.
        log.first { annotation in
            if case .reaction(_, false) = annotation.kind { return false }
            return Self.id(of: annotation).utf8.elementsEqual(event.utf8)
        }
    }

    /// Returns the events of all reactions to a message that are set, as a homeserver lists them.
    func relations(to message: MessageID, in chat: ChatHeader) -> JSONText {
        let set = log.filter { annotation in
            guard annotation.message == message, case .reaction(_, true) = annotation.kind else { return false }
            return true
        }
        return ["chunk": .array(set.reversed().compactMap { event(for: $0, in: chat) })]
    }

    static func isReaction(_ event: String) -> Bool { event.hasPrefix(prefix) }

    static func id(of annotation: Annotation) -> String {
        let kind = annotation.kind.reaction == nil ? "$vote-" : prefix
        return "\(kind)\(annotation.number)-\(annotation.author == .me ? "me" : "them")-\(annotation.message)"
    }

    private static let prefix = "$react-"
}
