import ChatTypes
import JSONKit
import MatrixCrypto

/// Reading events: the one way from what came over the wire to content that counts.
extension MatrixEncryption {
    /// Returns events of a room with what is proved of their content, in their order, and so the edits that came with them.
    ///
    /// A result belongs to the event at its place, whatever ids the homeserver chose. Leaves out content in the clear that stands for
    /// encrypted content: under the id of an encrypted message, or as an edit of one. The homeserver could have made it.
    func read(_ events: [RoomEvent], in room: ChatID) async throws -> [RoomEvent] {
        var events = try await withoutForgeries(events, in: room)
        let places = events.indices.filter { events[$0].isEncrypted }
        let editPlaces = events.indices.filter { events[$0].newestEdit?.isEncrypted == true }
        let encrypted = places.map { events[$0] } + editPlaces.compactMap { events[$0].newestEdit }
        guard !encrypted.isEmpty else { return events }
        var readings = try await readings(of: encrypted, in: room)[...]
        for place in places { events[place].reading = readings.popFirst() ?? .clear }
        for place in editPlaces { events[place].newestEdit?.reading = readings.popFirst() ?? .clear }
        return events
    }

    /// Returns what is proved of events.
    ///
    /// A vote, or the end of a poll, counts or not as it is read. So the devices of a sender whose list may be old are requested once
    /// before one counts as made by the homeserver.
    private func readings(of events: [RoomEvent], in room: ChatID) async throws -> [EventReading] {
        let readings = try await decrypt(events, in: room)
        let senders = zip(events, readings).compactMap { event, reading -> ContactID? in
            var event = event
            event.reading = reading
            return event.isProved && event.isForgeable && event.isAboutPoll ? event.sender : nil
        }
        guard !senders.isEmpty else { return readings }
        let asked = unanswered.without(senders)
        guard await machine.hasOutdatedLists(of: asked) else { return readings }
        let isAnswered = try? await sendQuery(of: Set(asked))
        // A sync that is over must not decide with the old list: its events come again.
        try Task.checkCancellation()
        return isAnswered == true ? try await decrypt(events, in: room) : readings
    }

    private func decrypt(_ events: [RoomEvent], in room: ChatID) async throws -> [EventReading] {
        try await machine.decrypt(
            events.map { event in
                EncryptedEvent(
                    id: event.id,
                    room: room,
                    sender: event.sender,
                    content: event.content ?? event.source,
                    replaced: event.replaced
                )
            }
        ).map { EventReading($0) }
    }

    /// Leaves out events and edits in the clear that stand for encrypted content. What is not known to be in the clear counts as encrypted.
    private func withoutForgeries(_ events: [RoomEvent], in room: ChatID) async throws -> [RoomEvent] {
        guard try await ledger.read({ try $0.rooms.isEncrypted(room) }) || events.contains(where: \.isEncrypted) else {
            return events
        }
        var encrypted = Set(events.filter(\.isEncrypted).map(\.id))
        let clear = events.filter { !$0.isEncrypted && $0.stateKey == nil && !$0.isDeleted }
        let named = clear.map(\.id) + clear.compactMap(\.replaced)
        encrypted.formUnion(try await machine.decrypted(among: named, in: room))
        encrypted.formUnion(
            try await ledger.read {
                try $0.sealed(among: clear.map(\.id), edited: clear.compactMap(\.replaced), in: room)
            }
        )
        return events.compactMap { event in
            var event = event
            if event.isEncrypted {
                if let edit = event.newestEdit, !edit.isEncrypted, !edit.isProved { event.newestEdit = nil }
                return event
            }
            guard event.stateKey == nil, !event.isDeleted else { return event }
            return encrypted.contains(event.id) || event.replaced.map(encrypted.contains) == true ? nil : event
        }
    }
}
