import ChatTypes
import Foundation
import JSONKit
import RuntimeKit
import Transport

extension MatrixTransport {
    /// Sets the user's reaction to a message by an event, or removes it by deleting all such events.
    ///
    /// The number of the answer is the ledger's, so that the next change has a higher one, also if the clock here is ahead.
    func react(_ annotation: OutgoingAnnotation, _ text: String, isSet: Bool) async throws -> Annotation {
        let target = try await event(of: annotation.message, in: annotation.chat)
        if isSet {
            if let set = try await set(text, on: target, as: annotation.id, in: annotation.chat) {
                try await ledger.write { try $0.apply(reactions: [set], in: annotation.chat) }
            }
        } else {
            try await remove(text, from: target, in: annotation.chat)
        }
        let now = Int64(environment.now().timeIntervalSince1970 * 1000) << 20
        // Another device may have been faster: then this is its state.
        let state = try await ledger.write { tables in
            try tables.own(text, isSet: isSet, to: target, as: annotation.id, at: max(1, now), in: annotation.chat)
        }
        return Annotation(
            author: .me,
            message: annotation.message,
            kind: .reaction(text: text, isSet: state.isSet),
            number: state.number
        )
    }

    /// Sets a reaction; returns its event, or nil if the homeserver has it already and its event is not found.
    private func set(_ text: String, on target: MessageID, as id: MessageID, in chat: ChatID) async throws -> RoomEvent?
    {
        let relation: JSONText = [
            "rel_type": "m.annotation", "event_id": .string(target.rawValue), "key": .string(ReactionKey.of(text)),
        ]
        let path = ["v3", "rooms", chat.rawValue, "send", RoomEvent.reactionType, id.rawValue]
        let event = try await asMember(of: chat) {
            do {
                let answer = try await api.put(path, ["m.relates_to": relation])
                guard let id = answer["event_id"]?.string else { throw ServiceError.responseLost }
                return MessageID(id) as MessageID?
            } catch ServiceError.refused(.duplicateAnnotation, _) {
                // Another device has set it, or an attempt that the homeserver has forgotten.
                return try await afterArrival { try await own(text, to: target, in: chat).last?.id }
            }
        }
        // Among thousands of reactions it may not be found; asking again would hold up the texts behind it for ever.
        guard let event else { return nil }
        guard event.rawValue.isUsableID else { throw ServiceError.responseLost }
        // The number depends on the homeserver's time.
        return try await afterArrival { [event] in try await self.event(event, in: chat) }
    }

    /// Makes a request that follows one which the homeserver has carried out, so that the change may have arrived even if this does not.
    private func afterArrival<Answer>(_ request: () async throws -> Answer) async throws -> Answer {
        do { return try await request() } catch ServiceError.unreachable { throw ServiceError.responseLost }
    }

    private func remove(_ text: String, from target: MessageID, in chat: ChatID) async throws {
        var events = try await ledger.read { tables in
            try tables.rooms.room(chat).map { try tables.reactions.own(text, to: target, room: $0.key) } ?? []
        }
        if events.isEmpty {
            // The response to an earlier request may be lost. The ledger learns of the reaction before it is removed.
            let unknown = try await own(text, to: target, in: chat)
            try await ledger.write { try $0.apply(reactions: unknown, in: chat) }
            events = unknown.map(\.id)
        }
        for event in events {
            try await asMember(of: chat) {
                let path = ["v3", "rooms", chat.rawValue, "redact", event.rawValue, "unreact-\(event)"]
                try await api.put(path, [:])
            }
        }
        try await ledger.write { [events] in try $0.delete(reactions: events, in: chat) }
    }

    /// Returns the user's own events that react to an event with a text, among the newest thousand of all.
    private func own(_ text: String, to target: MessageID, in chat: ChatID) async throws -> [RoomEvent] {
        let path = ["v1", "rooms", chat.rawValue, "relations", target.rawValue, "m.annotation", RoomEvent.reactionType]
        guard let relations = try await api.find(path, query: [(name: "limit", value: "1000")]) else { return [] }
        guard relations["chunk"]?.isArray == true else { throw ServiceError.responseLost }
        return RoomEvent.list(relations["chunk"]).filter { event in
            event.sender == account.user && event.reaction?.event == target
                && event.reaction?.text.hasBytes(of: text) == true
        }
    }
}

extension RefusalCode {
    /// The user has reacted to the message with that text already.
    static let duplicateAnnotation = Self(rawValue: "M_DUPLICATE_ANNOTATION")
}

extension LedgerTables {
    /// Stores reactions of the user's that the homeserver has.
    fileprivate func apply(reactions events: [RoomEvent], in chat: ChatID) throws {
        guard let room = try rooms.room(chat)?.key else { return }
        _ = try reactions.apply(events, room: room, isGroup: try rooms.isGroup(room))
    }

    /// Deletes reactions of the user's.
    fileprivate func delete(reactions events: [MessageID], in chat: ChatID) throws {
        guard let room = try rooms.room(chat)?.key else { return }
        let isGroup = try rooms.isGroup(room)
        for event in events { _ = try reactions.delete(event, number: 0, room: room, isGroup: isGroup) }
    }

    /// Returns the state of the user's reaction; notes the change as a removal if no event of it is known.
    fileprivate func own(
        _ text: String,
        isSet: Bool,
        to event: MessageID,
        as id: MessageID,
        at number: Int64,
        in chat: ChatID
    ) throws -> (isSet: Bool, number: Int64) {
        guard let room = try rooms.room(chat)?.key else { return (isSet, number) }
        let state = try reactions.ownState(of: text, to: event, room: room)
        if state.number > 0 { return state }
        if !isSet { try reactions.noteOwnRemoval(of: text, from: event, as: id, number: number, room: room) }
        return (isSet, number)
    }
}
