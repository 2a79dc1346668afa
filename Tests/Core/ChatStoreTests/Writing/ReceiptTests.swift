import ChatTypes
import Testing

@testable import ChatStore

@Suite struct ReceiptTests {
    @Test func `unread is the rows after the marker, and the account's is the sum`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2, from: .me), message(3), message(4)])
        try database.apply([message(1), message(2)], in: ben)
        #expect(try database.unread() == 3)
        #expect(try database.unreadCount() == 5)
        #expect(try database.write { try $0.markRead(upTo: MessageID("m3"), in: ada.id) })
        #expect(try database.unread() == 1)
        #expect(try database.unreadCount() == 3)
        #expect(try database.read { try $0.dueReceipts() } == [DueReceipt(chat: ada.id, message: MessageID("m3"))])
    }

    @Test func `a chat once read does not turn unread again`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2)])
        #expect(try database.write { try $0.markRead(upTo: MessageID("m2"), in: ada.id) })
        #expect(try !database.write { try $0.markRead(upTo: MessageID("m1"), in: ada.id) })
        try database.apply([message(1)], receipts: [ReadReceipt(reader: .me, message: MessageID("m1"))])
        #expect(try database.unreadCount() == 0)
        #expect(try database.timeline(in: .newest(9))?.marker == Position(20))
    }

    @Test func `a receipt that comes before its message is kept until the message comes`() throws {
        let database = try ChatDatabase(.memory)
        let receipts = [
            ReadReceipt(reader: .contact, message: MessageID("m2")), ReadReceipt(reader: .me, message: MessageID("m3")),
        ]
        try database.apply([message(1, from: .me)], receipts: receipts)
        #expect(try deliveries(database) == [.sent])
        try database.apply([message(2, from: .me), message(3)])
        #expect(try deliveries(database) == [.read, .read, .received])
        #expect(try database.unreadCount() == 0)
    }

    @Test(arguments: [false, true])
    func `receipts of a thread and of what is outside it wait for one message, whichever comes first`(
        isThreadFirst: Bool
    ) throws {
        let database = try ChatDatabase(.memory)
        let main = ReadReceipt(reader: .me, message: MessageID("m3"))
        let thread = ReadReceipt(reader: .me, message: MessageID("m3"), scope: .thread(MessageID("m1")))
        for receipt in isThreadFirst ? [thread, main] : [main, thread] { try database.apply(receipts: [receipt]) }
        try database.apply([message(1), message(2), message(3, inThread: "m1")])
        #expect(try database.unreadCount() == 0)
    }

    @Test func `a message is read together with every earlier one, on screen or not`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply((1...9).map { message($0, from: .me) })
        try database.apply(receipts: [ReadReceipt(reader: .contact, message: MessageID("m5"))])
        try database.apply(receipts: [ReadReceipt(reader: .contact, message: MessageID("m2"))])
        #expect(try deliveries(database).filter { $0 == .read }.count == 5)
    }

    @Test func `a gap below the marker never makes the count negative`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(5)])
        #expect(try database.write { try $0.markRead(upTo: MessageID("m5"), in: ada.id) })
        try database.apply((1...4).map { message($0) })
        #expect(try database.unreadCount() == 0)
        try database.apply([message(6)])
        #expect(try database.unreadCount() == 1)
    }

    @Test(arguments: [ReceiptScope.main, .everything, .thread(MessageID("m1"))])
    func `a receipt to send is forgotten only when no later one of its scope has taken its place`(
        scope: ReceiptScope
    ) throws {
        let database = try ChatDatabase(.memory)
        let root = scope.thread?.rawValue
        try database.apply([message(1), message(2, inThread: root), message(3, inThread: root)])
        try database.write { writer in
            _ = try writer.markRead(upTo: MessageID("m2"), in: ada.id, scope: scope)
            _ = try writer.markRead(upTo: MessageID("m3"), in: ada.id, scope: scope)
            try writer.confirmReceipt(for: MessageID("m2"), in: ada.id, scope: scope)
        }
        let due = DueReceipt(chat: ada.id, message: MessageID("m3"), scope: scope)
        #expect(try database.read { try $0.dueReceipts() } == [due])
        try database.write { try $0.confirmReceipt(for: MessageID("m3"), in: ada.id, scope: scope) }
        #expect(try database.read { try $0.dueReceipts() } == [])
    }

    @Test func `a message without a position cannot be read, neither by the user nor by others`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", at: moment(9)))
        #expect(try !database.write { try $0.markRead(upTo: MessageID("mine"), in: ada.id) })
        #expect(try database.read { try $0.dueReceipts() } == [])
        // The contact may have it before this device knows its position.
        try database.apply(receipts: [ReadReceipt(reader: .contact, message: MessageID("mine"))])
        #expect(try deliveries(database) == [.received, .sending])
        try database.apply([message(2, from: .me, id: "mine")])
        #expect(try deliveries(database) == [.received, .read])
    }

    @Test func `the newest message that others have read is the user's own, and neither an event nor deleted`() throws {
        let database = try ChatDatabase(.memory)
        let event = Message(
            id: MessageID("m3"),
            author: .me,
            text: ChatEvent.joined.verb,
            event: .joined,
            sentAt: moment(3),
            position: Position(30),
            predecessor: nil
        )
        try database.apply([message(1, from: .me), message(2, from: .me), event, message(4), message(5, from: .me)])
        func newest() throws -> String? { try database.read { try $0.newestReadByOthers(in: ada.id) }?.rawValue }
        #expect(try newest() == nil)
        for number in [2, 4] {
            try database.apply(receipts: [ReadReceipt(reader: .contact, message: MessageID("m\(number)"))])
            #expect(try newest() == "m2")
        }
        try database.apply(annotations: [Annotation(author: .me, message: MessageID("m2"), kind: .deletion)])
        #expect(try newest() == "m1")
    }

    @Test func `receipts for nothing do not fill the disk`() throws {
        let database = try ChatDatabase(.memory)
        let receipts = (0..<1000).map { ReadReceipt(reader: .contact, message: MessageID("x\($0)")) }
        try database.apply([message(1, from: .me)], receipts: receipts)
        #expect(try database.number("SELECT count(*) FROM awaited_receipt") == 100)
    }

    @Test func `receipts for nothing do not keep out one whose message is on its way`() throws {
        let database = try ChatDatabase(.memory)
        let junk = (0..<1000).map { ReadReceipt(reader: .contact, message: MessageID("x\($0)")) }
        let genuine = ReadReceipt(reader: .contact, message: MessageID("m2"))
        try database.apply([message(1, from: .me)], receipts: junk + [genuine] + junk.prefix(99))
        try database.apply([message(2, from: .me)])
        #expect(try deliveries(database) == [.read, .read])
        // The oldest receipt is forgotten.
        try database.apply(receipts: [ReadReceipt(reader: .contact, message: MessageID("m3"))] + junk.suffix(100))
        try database.apply([message(3, from: .me)])
        #expect(try deliveries(database) == [.read, .read, .sent])
    }

    @Test func `one chat's receipts for nothing do not push out another's`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, from: .me)], receipts: [ReadReceipt(reader: .contact, message: MessageID("m2"))])
        let junk = (0..<1000).map { ReadReceipt(reader: .contact, message: MessageID("x\($0)")) }
        try database.apply(receipts: junk, in: ben)
        try database.apply([message(2, from: .me)])
        #expect(try deliveries(database) == [.read, .read])
    }

    private func deliveries(_ database: ChatDatabase) throws -> [Delivery] {
        try database.timeline(in: .newest(20))?.messages.map(\.delivery) ?? []
    }

    @Test func `reading on takes each message off the count once, and a quiet one never`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2), message(3, isQuiet: true), message(4), message(5)])
        var left: [Int?] = []
        for number in 1...5 {
            #expect(try database.write { try $0.markRead(upTo: MessageID("m\(number)"), in: ada.id) })
            left.append(try database.unread())
        }
        #expect(left == [3, 2, 2, 1, 0])
    }

    @Test func `a contact's receipts for nothing do not push out the user's own`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply(receipts: [ReadReceipt(reader: .me, message: MessageID("m1"))])
        try database.apply(receipts: (0..<200).map { ReadReceipt(reader: .contact, message: MessageID("x\($0)")) })
        try database.apply([message(1)])
        #expect(try database.unread() == 0)
    }

    @Test func `a chat is read up to a message, else to its newest or as the server counts, and its mark ends`() throws
    {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2), message(3, from: .me)])
        func read(_ message: String? = nil, in chat: ChatHeader = ada) throws -> Bool {
            try database.write { try $0.markRead(through: message.map { MessageID($0) }, in: chat.id) }
        }
        #expect(try read("m1") && database.unread() == 1)
        #expect(try read() && database.unread() == 0 && !read())
        #expect(try database.read { try $0.dueReceipt(in: ada.id) }?.message == MessageID("m3"))
        #expect(try database.write { try $0.set(.unread, to: true, in: ada.id) })
        #expect(try read() && database.timeline()?.marks == [])
        let counted = ChatUpdate(chat: ben, unreadCount: 2)
        _ = try database.write { try $0.apply(counted, announcing: false, countsMissing: true) }
        #expect(try read(in: ben) && database.unread(in: ben) == 0 && !read(in: ben))
    }

    @Test func `others' reading is reported once, for each scope and for threads with newer answers`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, from: .me), message(2, from: .me, inThread: "m1"), message(3, from: .me)])
        func read(_ number: Int, _ scope: ReceiptScope) throws -> [String] {
            let receipt = ReadReceipt(reader: .contact, message: MessageID("m\(number)"), scope: scope)
            let applied = try database.apply(receipts: [receipt])
            return (applied.isReadByOthers ? ["main"] : []) + applied.threadsReadByOthers.map(\.rawValue)
        }
        let thread = ReceiptScope.thread(MessageID("m1"))
        #expect(try read(1, .main) == ["main"] && read(1, .main) == [])
        #expect(try read(2, thread) == ["m1"] && read(2, thread) == [])
        #expect(try read(3, .everything) == ["main", "m1"] && read(3, .everything) == [])
        try database.apply([message(4, from: .me, inThread: "m3")])
        #expect(try read(4, .everything) == ["main", "m3"])
    }
}
