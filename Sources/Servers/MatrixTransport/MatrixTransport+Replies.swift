import ChatTypes
import JSONKit

extension MatrixTransport {
    /// Returns the members of a message's content that say which event it answers, and mention that event's author. Empty for a
    /// message that answers none, or one that the homeserver does not have.
    func relation(of message: OutgoingMessage) async throws -> [JSONText.Member] {
        guard let answered = message.repliesTo else { return [] }
        let chat = message.chat
        let found = try await ledger.read { tables -> (event: MessageID, author: ContactID?)? in
            guard let event = try tables.event(of: answered, in: chat) else { return nil }
            let room = try tables.rooms.room(chat)?.key
            let author = try room.flatMap { try tables.events.author(of: event, orElse: ContactID(""), in: $0) }?.1
            return (event, author)
        }
        guard let found else { return [] }
        let relation: JSONText = ["m.in_reply_to": ["event_id": .string(found.event.rawValue)]]
        let others = [found.author].compactMap(\.self).filter { $0 != account.user && !$0.rawValue.isEmpty }
        return [
            .init(name: "m.relates_to", value: relation),
            .init(name: "m.mentions", value: ["user_ids": .array(others.map { .string($0.rawValue) })]),
        ]
    }
}
