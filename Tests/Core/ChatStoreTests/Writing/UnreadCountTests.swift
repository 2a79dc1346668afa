import ChatStore
import ChatTypes
import Testing

/// The server's unread count, while messages are missing.
@Suite struct UnreadCountTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
    }

    private func apply(_ numbers: [Int], count: Int? = nil, read: Int? = nil) throws -> Int {
        let receipts = read.map { [ReadReceipt(reader: .me, message: MessageID("m\($0)"))] } ?? []
        let update = ChatUpdate(
            chat: ada,
            messages: numbers.map { message($0) },
            receipts: receipts,
            unreadCount: count
        )
        _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        let unread = try database.read { try $0.chats(limit: 1).first?.unreadCount }
        #expect(try database.read { try $0.unreadCount() } == unread)
        return unread ?? -1
    }

    @Test func `the server counts what is missing, and each message counts once`() throws {
        #expect(try apply([8, 9], count: 9) == 9)
        #expect(try apply([10], count: 10) == 10)
        #expect(try apply([11]) == 11)
        #expect(try apply([5, 6, 7]) == 11)
        #expect(try apply([1, 2, 3, 4]) == 11)
        #expect(try apply([12], count: 99) == 12, "nothing is missing any more")
    }

    @Test func `a quiet message does not count, is not announced and is no first unread message`() throws {
        let update = ChatUpdate(
            chat: ada,
            messages: [message(1, isQuiet: true), message(2), message(3, isQuiet: true)]
        )
        let applied = try database.write { try $0.apply(update, announcing: true) }
        #expect(applied.announced.map(\.id.rawValue) == ["m2"])
        #expect(try database.unreadCount() == 1)
        let timeline = try #require(try database.timeline())
        #expect(timeline.messages.map(\.isUnread) == [false, true, false])
        #expect(timeline.firstUnread == MessageID("m2"))
        // Counted again by the other ways: after a deletion, up to a receipt, and from the server's number.
        try database.apply(annotations: [Annotation(author: .contact, message: MessageID("m1"), kind: .deletion)])
        #expect(try database.unreadCount() == 1)
        #expect(try apply([], count: 0) == 1)
        #expect(try apply([], read: 3) == 0)
    }

    @Test func `an export keeps that a message is quiet`() throws {
        try database.apply([message(1), message(2, isQuiet: true)])
        let copy = try ChatDatabase(.memory)
        try copy.write { writer in for record in try database.records() { try writer.restore(record) } }
        #expect(try copy.unreadCount() == 1)
        #expect(try copy.records() == database.records())
    }

    @Test func `a quiet message that comes again from push is not announced`() throws {
        let update = ChatUpdate(chat: ada, messages: [message(1, isQuiet: true)])
        #expect(try database.write { try $0.apply(update, announcing: false) }.announced.isEmpty)
        #expect(try database.write { try $0.apply(update, announcing: true) }.announced.isEmpty)
    }

    @Test func `messages here count even if the server counts fewer`() throws {
        #expect(try apply([8, 9], count: 0) == 2)
        #expect(try apply([], count: 3) == 3)
        #expect(try apply([], count: 1) == 2)
        #expect(try apply([], count: -5) == 2)
        #expect(try apply([], count: .max) == 1 << 40)
    }

    @Test func `a wrong count is corrected once all messages are here`() throws {
        #expect(try apply([8, 9], count: 100) == 100)
        #expect(try apply((1...7).map(\.self)) == 9)
    }

    @Test func `reading within the gap leaves what comes after`() throws {
        #expect(try apply([8, 9], count: 4, read: 5) == 4)
        #expect(try apply([5, 6, 7]) == 4)
        #expect(try apply([], read: 8) == 1)
    }

    @Test func `a gap in the middle counts until it is filled`() throws {
        #expect(try apply([1, 2], read: 2) == 0)
        #expect(try apply([20, 21], count: 19) == 19)
        #expect(try apply(Array(10...19)) == 19)
        #expect(try apply([], read: 20) == 1)
    }
}
