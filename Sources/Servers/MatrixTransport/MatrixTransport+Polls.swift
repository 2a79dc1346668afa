import ChatTypes
import JSONKit
import Transport

extension MatrixTransport {
    /// Votes in a poll by an event under the annotation's id, so the homeserver accepts it once.
    func vote(_ annotation: OutgoingAnnotation, _ answers: [String]) async throws -> Annotation {
        let isEncrypted = try await isEncrypted(annotation.chat)
        let poll = try await event(of: annotation.message, in: annotation.chat)
        let content: JSONText = [
            "m.relates_to": Self.reference(to: poll),
            "org.matrix.msc3381.poll.response": ["answers": .array(answers.map { .string($0) })],
        ]
        let event = try await post(content, RoomEvent.unstableVoteType, for: annotation, isEncrypted: isEncrypted)
        let counted = try await ledger.write { tables in
            try tables.own(answers, by: event, in: poll, isEncrypted: isEncrypted, chat: annotation.chat)
        }
        return Annotation(
            author: .me,
            message: annotation.message,
            kind: .vote(answers: counted.answers),
            number: counted.number
        )
    }

    /// Ends a poll. Sync brings the end's line, and which votes count.
    func endPoll(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        let isEncrypted = try await isEncrypted(annotation.chat)
        let poll = try await event(of: annotation.message, in: annotation.chat)
        let content: JSONText = [
            "m.relates_to": Self.reference(to: poll), "org.matrix.msc3381.poll.end": [:],
            "org.matrix.msc1767.text": "The poll has ended", "body": "The poll has ended",
        ]
        _ = try await post(content, RoomEvent.unstablePollEndType, for: annotation, isEncrypted: isEncrypted)
        return Annotation(author: .me, message: annotation.message, kind: .pollEnd)
    }

    private static func reference(to event: MessageID) -> JSONText {
        ["rel_type": "m.reference", "event_id": .string(event.rawValue)]
    }

    /// Sends an event that refers to another, and returns it as the homeserver has it: its time decides which vote counts.
    private func post(
        _ content: JSONText,
        _ type: String,
        for annotation: OutgoingAnnotation,
        isEncrypted: Bool
    ) async throws -> RoomEvent {
        let response = try await post(
            content,
            type: type,
            as: annotation.id,
            to: annotation.chat,
            isEncrypted: isEncrypted
        )
        guard let id = response["event_id"]?.string, id.isUsableID else { throw ServiceError.responseLost }
        return try await event(MessageID(id), in: annotation.chat)
    }
}
