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
        #expect(try apply([12], count: 14) == 14, "the server counts what has no message here")
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
        #expect(try apply([], count: 1) == 1)
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

    @Test func `the server's counts replace those of the messages here, within bounds`() throws {
        #expect(try apply([8, 9], count: 0) == 0, "they were read in a thread, or their author was ignored")
        #expect(try apply([], count: 3) == 3)
        #expect(try apply([], count: -5) == 0)
        #expect(try apply([], count: .max) == 1 << 40)
    }

    private func mentions() throws -> Int? { try database.read { try $0.chats(limit: 1).first?.mentionCount } }

    @Test func `the server's mentions count, and where it cannot count them those of the messages`() throws {
        let update = ChatUpdate(chat: ada, messages: [message(1, mentionsMe: true)], unreadCount: 2, mentionCount: 2)
        _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        #expect(try mentions() == 2)
        #expect(try apply([], count: 1) == 1 && mentions() == 1)
        #expect(try apply([], count: 0) == 0 && mentions() == 0)
    }

    @Test func `counts from before the server knew what was read here are ignored`() throws {
        #expect(try apply([1, 2], count: 2) == 2)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m2"), in: ada.id) })
        #expect(try apply([], count: 2) == 0)
        #expect(try apply([3], count: 3) == 1)
        try database.write { try $0.confirmReceipt(for: MessageID("m2"), in: ada.id) }
        #expect(try apply([], count: 1) == 1)
    }

    @Test func `what the server counts without a message is read with the newest message`() throws {
        #expect(try apply([1, 2], count: 2) == 2)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m2"), in: ada.id) })
        try database.write { try $0.confirmReceipt(for: MessageID("m2"), in: ada.id) }
        #expect(try database.write { try !$0.markRestRead(in: ada.id) })
        #expect(try apply([], count: 1) == 1)
        #expect(try database.write { try $0.markRestRead(in: ada.id) })
        #expect(try apply([]) == 0)
        #expect(try database.read { try $0.dueReceipt(in: ada.id) }?.message == MessageID("m2"))
        try database.write { try $0.confirmReceipt(for: MessageID("m2"), in: ada.id) }
        #expect(try apply([3], count: 2) == 2)
        #expect(try database.write { try !$0.markRestRead(in: ada.id) }, "a message is unread")
        #expect(try database.write { try $0.markAllRead() } == [ada.id])
        #expect(try apply([]) == 0)
    }

    /// Applies an update in which the server counts one more than the messages, after a message of the user's, or an event.
    private func applyRest(after message: Message?) throws {
        let update = ChatUpdate(chat: ada, messages: message.map { [$0] } ?? [], unreadCount: 1)
        _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        #expect(try database.read { try $0.chats(limit: 1).first?.unreadCount } == 1)
    }

    @Test(arguments: [message(2, from: .me), message(2, isQuiet: true)])
    func `the rest that the server counts is read below own messages and events`(newest: Message) throws {
        #expect(try apply([1], count: 0, read: 1) == 0)
        try applyRest(after: newest)
        #expect(try database.write { try $0.markRestRead(in: ada.id) })
        #expect(try apply([]) == 0)
        #expect(try database.read { try $0.dueReceipt(in: ada.id) }?.message == MessageID("m2"))
        #expect(try database.write { try !$0.markRestRead(in: ada.id) })
    }

    @Test func `the rest that the server counts is not read above missing messages`() throws {
        #expect(try apply([1], count: 0, read: 1) == 0)
        try applyRest(after: message(9, from: .me))
        #expect(try database.write { try !$0.markRestRead(in: ada.id) })
    }

    @Test func `the count of a chat without a message is read when the chat opens`() throws {
        try applyRest(after: nil)
        #expect(try database.write { try $0.markRestRead(in: ada.id) })
        #expect(try apply([]) == 0)
        #expect(try database.read { try $0.dueReceipt(in: ada.id) }?.message == MessageID(""))
    }

    @Test func `a muted chat with a gap after the marker says that more are unread`() throws {
        #expect(try apply([1], read: 1) == 0)
        #expect(try apply([8, 9]) == 2)
        func hasMore() throws -> Bool? { try database.read { try $0.chats(limit: 1).first?.hasMoreUnread } }
        #expect(try hasMore() == false, "the server counts them")
        for mode in [NotificationMode.muted, .mentions] {
            _ = try database.write { try $0.setNotifications(mode, in: ada.id) }
            #expect(try hasMore() == true)
        }
        _ = try database.write { try $0.markRead(upTo: MessageID("m9"), in: ada.id) }
        #expect(try hasMore() == false)
    }

    @Test func `a muted chat of which nothing was ever read does not say that more are unread`() throws {
        #expect(try apply([8, 9]) == 2)
        _ = try database.write { try $0.setNotifications(.muted, in: ada.id) }
        #expect(try database.read { try $0.chats(limit: 1).first?.hasMoreUnread } == false)
    }

    @Test func `what the server counts in a chat without a message is read with all chats`() throws {
        #expect(try apply([], count: 1) == 1)
        #expect(try database.write { try $0.markAllRead() } == [ada.id])
        #expect(try apply([]) == 0)
        #expect(try database.read { try $0.dueReceipt(in: ada.id) }?.message == MessageID(""))
        try database.write { try $0.confirmReceipt(for: MessageID(""), in: ada.id) }
        #expect(try database.read { try $0.dueReceipts() } == [])
    }

    @Test(arguments: [ChatState.left, .removed(by: "Bob", reason: ""), .banned(by: "", reason: "")])
    func `a chat that the user is out of counts nothing`(_ state: ChatState) throws {
        #expect(try apply([1, 2], count: 5) == 5)
        let standing = NumberedStanding(ChatStanding(state: state), number: 1)
        _ = try database.write {
            try $0.apply(ChatUpdate(chat: ada, standing: standing), announcing: true, countsMissing: true)
        }
        #expect(try apply([]) == 0)
        #expect(try apply([3], count: 7) == 0)
    }

    @Test func `an edit that mentions the user makes its message a mention and announces it, also a read one`() throws {
        _ = try database.write { try $0.apply(ChatUpdate(chat: ada, messages: [message(1)]), announcing: true) }
        #expect(try database.write { try $0.markRead(upTo: MessageID("m1"), in: ada.id) })
        func edit(_ number: Int64) -> ChatUpdate {
            let kind = Annotation.Kind.edit(text: "nobody but you")
            let edit = Annotation(
                author: .contact,
                message: MessageID("m1"),
                kind: kind,
                number: number,
                mentionsMe: true
            )
            return ChatUpdate(chat: ada, annotations: [edit])
        }
        let applied = try database.write { try $0.apply(edit(1), announcing: true) }
        #expect(applied.announced.map(\.text) == ["nobody but you"] && applied.announced.allSatisfy(\.mentionsMe))
        #expect(try database.timeline()?.messages.map(\.mentionsMe) == [true])
        #expect(try database.read { try $0.news(MessageID("m1"), in: ada.id) }?.text == "nobody but you")
        #expect(try database.write { try $0.apply(edit(2), announcing: true) }.announced.isEmpty, "it was told")
        let later = try database.write { try $0.apply(edit(1), announcing: false) }
        #expect(later.announced.isEmpty)
    }

    @Test func `an edit that mentions the user in an unread message counts one more mention`() throws {
        #expect(try apply([1]) == 1)
        let kind = Annotation.Kind.edit(text: "you")
        let edit = Annotation(author: .contact, message: MessageID("m1"), kind: kind, number: 1, mentionsMe: true)
        try database.apply(annotations: [edit])
        #expect(try mentions() == 1 && database.unreadCount() == 1)
    }

    @Test func `reading within the gap leaves what comes after`() throws {
        #expect(try apply([8, 9], count: 4, read: 5) == 4)
        #expect(try apply([5, 6, 7]) == 4)
        #expect(try apply([], read: 8) == 1)
    }

    @Test func `the only message of a gap that is read does not stay counted`() throws {
        #expect(try apply([1], read: 1) == 0)
        #expect(try apply([3], count: 2) == 2)
        #expect(try apply([], read: 3) == 0)
    }

    @Test func `a gap in the middle counts until it is filled`() throws {
        #expect(try apply([1, 2], read: 2) == 0)
        #expect(try apply([20, 21], count: 19) == 19)
        #expect(try apply(Array(10...19)) == 19)
        #expect(try apply([], read: 20) == 1)
    }

    @Test func `an answer that fills a gap is unread in its thread, and the server's count stays`() throws {
        #expect(try apply([8, 9], count: 9) == 9)
        let update = ChatUpdate(chat: ada, messages: [message(5), message(6, inThread: "m5"), message(7)])
        _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        let threads = try database.read { try $0.timeline(of: ada.id, in: .newest(9), part: .threads) }
        #expect(threads?.messages.map(\.thread?.unreadCount) == [1])
        #expect(try apply([]) == 9)
    }

    @Test func `an edit that mentions the user makes a quiet message count, and an own one never`() throws {
        try database.apply([message(1, isQuiet: true), message(2, from: .me)])
        for (id, author) in [("m1", Author.contact), ("m2", .me)] {
            let kind = Annotation.Kind.edit(text: "you")
            let edit = Annotation(author: author, message: MessageID(id), kind: kind, number: 1, mentionsMe: true)
            try database.apply(annotations: [edit])
            #expect(try mentions() == 1 && database.unreadCount() == 1, "\(id)")
        }
    }

    @Test func `the server's counts add mentions, and take nothing off a chat that does not notify of everything`()
        throws
    {
        try database.apply([message(1), message(2, mentionsMe: true)])
        func counts(_ mode: NotificationMode, _ count: Int, mentions: Int) throws -> [Int?] {
            _ = try database.write { try $0.setNotifications(mode, in: ada.id) }
            let update = ChatUpdate(chat: ada, unreadCount: count, mentionCount: mentions)
            _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
            let chat = try database.chats().first
            return [chat?.unreadCount, chat?.mentionCount]
        }
        #expect(try counts(.muted, 0, mentions: 0) == [2, 1])
        #expect(try counts(.mentions, 3, mentions: 3) == [3, 3])
        #expect(try counts(.mentions, 1, mentions: 1) == [3, 1])
    }

    @Test func `messages that fill the gap of a muted chat count, as the server does not count them`() throws {
        #expect(try apply([1], read: 1) == 0)
        _ = try database.write { try $0.setNotifications(.muted, in: ada.id) }
        for numbers in [[9], [5, 6, 7, 8], [2, 3, 4]] {
            let update = ChatUpdate(chat: ada, messages: numbers.map { message($0) })
            _ = try database.write { try $0.apply(update, announcing: false, countsMissing: true) }
        }
        #expect(try database.unread() == 8)
    }

    @Test func `other counts of the server are a change, the same ones are none`() throws {
        try database.apply([message(1), message(2)])
        func isChange(_ count: Int, mentions: Int) throws -> Bool {
            let update = ChatUpdate(chat: ada, unreadCount: count, mentionCount: mentions)
            return try database.write { try $0.apply(update, announcing: false, countsMissing: true) }.isChange
        }
        #expect(try isChange(3, mentions: 0) && isChange(3, mentions: 1) && !isChange(3, mentions: 1))
    }
}
