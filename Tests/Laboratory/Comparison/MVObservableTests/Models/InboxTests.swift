import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import MVObservable

@Suite struct InboxTests {
    private let phone: TestPhone<Bench>

    private final class Bench {
        let inbox: Inbox
        let names: Log<[String]?>
        let unread: Log<Int>

        init(_ context: AppContext) {
            let inbox = Inbox(session: context.session, queue: context.queue)
            self.inbox = inbox
            names = Log(on: context.queue) { inbox.page?.entries.map(\.contact.name) }
            unread = Log(on: context.queue) { inbox.unreadTotal }
        }
    }

    init() throws {
        phone = try TestPhone { context in Bench(context) }
    }

    private func createChats(_ names: [String]) throws {
        for name in names {
            try phone.result { [server = phone.server] in
                try await server.contactWrites("Hi", in: server.createChat(with: name).id)
            }
        }
        phone.run()
    }

    @Test func `the page follows new messages with the newest chat first`() throws {
        try createChats(["Ben"])
        try phone.perform { bench, _ in
            #expect(bench.names.values.first == .some(nil))
            #expect(bench.names.last == ["Ben", "John"])
            #expect(bench.inbox.page?.entries.map(\.text) == ["Hi", "Hi, you're here too?"])
        }
    }

    @Test func `unreadTotal counts the unread messages`() throws {
        try createChats(["Ben"])
        try phone.perform { bench, _ in
            #expect(bench.unread.values.first == 0)
            #expect(bench.unread.last == 2)
        }
    }

    @Test func `a search shows matching chats and an empty one all chats again`() throws {
        try createChats(["Ben"])
        try phone.perform { bench, _ in bench.inbox.search("joh") }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.names.last == ["John"])
            bench.inbox.search("")
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.names.last == ["Ben", "John"]) }
    }

    @Test func `showMore adds a page as long as there are more chats`() throws {
        try createChats((1...60).map { "Number \($0)" })
        try phone.perform { bench, _ in
            #expect(bench.names.last??.count == 50)
            #expect(bench.inbox.page?.hasMore == true)
            bench.inbox.showMore()
        }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.names.last??.count == 61)
            #expect(bench.inbox.page?.hasMore == false)
            bench.inbox.showMore()
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.inbox.page?.request.limit == 100) }
    }

    @Test func `the connection is failing until the server is back`() throws {
        func text() throws -> String? {
            phone.run(for: .seconds(120))
            return try phone.perform { bench, _ in bench.inbox.connection.map { "\($0.requests)" } }
        }
        phone.network.conditions.requestLossRate = 1
        #expect(try text()?.hasPrefix("failing") == true)
        phone.network.conditions.requestLossRate = 0
        #expect(try text() == "working")
    }
}
