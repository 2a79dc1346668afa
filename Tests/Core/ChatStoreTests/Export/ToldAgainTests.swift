import ChatTypes
import Testing

@testable import ChatStore

/// After an import the server is told again what it may not know.
@Suite struct ToldAgainTests {
    private let database: ChatDatabase

    init() throws {
        database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2), message(3)])
    }

    @Test func `receipts and deletions are queued again after an import`() throws {
        try database.apply([message(4, from: .me), message(5)])
        try database.write { writer in
            _ = try writer.markRead(upTo: MessageID("m3"), in: ada.id)
            _ = try writer.annotate(.deletion(of: MessageID("m4"), in: ada.id))
        }
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try other.read { try $0.dueReceipt(in: ada.id)?.message } == MessageID("m3"))
        #expect(try other.nextToSend() == .annotation(.deletion(of: MessageID("m4"), in: ada.id)))
        try other.write { writer in
            try writer.confirmReceipt(for: MessageID("m3"), in: ada.id)
            try writer.confirmDeletion(of: "m4")
        }
        try other.restore(try database.records())
        #expect(try other.read { try $0.dueReceipts() } == [], "what is there already changes nothing")
        #expect(try other.nextToSend() == nil)
    }

    @Test(arguments: [ReceiptScope.everything, .main, .thread(MessageID("m1"))])
    func `each scope's receipt is queued again after an import, whether or not its message was there`(
        scope: ReceiptScope
    ) throws {
        try database.apply([message(4, inThread: "m1"), message(5)])
        let read = MessageID(scope.thread == nil ? "m5" : "m4")
        #expect(try database.write { try $0.markRead(upTo: read, in: ada.id, scope: scope) })
        let due = DueReceipt(chat: ada.id, message: read, scope: scope)
        #expect(try database.read { try $0.dueReceipts() } == [due])
        let records = try database.records()

        let (empty, old) = (try ChatDatabase(.memory), try ChatDatabase(.memory))
        try old.apply([message(1), message(2), message(3), message(4, inThread: "m1"), message(5)])
        for other in [empty, old] {
            try other.restore(records)
            #expect(try other.read { try $0.dueReceipts() }.first == due)
            for sent in try other.read({ try $0.dueReceipts() }) {
                try other.write { try $0.confirmReceipt(for: sent.message, in: sent.chat, scope: sent.scope) }
            }
            try other.restore(records)
            #expect(try other.read { try $0.dueReceipts() } == [], "what is there already changes nothing")
        }
    }

    @Test func `an unmuted chat is queued for the server after an import`() throws {
        try database.write { writer in
            _ = try writer.setNotifications(.muted, in: ada.id)
            try writer.confirmNotifications(.muted, in: ada.id)
            _ = try writer.setNotifications(.all, in: ada.id)
        }
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try other.read { try $0.dueNotifications(in: ada.id) } == .all)
        #expect(try other.records() == database.records())
        try other.write { try $0.confirmNotifications(.all, in: ada.id) }
        try other.restore(try database.records())
        #expect(try other.read { try $0.dueNotifications(in: ada.id) } == nil, "what is there already changes nothing")
    }

    @Test(arguments: NotificationMode.allCases, [false, true])
    func `what notifies of a chat is imported as it was exported, told to the server or not`(
        mode: NotificationMode,
        isTold: Bool
    ) throws {
        try database.write { writer in
            _ = try writer.setNotifications(mode == .all ? .muted : .all, in: ada.id)
            _ = try writer.setNotifications(mode, in: ada.id)
            if isTold { try writer.confirmNotifications(mode, in: ada.id) }
        }
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try other.records() == database.records())
    }

    @Test func `a deletion before the position was known is queued after an import`() throws {
        #expect(try database.enqueue("mine", "secret", at: moment(9)))
        try database.write { writer in
            try writer.markAccepted(MessageID("mine"), in: ada.id)
            _ = try writer.annotate(.deletion(of: MessageID("mine"), in: ada.id))
            try writer.confirmDeletion(of: "mine")
        }
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try other.nextToSend() == .annotation(.deletion(of: MessageID("mine"), in: ada.id)))
        #expect(try other.records() == database.records())
        try other.write { try $0.confirmDeletion(of: "mine") }
        try other.restore(try database.records())
        #expect(try other.nextToSend() == nil, "what is there already changes nothing")
    }

    @Test func `the deletion of a waiting message is queued after an import`() throws {
        #expect(try database.enqueue("mine", "secret", at: moment(9)))
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("mine"), in: ada.id)) })
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try other.nextToSend() == .annotation(.deletion(of: MessageID("mine"), in: ada.id)))
        #expect(try other.records() == database.records())
        try other.apply([message(4, from: .me, id: "mine", text: "secret")])
        #expect(try other.timeline()?.messages.map(\.isDeleted) == [false, false, false, true])
        try other.write { try $0.confirmDeletion(of: "mine") }
        #expect(try other.write { writer in try database.records().filter { try writer.restore($0) }.isEmpty })
        #expect(try other.nextToSend() == nil, "what is there already changes nothing")
    }

    @Test(arguments: [false, true])
    func `an imported deletion also deletes a message that is stored by now`(isSent: Bool) throws {
        #expect(try database.enqueue("mine", "secret", at: moment(9)))
        let other = try ChatDatabase(.memory)
        try other.restore(try database.records())
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("mine"), in: ada.id)) })
        if isSent { try other.apply([message(4, from: .me, id: "mine", text: "secret")]) }
        try other.restore(try database.records())
        #expect(try other.search("secret").hits.isEmpty)
        #expect(try other.ids() == ["m1", "m2", "m3"] + (isSent ? ["mine"] : []))
        #expect(try other.nextToSend() == .annotation(.deletion(of: MessageID("mine"), in: ada.id)))
    }

    @Test(arguments: [false, true])
    func `a message deleted while it waited is not sent after an import`(isConfirmed: Bool) throws {
        #expect(try database.enqueue("mine", "secret", at: moment(9)))
        let backup = try database.records()
        #expect(try database.write { try $0.annotate(.deletion(of: MessageID("mine"), in: ada.id)) })
        if isConfirmed { try database.write { try $0.confirmDeletion(of: "mine") } }
        try database.restore(backup)
        #expect(
            try database.nextToSend() == (isConfirmed ? nil : .annotation(.deletion(of: MessageID("mine"), in: ada.id)))
        )
        #expect(try database.ids() == ["m1", "m2", "m3"])
    }
}
