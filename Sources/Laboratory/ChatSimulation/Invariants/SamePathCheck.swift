import ChatStore
import ChatTypes
import SimulationKit

/// A check at a session's end that the history equals one that received the server's whole log in order, in a single
/// update. Compares the exports of both, record by record.
struct SamePathCheck: Sendable {
    let world: SimulatedWorld
    /// Reads the app's history.
    let read: @Sendable (@Sendable (borrowing ChatReader) throws -> [HistoryRecord]) async throws -> [HistoryRecord]

    /// Runs the check.
    ///
    /// - Parameter load: Loads a chat's whole past where the history does not have it yet.
    func run(loading load: (ChatID) async throws -> Void = { _ in }) async {
        do {
            for chat in await world.serverContent() { try await load(chat.header.id) }
            // A contact's key comes with a sync after the page of its messages. The app asks for a lacking key after half a minute.
            if world.matrix?.encryption != nil { try await world.executor.clock.sleep(for: .seconds(120)) }
            // Over Matrix, a message has its position only once it is loaded.
            let server = await world.serverContent()
            let actual = try await read { try Self.records(of: $0) }
            let expected = try Self.straight(server).read { try Self.records(of: $0) }
            world.evidence.check(
                .samePath,
                actual == expected,
                "the history exports \(actual.filter { !expected.contains($0) }), and should \(expected.filter { !actual.contains($0) })"
            )
        } catch {
            world.evidence.check(.samePath, false, "the history cannot be completed: \(error)")
        }
    }

    private static func straight(_ server: [ServerChatContent]) throws -> ChatDatabase {
        let database = try ChatDatabase(.memory)
        try database.write { writer in
            for chat in server {
                let readers =
                    [(Author.me, chat.readByMe), (.contact, chat.readByContact)]
                    + chat.members.map { ($0.member, chat.readByMembers[$0.member]) }
                let receipts = readers.compactMap { reader, message in
                    message.map { ReadReceipt(reader: reader, message: $0) }
                }
                let update = ChatUpdate(
                    chat: chat.header,
                    messages: chat.log,
                    receipts: receipts,
                    memberships: chat.members
                )
                _ = try writer.apply(update, announcing: false)
            }
        }
        return database
    }

    /// Returns the exported records without those that do not come from the server: drafts, mutes, unsent messages,
    /// and the reasons for refused edits.
    private static func records(of reader: borrowing ChatReader) throws -> [HistoryRecord] {
        var records: [HistoryRecord] = []
        try reader.export { record in
            if case .message(let message) = record, message.position == nil { return }
            records.append(record.asServed)
        }
        return records
    }
}

extension HistoryRecord {
    /// The record without what the server does not know.
    fileprivate var asServed: HistoryRecord {
        switch self {
        case .chat(var chat):
            (chat.draft, chat.muted, chat.mentionsOnly, chat.takenBack) = (nil, nil, nil, nil)
            (chat.favourite, chat.markedUnread, chat.unfinished) = (nil, nil, nil)
            // The topic comes with the user's standing: see `HistoryCheck`.
            chat.topic = nil
            // Threads that are read all at once are read otherwise than one by one: see `ThreadCheck`.
            (chat.threads, chat.readAllByMe) = (nil, nil)
            return .chat(chat)
        case .message(var message):
            if message.removed != true { message.failure = nil }
            // They come apart from their messages: see `AnswerCheck`.
            message.reactions = nil
            // Likewise, see `PollCheck`.
            message.poll = nil
            // What is known of the sender's devices may have changed since the message was read.
            message.warning = nil
            return .message(message)
        default: return self
        }
    }
}
