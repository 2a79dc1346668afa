import ChatStore
import ChatTypes
import Testing

@Suite struct UpdateTests {
    @Test func `the same message, from any source and however often, is one row`() throws {
        let database = try ChatDatabase(.memory)
        #expect(try database.apply([message(1)]).isChange)
        #expect(try !database.apply([message(1)]).isChange)
        #expect(try !database.apply([message(1, text: "another body")]).isChange)
        #expect(try database.timeline(in: .newest(9))?.messages.map(\.text) == ["text 1"])
        #expect(try database.unread() == 1)
    }

    @Test func `messages are in the order of positions, not of times or arrival`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(3, at: moment(-7200))])
        try database.apply([message(1), message(2, at: moment(7200))])
        #expect(try database.ids() == ["m1", "m2", "m3"])
        #expect(try database.chats(limit: 1).first?.newest?.text == "text 3")
        #expect(try database.chats(limit: 1).first?.activity == moment(-7200), "the time of the newest by position")
    }

    @Test func `a confirmed message below the newest no longer determines the activity`()
        throws
    {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(3)])
        #expect(try database.enqueue("mine", at: moment(100)))
        #expect(try database.chats(limit: 1).first?.activity == moment(100))
        try database.apply([message(2, from: .me, id: "mine")])
        #expect(try database.chats(limit: 1).first?.activity == moment(3))
    }

    @Test func `pages and pushes in any order give the same history`() throws {
        let all = (1...5).map { message($0, from: $0 == 4 ? .me : .contact) }
        let receipts = [
            ReadReceipt(reader: .me, message: all[1].id), ReadReceipt(reader: .contact, message: all[3].id),
        ]
        let straight = try ChatDatabase(.memory)
        try straight.apply(all, receipts: receipts)
        let expected = (try straight.timeline(in: .newest(9)), try straight.chats(limit: 9))
        for order in [[4, 3, 2, 1, 0], [2, 0, 4, 1, 3], [1, 1, 4, 4, 0, 3, 2]] {
            let database = try ChatDatabase(.memory)
            try database.apply(receipts: receipts)
            for index in order { try database.apply([all[index]], receipts: [receipts[0]]) }
            #expect(try database.timeline(in: .newest(9)) == expected.0)
            #expect(try database.chats(limit: 9) == expected.1)
            #expect(try database.unreadCount() == straight.unreadCount())
        }
    }

    @Test func `contradicting messages are dropped`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1), message(2)])
        let impostors = [
            message(3, from: .me, id: "m1"),
            message(2, id: "another at the same position"),
            Message(
                id: MessageID("loop"),
                author: .contact,
                text: "",
                sentAt: moment(9),
                position: Position(90),
                predecessor: Predecessor(position: Position(90), cursor: PageCursor("round and round"))
            ),
        ]
        #expect(try !database.apply(impostors).isChange)
        #expect(try database.ids() == ["m1", "m2"])
        #expect(try database.unreadCount() == 2)
    }

    @Test func `a contact cannot confirm the user's waiting message with its ID`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        #expect(try database.enqueue("mine", at: moment(2)))
        try database.apply([message(2, from: .contact, id: "mine", text: "gotcha")])
        let waiting = try #require(try database.timeline(in: .newest(9))?.messages.last)
        #expect(waiting.text == "hello" && waiting.delivery == .sending)
    }

    @Test func `a message is announced once, live or not`() throws {
        let database = try ChatDatabase(.memory)
        #expect(try database.apply([message(1)], announcing: false).announced.isEmpty)
        #expect(try database.apply([message(1)], announcing: true).announced.map(\.id.rawValue) == ["m1"])
        #expect(try database.apply([message(1)], announcing: true).announced.isEmpty)
        #expect(try database.apply([message(2)], announcing: true).announced.map(\.id.rawValue) == ["m2"])
        #expect(try database.apply([message(3, from: .me)], announcing: true).announced.isEmpty)
    }

    @Test func `text comes back as it came: NUL, escapes, overrides, and numbers of 64 bits`() throws {
        let database = try ChatDatabase(.memory)
        let text = "a\0b\u{1B}[31m\u{202E}c\u{9B}\n👩‍👩‍👧‍👦e\u{301}"
        let far = Message(
            id: MessageID("far\0away"),
            author: .contact,
            text: text,
            sentAt: moment(1),
            position: Position(.max),
            predecessor: Predecessor(position: Position(.max - 1), cursor: PageCursor("c\0d"))
        )
        try database.apply([far, message(1, text: "")])
        let stored = try #require(try database.timeline(in: .newest(9))?.messages)
        #expect(stored.map(\.text) == ["", text])
        #expect(stored.last?.id == far.id && stored.last?.position == far.position)
        #expect(try database.read { try $0.earliestGap(in: ada.id) } == nil)
        #expect(try database.read { try $0.gapToFill(in: ada.id) }?.cursor == PageCursor("c\0d"))
    }

    @Test func `a contact's new name is taken over, and found`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        let renamed = ChatHeader(
            id: ada.id,
            contact: Contact(id: ada.contact.id, name: "Countess Lovelace"),
            createdAt: ada.createdAt
        )
        #expect(try database.apply(in: renamed).isChange)
        #expect(try database.search("countess", limit: 9).hits.count == 1)
        #expect(try database.search("ada", limit: 9).hits.isEmpty)
        #expect(try database.read { try $0.chat(withContactNamed: "countess lovelace") }?.id == ada.id)
    }

    @Test func `a chat between two whose contact becomes known later is found by the contact's ID`() throws {
        let database = try ChatDatabase(.memory)
        func header(_ contact: String, _ name: String) -> ChatHeader {
            ChatHeader(
                id: ChatID("!1:test"),
                contact: Contact(id: ContactID(contact), name: name),
                createdAt: moment(0)
            )
        }
        try database.apply(in: header("!1:test", "Empty room"))
        try database.apply(in: header("@bob:test", "Bob"))
        let found = try database.read { try $0.chat(withContactNamed: "@bob:test", includingGroups: true) }
        #expect(found == header("@bob:test", "Bob"))
        #expect(try database.chats().map(\.contact.id.rawValue) == ["@bob:test"])
        #expect(try database.apply(in: header("@bob:other", "Bob")).isChange)
        #expect(try !database.apply(in: header("@bob:other", "Bob")).isChange)
    }

    @Test func `a message that the user sent from another device moves its chat up`() throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1)])
        try database.apply([message(1, at: moment(50))], in: ben)
        try database.apply([message(2, from: .me, at: moment(99))])
        #expect(try database.chats().map(\.id) == [ada.id, ben.id])
    }

    @Test func `a message that the user has read elsewhere by then is not announced`() throws {
        let database = try ChatDatabase(.memory)
        let receipt = ReadReceipt(reader: .me, message: MessageID("m1"))
        let applied = try database.apply([message(1), message(2)], receipts: [receipt], announcing: true)
        #expect(applied.announced.map(\.id.rawValue) == ["m2"])
    }

    @Test(arguments: [Author.me, .contact])
    func `a message of the user's, or a deleted one, is not announced when it comes again live`(author: Author) throws {
        let database = try ChatDatabase(.memory)
        try database.apply([message(1, from: author)])
        if author == .contact {
            try database.apply(annotations: [Annotation(author: author, message: MessageID("m1"), kind: .deletion)])
        }
        #expect(try database.apply([message(1, from: author)], announcing: true).announced.isEmpty)
    }
}
