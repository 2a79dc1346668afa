import ChatStore
import ChatTypes
import Testing

@Suite struct GapTests {
    @Test func `one to four, then seven: a gap, until five and six are there`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply((1...4).map { message($0) })
        #expect(try database.apply([message(7)]).opensGap)
        #expect(try gaps(database) == ["m7"])
        #expect(try database.read { try $0.gapToFill(in: ada.id) }?.cursor == PageCursor("before 7"))
        try database.apply([message(6)])
        #expect(try gaps(database) == ["m6"])
        try database.apply([message(5)])
        #expect(try gaps(database) == [])
        #expect(try database.read { try $0.chatsWithGaps() } == [])
    }

    @Test func `missing numbers are no gap, since positions are sparse`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2)])
        #expect(try database.read { try $0.gapToFill(in: ada.id) } == nil)
    }

    @Test func `unrequested history is not a gap once it counts as read`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(8), message(9)])
        #expect(try database.read { try $0.gapToFill(in: ada.id) } != nil, "unread messages may hide there")
        try database.apply(receipts: [ReadReceipt(reader: .me, message: MessageID("m8"))])
        #expect(try database.read { try $0.gapToFill(in: ada.id) } == nil)
        #expect(try database.read { try $0.earliestGap(in: ada.id) }?.position == Position(80))
        #expect(try database.timeline(in: .newest(9))?.hasEarlier == true)
    }

    @Test func `unrequested history becomes a gap once a message comes before it`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(8), message(9)], receipts: [ReadReceipt(reader: .me, message: MessageID("m9"))])
        #expect(try database.read { try $0.gapToFill(in: ada.id) } == nil)
        #expect(try database.enqueue("m1", at: moment(1)))
        #expect(try database.read { try $0.gapToFill(in: ada.id) } == nil, "the server may not have it yet")
        #expect(try database.apply([message(1, from: .me)]).opensGap)
        #expect(try database.read { try $0.gapToFill(in: ada.id) }?.position == Position(80))
        #expect(try !database.apply([message(2)]).opensGap, "there is one below already")
    }

    @Test func `the start of the conversation is only what the server says it is`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(2)])
        #expect(try database.timeline(in: .newest(9))?.hasEarlier == true)
        try database.apply([message(1)])
        #expect(try database.timeline(in: .newest(9))?.hasEarlier == false)
        #expect(try database.read { try $0.earliestGap(in: ada.id) } == nil)
    }

    @Test func `a gap closes when the server has nothing there`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(2)])
        try database.write { try $0.closeGap(before: Position(20), in: ada.id) }
        #expect(try database.timeline(in: .newest(9))?.hasEarlier == false)
    }

    @Test func `moving one gap leaves the others of the chat where they are`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(3), message(6)])
        try database.apply([message(9)], in: ben)
        try database.write { try $0.moveGap(before: Position(60), in: ada.id, to: PageCursor("further")) }
        let (newest, earliest) = try database.read { reader in
            (try reader.gapToFill(in: ada.id), try reader.earliestGap(in: ada.id))
        }
        #expect(newest?.position == Position(60) && newest?.cursor == PageCursor("further"))
        #expect(earliest?.position == Position(30) && earliest?.cursor == PageCursor("before 3"))
        #expect(try database.read { try $0.earliestGap(in: ben.id) }?.cursor == PageCursor("before 9"))
    }

    @Test func `a message that comes again with another cursor renews that of its own gap, once`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(3), message(6)])
        let again = Message(
            id: MessageID("m6"),
            author: .contact,
            text: "text 6",
            sentAt: moment(6),
            position: Position(60),
            predecessor: Predecessor(position: Position(50), cursor: PageCursor("new"))
        )
        #expect(try database.apply([again]).opensGap)
        #expect(try !database.apply([again]).opensGap)
        #expect(try database.read { try $0.gapToFill(in: ada.id) }?.cursor == PageCursor("new"))
        #expect(try database.read { try $0.earliestGap(in: ada.id) }?.cursor == PageCursor("before 3"))
    }

    @Test func `unrequested history is a gap while a sent message may be in it`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(8), message(9)], receipts: [ReadReceipt(reader: .me, message: MessageID("m9"))])
        #expect(try database.enqueue("mine", at: moment(1)))
        func gap() throws -> Position? {
            try database.read { try $0.gapToFill(in: ada.id, isCounted: true) }?.position
        }
        #expect(try gap() == nil)
        try database.write { try $0.markAccepted(MessageID("mine"), in: ada.id) }
        #expect(try gap() == Position(80))
    }

    private func gaps(_ database: ChatDatabase, in chat: ChatHeader = ada) throws -> [String] {
        try database.timeline(of: chat)?.messages.filter(\.followsGap).map(\.id.rawValue) ?? []
    }

    @Test(arguments: [String?.none, "m3"])
    func `one gap of one chat is closed, and the others stay`(last: String?) throws {
        let database = try ChatDatabase(.memory)
        for chat in [ada, ben] { try database.apply([message(1), message(3), message(6)], in: chat) }
        #expect(try database.read { try $0.chatsWithGaps() } == [ada.id, ben.id])
        let incomplete = try database.read { try $0.incompleteChats(naming: 1) }
        #expect(incomplete.count == 2 && incomplete.names == ["Ada Lovelace"])
        func close(after message: String) throws -> Bool {
            try database.write { try $0.closeGap(before: Position(60), after: MessageID(message), in: ada.id) }
        }
        #expect(try !close(after: "m1"), "another message comes between")
        if let last {
            #expect(try close(after: last))
        } else {
            try database.write { try $0.closeGap(before: Position(60), in: ada.id) }
        }
        #expect(try gaps(database) == ["m3"] && gaps(database, in: ben) == ["m3", "m6"])
    }

    @Test func `a message closes the gap behind it in its own chat only`() throws {
        let database = try ChatDatabase(.memory)
        for chat in [ada, ben] { try database.apply([message(1), message(3)], in: chat) }
        try database.apply([message(2)])
        #expect(try gaps(database) == [] && gaps(database, in: ben) == ["m3"])
    }
}
