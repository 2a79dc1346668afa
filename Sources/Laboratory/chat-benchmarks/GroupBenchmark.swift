import Chat
import ChatList
import ChatStore
import ChatTypes
import Foundation

/// The cost of an event in a large group with a long history, and in a chat with many reactions, compared with a chat of two with an
/// equally long one.
enum GroupBenchmark {
    static let memberCount = 1000
    static let eventCount = 300
    /// Of so many messages, one has a reaction.
    static let reactionStep = 10

    static func run(in place: borrowing Workplace, messageCount: Int = 100_000) async throws -> [Figure] {
        let two = try await measure(Conversation(), messageCount, place.file("two.sqlite"))
        let group = try await measure(Conversation(memberCount: memberCount), messageCount, place.file("group.sqlite"))
        let reacting = Conversation(reactionStep: reactionStep)
        let reactions = try await measure(reacting, messageCount, place.file("reactions.sqlite"))
        let withReactions = "with reactions to \(messageCount / reactionStep) messages"
        let size = "1 x \(messageCount)"
        return [
            Figure("one event, chat open, between two", size, unit: "µs", ours: two.microseconds),
            Figure(
                "one event, chat open, in a group of \(memberCount)",
                size,
                unit: "µs",
                ours: group.microseconds,
                ratio: group.microseconds / two.microseconds
            ),
            Figure(
                "one event, chat open, \(withReactions)",
                size,
                unit: "µs",
                ours: reactions.microseconds,
                ratio: reactions.microseconds / two.microseconds
            ),
            Figure("statements per event, between two", size, unit: "", ours: two.statements),
            Figure("statements per event, in a group of \(memberCount)", size, unit: "", ours: group.statements),
            Figure("statements per event, \(withReactions)", size, unit: "", ours: reactions.statements),
        ]
    }

    /// Returns the median time and mean number of statements for a message with its author's receipt, from the wire
    /// to the screen.
    private static func measure(
        _ conversation: Conversation,
        _ messageCount: Int,
        _ history: URL
    ) async throws -> (microseconds: Double, statements: Double) {
        try conversation.makeHistory(of: messageCount, at: history)
        return try await RunningApp(history: history).run { app in
            await app.untilList { !$0.rows.isEmpty }
            await app.open(conversation.header.id)
            let before = await app.statementCount
            var times: [Double] = []
            for number in messageCount..<messageCount + eventCount {
                let message = conversation.message(number)
                let receipt = ReadReceipt(reader: message.author, message: message.id)
                let update = ChatUpdate(chat: conversation.header, messages: [message], receipts: [receipt])
                times.append(
                    await seconds {
                        app.server.push([update])
                        await app.untilChat { $0.rows.last?.id == message.id }
                    }
                )
            }
            let statements = Double(await app.statementCount - before) / Double(eventCount)
            return (median(times) * 1_000_000, statements)
        }
    }
}

/// A chat of two, or a group whose members write in turn.
private struct Conversation: Sendable {
    let memberCount: Int?
    let reactionStep: Int?
    private let scale = Scale(chatCount: 1)

    init(memberCount: Int? = nil, reactionStep: Int? = nil) {
        (self.memberCount, self.reactionStep) = (memberCount, reactionStep)
    }

    var header: ChatHeader {
        let two = scale.header(0)
        return ChatHeader(id: two.id, contact: two.contact, isGroup: memberCount != nil, createdAt: two.createdAt)
    }

    func message(_ index: Int) -> Message {
        let said = scale.message(index, in: 0)
        return Message(
            id: said.id,
            author: memberCount.map { member(index % $0) } ?? .contact,
            text: said.text,
            sentAt: said.sentAt,
            position: said.position,
            predecessor: said.predecessor
        )
    }

    /// Creates a history whose messages are all read, so that the chat opens at its end.
    func makeHistory(of count: Int, at url: URL) throws {
        let database = try ChatDatabase(.file(path: url.path))
        let memberships = (0..<(memberCount ?? 0)).map {
            Membership(member: member($0), name: "Member \($0)", number: 1)
        }
        for first in stride(from: 0, to: count, by: 1000) {
            let messages = (first..<min(first + 1000, count)).map(message(_:))
            let update = ChatUpdate(
                chat: header,
                messages: messages,
                receipts: messages.suffix(1).map { ReadReceipt(reader: .me, message: $0.id) },
                annotations: (first..<first + messages.count).compactMap(reaction(to:)),
                memberships: first == 0 ? memberships : []
            )
            try database.write { _ = try $0.apply(update, announcing: true) }
        }
    }

    /// Returns the contact's reaction to every message that has one.
    private func reaction(to index: Int) -> Annotation? {
        guard let reactionStep, index.isMultiple(of: reactionStep) else { return nil }
        let kind = Annotation.Kind.reaction(text: "👍", isSet: true)
        return Annotation(author: .contact, message: message(index).id, kind: kind, number: Int64(index) + 1)
    }

    private func member(_ number: Int) -> Author { .member(ContactID("member-\(number)")) }
}
