import ChatTypes
import Testing

@testable import ChatStore

@Suite struct FirstUnreadTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
    }

    /// Returns the first unread message, which is the same in every window.
    private func first(in chat: ChatHeader = ada) throws -> String? {
        let newest = try database.read { try $0.timeline(of: chat.id, in: .newest(1)) }
        let around = try newest?.messages.last.flatMap { last in
            try database.read { try $0.timeline(of: chat.id, in: .around(last.id, before: 1, after: 1)) }
        }
        #expect(newest?.firstUnread == around?.firstUnread)
        return newest?.firstUnread?.rawValue
    }

    @Test func `the first that counts behind the marker is unread, and none where all was read`() throws {
        #expect(try first() == nil, "there is no such chat")
        try database.apply([message(1), message(2, from: .me), message(3), message(4)])
        #expect(try first() == "m1")
        #expect(try database.write { try $0.markRead(upTo: MessageID("m1"), in: ada.id) })
        #expect(try first() == "m3", "our own does not count")
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m3"), kind: .deletion)])
        #expect(try first() == "m4", "nor does a tombstone")
        #expect(try database.write { try $0.markRead(upTo: MessageID("m4"), in: ada.id) })
        try database.apply([message(5, from: .me)])
        #expect(try database.enqueue("waiting", at: moment(9)))
        #expect(try first() == nil)
        try database.apply([message(1, from: adaInTeam, id: "t1")], in: team)
        #expect(try first(in: team) == "t1" && first() == nil)
    }

    @Test func `markAllRead moves every marker to the newest message and returns the chats`() throws {
        #expect(try database.write { try $0.markAllRead() }.isEmpty)
        try database.apply([message(1), message(2, from: .me)])
        try database.apply([message(1, from: adaInTeam, id: "t1"), message(2, from: adaInTeam, id: "t2")], in: team)
        try database.apply([message(1, from: .me, id: "b1")], in: ben)
        #expect(try Set(database.write { try $0.markAllRead() }) == [ada.id, team.id])
        #expect(try database.read { try $0.unreadCount() } == 0)
        #expect(try database.read { try $0.dueReceipts() }.map(\.chat).count == 2)
        #expect(try database.write { try $0.markAllRead() }.isEmpty)
    }

    @Test func `the first unread message is the first by position, not by ID`() throws {
        try database.apply((1...20).map { message($0, id: "m\(99 - $0)") })
        #expect(try first() == "m98")
    }

    @Test func `the search for the first unread message skips a limited number of own ones`() throws {
        let count = ChatReader.unreadReach
        try database.apply((1...count).map { message($0, from: .me) } + [message(count + 1)])
        #expect(try first() == "m\(count + 1)")
        try database.apply((1...count + 1).map { message($0, from: .me) } + [message(count + 2)], in: ben)
        #expect(try first(in: ben) == nil)
    }

    @Test func `it costs the same in a history of any length`() throws {
        func cost(_ count: Int) throws -> Int {
            let database = try ChatDatabase(.memory)
            for begin in stride(from: 1, to: count, by: 1000) {
                try database.apply((begin..<begin + 1000).map { message($0) })
            }
            #expect(try database.write { try $0.markRead(upTo: MessageID("m\(count / 2)"), in: ada.id) })
            return try database.pages { _ = try database.read { try $0.timeline(of: ada.id, in: .newest(9)) } }
        }
        #expect(try cost(5_000) < 2 * cost(1_000))
    }
}
