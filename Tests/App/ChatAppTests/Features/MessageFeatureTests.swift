import Chat
import ChatApp
import ChatList
import ChatSession
import ChatStore
import ChatTypes
import ScreenKit
import SimulatedServer
import SimulationKit
import Testing
import Transport

/// Sending, receiving and reading messages: F5 to F11.
@Suite struct MessageFeatureTests {
    @Test func `F5: a message is shown at once as sending, then sent, then read`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send("hello")
        #expect(world.texts == ["Hi, you're here too?", "hello"])
        #expect(world.deliveries == [.received, .sending])
        world.run(for: .seconds(1))
        #expect(world.deliveries == [.received, .sent])
        try world.perform { try await world.server.contactReads(in: AppWorld.john) }
        world.run(for: .seconds(1))
        #expect(world.deliveries == [.received, .read])
        var shown: [Delivery] = []
        for state in world.interface.chatStates where state.rows.count == 2 && state.rows[1].delivery != shown.last {
            shown.append(state.rows[1].delivery)
        }
        #expect(shown == [.sending, .sent, .read])
    }

    @Test func `F5: a refused message is shown as failed and can be resent`() throws {
        let file = TemporaryFile()
        do {
            let world = try AppWorld(file: file.path)
            world.start()
            try world.startChat(with: "Zoë")
            world.run(for: .seconds(1))
        }
        // Another server, which does not know the chat.
        let world = try AppWorld(seed: 2, file: file.path, schedule: .inOrder)
        world.start()
        let chat = try #require(world.interface.list?.rows.first { $0.title == "Zoë" }?.id.chat)
        world.open(chat)
        try world.send("hello")
        world.run(for: .seconds(1))
        let reason =
            "The server does not know this chat: it can be read; to write in it, bring back the server's journal, too"
        #expect(world.deliveries == [.failed(reason: reason)])
        _ = try world.perform { try await world.connection.createChat(with: "Zoë") }
        world.interface.chatModule?.send(.resendFailed)
        world.run(for: .seconds(1))
        #expect(world.deliveries == [.sent])
        #expect(try world.log(of: chat).map(\.text) == ["hello"])
    }

    @Test func `F6: a notification says which of two chats of one name it is of`() throws {
        let world = try AppWorld()
        world.start()
        let contact = Contact(id: ContactID("another-john"), name: "John")
        let chat = ChatHeader(id: ChatID("chat-another"), contact: contact, createdAt: moment(0))
        let message = world.message("1", by: .contact)
        try world.ingest(ChatUpdate(chat: chat, messages: [message]))
        #expect(world.interface.notifications.map(\.title) == ["John (another-john)"])
    }

    @Test(arguments: Seeds.upTo(20))
    func `F6: a live message of a closed chat is notified once`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        try world.contactWrites("One")
        world.run(for: .seconds(100))
        #expect(world.interface.notifications.map(\.text) == ["One"])
        #expect(world.interface.notifications.map(\.title) == ["John"])
        #expect(world.interface.notifications.map(\.chat) == [AppWorld.john])
    }

    @Test(arguments: Seeds.upTo(20))
    func `F6: a message of the chat on screen is never notified`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.open()
        try world.contactWrites("One")
        world.leaveChat()
        world.run(for: .seconds(100))
        #expect(world.interface.notifications.isEmpty)
    }

    @Test(arguments: Seeds.upTo(20))
    func `F6: a message that arrives as its chat opens is not notified`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        for delay in 0..<60 {
            try world.perform { try await world.server.contactWrites("\(delay)", in: AppWorld.john) }
            world.run(for: .milliseconds(delay))
            world.open()
            #expect(world.texts.last == "\(delay)")
            world.leaveChat()
        }
        #expect(world.interface.notificationsInSight.map(\.text) == [])
        #expect(!world.interface.notifications.isEmpty, "some messages came before")
    }

    @Test func `F7: a new message is shown at once from any source`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.contactWrites("By socket")
        #expect(world.texts.last == "By socket")
        try world.perform {
            // Another device of the account wrote it, so only a sync brings it.
            _ = try await world.connection.send(
                OutgoingMessage(id: MessageID("other"), chat: AppWorld.john, text: "By another device")
            )
        }
        world.run(for: .seconds(61))
        #expect(world.texts.last == "By another device")
        #expect(world.deliveries.last == .sent)
    }

    @Test func `F8: a read receipt is sent for visible messages, the latest wins`() throws {
        let world = try AppWorld()
        world.start()
        #expect(try world.perform { await world.server.newestRead(by: .me, in: AppWorld.john) } == nil)
        world.open()
        let messages = try (1...5).map { try world.contactWrites("\($0)") }
        let newest = try world.perform { await world.server.newestRead(by: .me, in: AppWorld.john) }
        #expect(newest == messages.last?.id)
    }

    @Test func `F9: a receipt marks the user's message and all earlier ones as read`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        for number in 1...3 { try world.send("own \(number)") }
        world.run(for: .seconds(1))
        let second = try world.log()[2].id
        try world.perform { try await world.server.contactReads(upTo: second, in: AppWorld.john) }
        world.run(for: .seconds(1))
        #expect(world.deliveries == [.received, .read, .read, .sent])
    }

    @Test(arguments: Seeds.upTo(20))
    func `F10: the badge is the sum of the rows' unread counts, and zero hides it`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        #expect(world.interface.badge == 1 && world.unreadOfRows == 1)
        try world.startChat(with: "Ada Lovelace")
        world.leaveChat()
        try world.contactWrites("One", in: ChatID("chat-ada-lovelace"))
        try world.contactWrites("Two", in: ChatID("chat-ada-lovelace"))
        try world.contactWrites("Three")
        #expect(world.interface.badge == 4 && world.unreadOfRows == 4)
        world.open()
        world.leaveChat()
        #expect(world.interface.badge == 2 && world.unreadOfRows == 2)
        // stream-chat-swift#1259: a badge reading 0 stayed visible.
        world.open(ChatID("chat-ada-lovelace"))
        world.leaveChat()
        #expect(world.interface.badges.last == 0 && world.interface.badge == nil)
        #expect(world.interface.list?.rows.allSatisfy { $0.badge == nil } == true)
    }

    @Test(arguments: Seeds.upTo(50))
    func `F11: a message is stored before it is notified`(seed: UInt64) throws {
        let file = TemporaryFile()
        let world = try AppWorld(seed: seed, file: file.path)
        world.start()
        _ = try world.perform { try await world.server.contactWrites("Stored?", in: AppWorld.john) }
        world.run { !world.interface.notifications.isEmpty }
        // The history as another process would read it now.
        let database = try ChatDatabase(.file(path: file.path))
        #expect(
            try database.read { try $0.timeline(of: AppWorld.john, in: .newest(9)) }?.messages.last?.text == "Stored?"
        )
    }
}
