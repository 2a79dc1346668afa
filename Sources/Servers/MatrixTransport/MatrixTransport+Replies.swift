import ChatTypes
import JSONKit

extension MatrixTransport {
    /// Returns the members of a message's content that say which event it answers and whom it mentions: those whom its text names,
    /// and the author of the event.
    func relation(of message: OutgoingMessage) async throws -> [JSONText.Member] {
        let chat = message.chat
        let (answered, typed) = try await ledger.read { tables in
            let room = try tables.rooms.room(chat)
            let typed = try tables.mentions(in: FormattedText(message.text, message.spans), chat)
            let thread = try message.thread.map { root in
                guard let thread = try tables.thread(root, in: chat) else {
                    throw ServiceError.refused(
                        .unknownMessage,
                        text: "The server does not have the message of this thread"
                    )
                }
                return thread
            }
            // None for an event that the homeserver does not have.
            guard let event = try message.repliesTo.flatMap({ try tables.event(of: $0, in: chat) }) else {
                let fallback = thread.map { AnsweredEvent(id: $0.newest, thread: $0.root, isFallback: true) }
                return (fallback, typed)
            }
            let author = try room.flatMap { try tables.events.author(of: event, orElse: ContactID(""), in: $0.key) }?.1
            let known = try room.flatMap { try tables.events.thread(of: event, in: $0.key) }
            return (AnsweredEvent(id: event, author: author, thread: thread?.root ?? known), typed)
        }
        var content: [JSONText.Member] = []
        if let answered {
            content.append(.init(name: "m.relates_to", value: answered.relation))
        }
        let authors = [answered?.author].compactMap(\.self).filter { $0 != account.user && !$0.rawValue.isEmpty }
        let people = authors + typed.people.filter { !authors.contains($0) }
        // Also of nobody: otherwise a member whose name is a word of the text would be notified.
        return content + [Self.mentions(people, isOfRoom: typed.isOfRoom)]
    }

    /// Returns whom an edited text mentions: in `new`, everyone, which the message says from now on; in `added`, those whom neither the
    /// message nor its newest edit mentioned, whom alone this edit notifies (specification 1.7, user and room mentions).
    func mentions(
        in text: FormattedText,
        of original: RoomEvent,
        chat: ChatID
    ) async throws -> (new: [JSONText.Member], added: [JSONText.Member]) {
        let typed = try await ledger.read { try $0.mentions(in: text, chat) }
        let first = original.content?["m.mentions"]
        let former = [first, original.newestEdit?.content?["m.new_content"]?["m.mentions"]].compactMap(\.self)
        func ids(_ mentions: JSONValue?) -> [String] { mentions?["user_ids"]?.elements.compactMap(\.string) ?? [] }
        // The author of an answered message stays mentioned.
        let answered = original.relation?["m.in_reply_to"] == nil ? [] : Set(ids(first)).map { ContactID($0) }
        let notified = Set(former.flatMap(ids))
        let people = answered.sorted { $0.rawValue < $1.rawValue } + typed.people.filter { !answered.contains($0) }
        let isNewOfRoom = typed.isOfRoom && !former.contains { $0["room"]?.bool == true }
        return (
            [Self.mentions(people, isOfRoom: typed.isOfRoom)],
            [Self.mentions(people.filter { !notified.contains($0.rawValue) }, isOfRoom: isNewOfRoom)]
        )
    }

    private static func mentions(_ people: [ContactID], isOfRoom: Bool) -> JSONText.Member {
        let room: [JSONText.Member] = isOfRoom ? [.init(name: "room", value: true)] : []
        let ids = JSONText.array(people.map { .string($0.rawValue) })
        return .init(name: "m.mentions", value: .object([.init(name: "user_ids", value: ids)] + room))
    }
}

/// An event that a message answers.
private struct AnsweredEvent: Sendable {
    let id: MessageID
    var author: ContactID?
    /// The root of the thread that it is in, or that it begins.
    let thread: MessageID?
    /// Whether the message only seems to answer it, for clients that do not know threads.
    var isFallback = false

    /// The relation of the answer, which stays in the thread.
    var relation: JSONText {
        let reply = JSONText.Member(name: "m.in_reply_to", value: ["event_id": .string(id.rawValue)])
        guard let thread else { return .object([reply]) }
        return .object([
            reply, .init(name: "rel_type", value: .string(MessageContent.threadRelation)),
            .init(name: "event_id", value: .string(thread.rawValue)),
            .init(name: "is_falling_back", value: .bool(isFallback)),
        ])
    }
}

extension LedgerTables {
    fileprivate func mentions(in text: FormattedText, _ chat: ChatID) throws -> TypedMentions {
        TypedMentions(in: text.text, text.spans, of: try others(in: chat, try rooms.room(chat)))
    }

    /// Returns the present members of a room except the user, with their names; the peer of a direct room.
    fileprivate func others(in chat: ChatID, _ room: RoomRow?) throws -> [(id: ContactID, name: String)] {
        guard let room else { return [] }
        if !room.isGroup { return try rooms.peer(of: chat).map { [($0, try people.name(of: $0))] } ?? [] }
        return try members.members(of: room.key).filter { $1.isMember && $0 != user }.map { ($0, $1.name) }
    }
}
