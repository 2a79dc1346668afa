import ChatApp
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import RuntimeKit
import ScreenKit
import Testing

/// Search results, paged as the list does: a page continues where the last one ended.
@Suite struct SearchPagesTests {
    private let world: AppWorld
    private let query: LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>>

    init() throws {
        world = try AppWorld(runs: false)
        query = world.application.session.chats(ChatListRequest(rows: RowRange(limit: 200)))
    }

    @Test func `a page far down costs as much as one near the top, also when read again`() throws {
        try hold(1_300)
        var costs: [Int: Int] = [:]
        for offset in stride(from: 0, through: 1_000, by: 50) {
            let before = try rowCount()
            #expect(try show(offset).first == 1_300 - offset)
            costs[offset] = try rowCount() - before
        }
        #expect(costs[1_000] == costs[200])
        let before = try rowCount()
        #expect(try show(1_000) == (101...300).reversed())
        #expect(try rowCount() - before == costs[200])
    }

    @Test func `a page continues after the one before it, although more is found above`() throws {
        try hold(300)
        #expect(try show(0).last == 101)
        try hold(310)
        #expect(try show(50) == (51...250).reversed())
        #expect(try show(100) == (1...200).reversed())
        #expect(try show(0).first == 310, "the newest message is on top")
    }

    @Test func `a page can be read without paging to it, and none follows the last`() throws {
        try hold(300)
        #expect(try show(250) == (1...50).reversed())
        #expect(try show(400).isEmpty)
        #expect(try show(50).first == 250)
    }

    @Test func `another search text starts at the top`() throws {
        try hold(300)
        #expect(try show(100).first == 200)
        #expect(try show(50, searching: "wor").first == 250)
    }

    /// The numbers of the messages on a page.
    private func show(_ offset: Int, searching text: String = "word") throws -> [Int] {
        query.setRequest(ChatListRequest(searchText: text, rows: RowRange(offset: offset, limit: 200)))
        let answer = try world.perform { [query] in await query.first { _ in true } }
        return try answer?.content.get().summaries.compactMap { $0.id.message.flatMap { Int($0.rawValue) } } ?? []
    }

    /// Holds a number of messages, of which the newest has the highest number.
    private func hold(_ count: Int) throws {
        let contact = Contact(id: ContactID("ada"), name: "Ada")
        let chat = ChatHeader(id: ChatID("chat-ada"), contact: contact, createdAt: moment(0))
        let messages = (1...count).map { number in
            Message(
                id: MessageID("\(number)"),
                author: .contact,
                text: "word \(number)",
                sentAt: moment(Double(number)),
                position: Position(rawValue: Int64(number)),
                predecessor: nil
            )
        }
        try world.perform { [session = world.application.session] in
            try await session.withDatabase { database in
                _ = try database.write { try $0.apply(ChatUpdate(chat: chat, messages: messages), announcing: false) }
            }
        }
    }

    private func rowCount() throws -> Int {
        try world.perform { [session = world.application.session] in await session.rowCount }
    }
}
