import ChatTypes
import JSONKit

extension MatrixTransport {
    /// Returns the members of a message's content that say which event it answers and whom it mentions: those whom its text names,
    /// and the author of the event.
    func relation(of message: OutgoingMessage) async throws -> [JSONText.Member] {
        let chat = message.chat
        let (answered, typed) = try await ledger.read { tables in
            let room = try tables.rooms.room(chat)
            let typed = TypedMentions(in: message.text, message.spans, of: try tables.others(in: chat, room))
            // None for an event that the homeserver does not have.
            guard let event = try message.repliesTo.flatMap({ try tables.event(of: $0, in: chat) }) else {
                return ((event: MessageID, author: ContactID?)?.none, typed)
            }
            let author = try room.flatMap { try tables.events.author(of: event, orElse: ContactID(""), in: $0.key) }?.1
            return ((event, author), typed)
        }
        var content: [JSONText.Member] = []
        if let answered {
            content.append(
                .init(name: "m.relates_to", value: ["m.in_reply_to": ["event_id": .string(answered.event.rawValue)]])
            )
        }
        let authors = [answered?.author].compactMap { $0 ?? nil }.filter { $0 != account.user && !$0.rawValue.isEmpty }
        let people = authors + typed.people.filter { !authors.contains($0) }
        if answered != nil || !people.isEmpty || typed.isOfRoom {
            let room: [JSONText.Member] = typed.isOfRoom ? [.init(name: "room", value: true)] : []
            let ids = JSONText.array(people.map { .string($0.rawValue) })
            content.append(.init(name: "m.mentions", value: .object([.init(name: "user_ids", value: ids)] + room)))
        }
        return content
    }
}

extension LedgerTables {
    /// Returns the present members of a room except the user, with their names; the peer of a direct room.
    fileprivate func others(in chat: ChatID, _ room: RoomRow?) throws -> [(id: ContactID, name: String)] {
        guard let room else { return [] }
        if !room.isGroup { return try rooms.peer(of: chat).map { [($0, try people.name(of: $0))] } ?? [] }
        return try members.members(of: room.key).filter { $1.isMember && $0 != user }.map { ($0, $1.name) }
    }
}
