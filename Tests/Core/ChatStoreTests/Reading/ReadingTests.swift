import ChatStore
import Foundation
import Testing
import Transport

@Suite struct ReadingTests {
    @Test func `chats are sorted by the server's time and then by id, in windows`() throws {
        let database = try ChatDatabase(.memory)
        for number in [3, 1, 2] {
            try database.apply([message(1, at: moment(number == 3 ? 9 : 5))], in: chat(number))
        }
        #expect(try database.chats(limit: 9).map(\.id.rawValue) == ["c3", "c1", "c2"])
        #expect(try database.chats(limit: 2).map(\.id.rawValue) == ["c3", "c1"])
        #expect(try database.chatCount() == 3)
    }

    @Test func `a chat without messages is listed by when it was made`() throws {
        let database = try ChatDatabase(.memory)
        try database.write { try $0.register(ada) }
        let chats = try database.chats(limit: 9)
        #expect(chats.map(\.newest) == [nil])
        #expect(chats.map(\.activity) == [ada.createdAt])
    }

    @Test func `search finds any word of names and texts, whatever case and diacritics, newest first, in pages`() throws
    {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "Crème brûlée for two"), message(2, text: "and creme fraiche")])
        try database.apply([message(3, text: "CREMES")], in: chat(1, name: "Zoë Crémieux"))
        let first = try database.search("creme", limit: 2)
        #expect(first.hits.map(\.context) == ["CREMES", "and creme fraiche"])
        #expect(first.hasMore)
        #expect(try database.search("creme", offset: 2, limit: 2).hits.map(\.context) == ["Crème brûlée for two"])
        let names = try database.search("cremi", limit: 9).hits
        #expect(names.map(\.contact.name) == ["Zoë Crémieux"] && names.map(\.message) == [nil])
        #expect(try database.search("bru two", limit: 9).hits.map(\.message) == [MessageID("m1")])
    }

    @Test func `a page of search results goes on where the last one ended, from names to messages`() throws {
        let database = try ChatDatabase(.memory)
        for number in 1...5 { try database.apply([message(1, text: "word")], in: chat(number, name: "Word \(number)")) }
        let pages = try stride(from: 0, to: 12, by: 3).map { try database.search("word", offset: $0, limit: 3) }
        #expect(pages.map(\.hits.count) == [3, 3, 3, 1])
        #expect(pages.map(\.hasMore) == [true, true, true, false])
        #expect(Set(pages.flatMap(\.hits)).count == 10)
        #expect(pages.flatMap(\.hits).prefix(5).allSatisfy { $0.message == nil })
    }

    @Test(arguments: [
        "\"", "a\" OR \"b", "NEAR(", "*", "-x", "a:b", "\0", "", "  ", "^z", "{a b}", "'", "a\"\u{301}b", "\"\u{FE0F}",
    ])
    func `whatever is typed is searched for, never obeyed`(text: String) throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "plain")])
        #expect(try database.search(text, limit: 9).hits.isEmpty)
    }

    @Test func `a list reads no more of a text than a preview needs`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, text: "x" + String(repeating: "é", count: 10_000))])
        let preview = try #require(try database.chats(limit: 1).first?.newest?.text)
        #expect(preview == "x" + String(repeating: "é", count: (StoredChat.previewBytes - 1) / 2))
        #expect(try database.search("Ada", limit: 1).hits.map(\.context) == [preview])
    }

    private func chat(_ number: Int, name: String = "Someone") -> ChatHeader {
        ChatHeader(
            id: ChatID("c\(number)"),
            contact: Contact(id: ContactID("p\(number)"), name: name),
            createdAt: moment(0)
        )
    }
}
