import ChatTypes
import SQLiteKit
import Testing

@testable import ChatStore

@Suite struct ListOrderTests {
    private let database: ChatDatabase

    /// Nine chats with one message each, of which only the third, the fifth and the seventh are unread; the ninth is the newest.
    init() throws {
        database = try ChatDatabase(.memory)
        for number in 1...9 { try database.apply([message(number)], in: chat(number)) }
        _ = try database.write { try $0.markAllRead() }
        for number in [3, 5, 7] {
            try database.apply([message(number + 10, id: "new", at: moment(number))], in: chat(number))
        }
    }

    private func list(_ order: ChatOrder) throws -> [String] {
        try database.read { try $0.chats(in: order, limit: 20) }.map(\.id.rawValue)
    }

    @Test func `unread chats come first, favourites among them and among the rest`() throws {
        #expect(try list(.unread) == ["c7", "c5", "c3", "c9", "c8", "c6", "c4", "c2", "c1"])
        for number in [3, 4] { _ = try database.write { try $0.set(.favourite, to: true, in: chat(number).id) } }
        #expect(try list(.unread) == ["c3", "c7", "c5", "c4", "c9", "c8", "c6", "c2", "c1"])
        _ = try database.write { try $0.markAllRead() }
        #expect(try list(.unread) == list(.favourites))
    }

    @Test func `a chat that is muted or waits for a mention is not news, one marked as unread is`() throws {
        _ = try database.write { try $0.setNotifications(.muted, in: chat(7).id) }
        _ = try database.write { try $0.setNotifications(.mentions, in: chat(5).id) }
        _ = try database.write { try $0.set(.unread, to: true, in: chat(1).id) }
        #expect(try list(.unread).prefix(3) == ["c3", "c1", "c9"])
        try database.apply([message(50, mentionsMe: true, at: moment(5))], in: chat(5))
        #expect(try list(.unread).prefix(4) == ["c5", "c3", "c1", "c9"])
    }

    @Test func `the newest chats come first, favourite or not`() throws {
        for number in [2, 3] { _ = try database.write { try $0.set(.favourite, to: true, in: chat(number).id) } }
        #expect(try list(.recent) == (1...9).reversed().map { "c\($0)" })
        #expect(try list(.favourites).prefix(3) == ["c3", "c2", "c9"])
    }

    @Test(arguments: ChatOrder.allCases) func `pages in each order have each chat once`(order: ChatOrder) throws {
        _ = try database.write { try $0.set(.favourite, to: true, in: chat(5).id) }
        let pages = try (0...9).flatMap { offset in
            try database.read { try $0.chats(in: order, offset: offset, limit: 1) }
        }
        #expect(try pages.map(\.id.rawValue) == list(order))
    }

    @Test(arguments: ChatOrder.allCases) func `a page costs the same in an account of many chats`(order: ChatOrder)
        throws
    {
        // From 50 chats of one name on, telling them apart costs the same.
        let steps = try [100, 400].map { count in
            let database = try ChatDatabase(.memory)
            for number in 1...count { try database.apply([message(number)], in: chat(number)) }
            _ = try database.write { try $0.markAllRead() }
            try database.apply([message(9000)], in: chat(1))
            let before = database.connection.stepCount
            #expect(try database.read { try $0.chats(in: order, limit: 5) }.first?.id == chat(1).id)
            return database.connection.stepCount - before
        }
        #expect(steps[1] < steps[0] + 100, "\(steps)")
    }
}
