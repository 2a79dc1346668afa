import ChatTypes
import Foundation
import JSONKit
import RuntimeKit
import Transport

extension MatrixTransport {
    /// Sets the user's reaction to a message by an event, or removes it by deleting all such events.
    func react(_ annotation: OutgoingAnnotation, _ text: String, isSet: Bool) async throws -> Annotation {
        let target = try await event(of: annotation.message, in: annotation.chat)
        let known: Annotation?
        if isSet {
            let set = try await set(text, on: target, as: annotation.id, in: annotation.chat)
            known = try await ledger.write { try $0.apply(reaction: set, in: annotation.chat) }
        } else {
            known = try await remove(text, from: target, in: annotation.chat)
        }
        if let known, known.message == annotation.message, known.kind == annotation.kind { return known }
        // The message has no position yet, or another device was faster: sync reports the state.
        let number = Int64(environment.now().timeIntervalSince1970 * 1000) << 20
        return Annotation(author: .me, message: annotation.message, kind: annotation.kind, number: max(1, number))
    }

    private func set(_ text: String, on target: MessageID, as id: MessageID, in chat: ChatID) async throws -> RoomEvent
    {
        let relation: JSONText = [
            "rel_type": "m.annotation", "event_id": .string(target.rawValue), "key": .string(ReactionKey.of(text)),
        ]
        let path = ["v3", "rooms", chat.rawValue, "send", RoomEvent.reactionType, id.rawValue]
        var event: MessageID?
        try await asMember(of: chat) {
            do {
                event = try await api.put(path, ["m.relates_to": relation])["event_id"]?.string.map(MessageID.init(_:))
            } catch ServiceError.refused(.duplicateAnnotation, _) {
                // Another device has set it, or an attempt that the homeserver has forgotten.
                event = try await afterArrival { try await own(text, to: target, in: chat).last }
            }
        }
        guard let event, event.rawValue.isUsableID else { throw ServiceError.responseLost }
        // The number depends on the homeserver's time.
        return try await afterArrival { [event] in try await self.event(event, in: chat) }
    }

    /// Makes a request that follows one which the homeserver has carried out, so that the change may have arrived even if this does not.
    private func afterArrival<Answer>(_ request: () async throws -> Answer) async throws -> Answer {
        do { return try await request() } catch ServiceError.unreachable { throw ServiceError.responseLost }
    }

    private func remove(_ text: String, from target: MessageID, in chat: ChatID) async throws -> Annotation? {
        var events = try await ledger.read { tables in
            try tables.rooms.room(chat).map { try tables.reactions.own(text, to: target, room: $0.key) } ?? []
        }
        // The response to an earlier request may be lost.
        if events.isEmpty { events = try await own(text, to: target, in: chat) }
        for event in events {
            try await asMember(of: chat) {
                let path = ["v3", "rooms", chat.rawValue, "redact", event.rawValue, "unreact-\(event)"]
                try await api.put(path, [:])
            }
        }
        return try await ledger.write { [events] in try $0.delete(reactions: events, in: chat) }
    }

    /// Returns the user's own events that react to an event with a text, among the newest thousand of all.
    private func own(_ text: String, to target: MessageID, in chat: ChatID) async throws -> [MessageID] {
        let path = ["v1", "rooms", chat.rawValue, "relations", target.rawValue, "m.annotation", RoomEvent.reactionType]
        let relations = try await api.find(path, query: [(name: "limit", value: "1000")])
        return RoomEvent.list(relations?["chunk"]).filter { event in
            event.sender == account.user && event.reaction?.event == target
                && event.reaction?.text.hasBytes(of: text) == true
        }.map(\.id)
    }
}

extension RefusalCode {
    /// The user has reacted to the message with that text already.
    static let duplicateAnnotation = Self(rawValue: "M_DUPLICATE_ANNOTATION")
}

extension LedgerTables {
    /// Stores a reaction of the user's that the homeserver has accepted; returns nil if its message has no position.
    fileprivate func apply(reaction: RoomEvent, in chat: ChatID) throws -> Annotation? {
        guard let room = try rooms.room(chat)?.key else { return nil }
        return try reactions.apply([reaction], room: room, isGroup: try rooms.isGroup(room)).first
    }

    /// Deletes reactions of the user's; returns the state of the last one.
    fileprivate func delete(reactions events: [MessageID], in chat: ChatID) throws -> Annotation? {
        guard let room = try rooms.room(chat)?.key else { return nil }
        let isGroup = try rooms.isGroup(room)
        var state: Annotation?
        for event in events {
            state = try reactions.delete(event, number: 0, room: room, isGroup: isGroup) ?? state
        }
        return state
    }
}
