import ChatTypes
import Testing

@testable import MatrixTransport

/// The users who are typing, as responses report them.
@Suite struct TypingNoticesTests {
    private let other = ChatID("!other:test")

    private func typing(_ people: [ContactID], in chat: ChatID = room) throws -> [SyncResponse.Room] {
        let users = people.map { #""\#($0)""# }.joined(separator: ",")
        let event = #"{"type":"m.typing","content":{"user_ids":[\#(users)]}}"#
        return try syncAnswer(answer("1", extra: #","ephemeral":{"events":[\#(event)]}"#, in: chat)).joined
    }

    /// The people in a chat who are still typing.
    private func typing(_ notices: TypingNotices, in chat: ChatID = room) -> [ContactID] {
        var notices = notices
        _ = notices.takeAll()
        notices.renew()
        return notices.takeAll().filter { $0.chat == chat && $0.isTyping }.compactMap(\.person)
    }

    @Test func `of many people who type, some in each room and some in all are stored`() throws {
        var notices = TypingNotices()
        let people = (1...20).map { ContactID("@p\($0):test") }
        for number in 1...5 { notices.receive(try typing(people, in: ChatID("!\(number):test")), unheard: []) }
        let counts = (1...5).map { typing(notices, in: ChatID("!\($0):test")).count }
        #expect(counts == [16, 16, 16, 16, 0])
    }

    @Test func `a message ends its author's typing in its room only, and a line ends none`() throws {
        var notices = TypingNotices()
        notices.receive(try typing([ada, bob]) + typing([ada], in: other), unheard: [])
        notices.end(byMessagesIn: try syncAnswer(answer("2", change("$c", of: ada))).joined)
        #expect(typing(notices) == [ada, bob])
        notices.end(byMessagesIn: try syncAnswer(answer("3", text(3))).joined)
        #expect(typing(notices) == [bob] && typing(notices, in: other) == [ada])
        let ended = notices.takeAll()
        #expect(ended.map(\.person) == [ada] && ended.map(\.chat) == [room] && ended.map(\.isTyping) == [false])
    }

    @Test func `a report about one room, or its end, leaves the typing in another`() throws {
        var notices = TypingNotices()
        notices.receive(try typing([ada], in: other), unheard: [])
        notices.receive(try typing([bob]), unheard: [])
        let stopped = notices.takeAll()
        #expect(stopped.isEmpty)
        #expect(typing(notices) == [bob] && typing(notices, in: other) == [ada])
        notices.forget([other])
        #expect(typing(notices) == [bob] && typing(notices, in: other) == [])
        let ended = notices.takeAll()
        #expect(ended.map(\.person) == [ada, nil] && ended.allSatisfy { $0.chat == other && !$0.isTyping })
    }
}
