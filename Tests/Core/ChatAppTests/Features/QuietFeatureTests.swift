import Chat
import ChatApp
import ChatList
import ChatTypes
import ScreenKit
import Testing
import Transport

/// What disturbs less, and what is taken back: F26 to F28.
@Suite struct QuietFeatureTests {
    @Test func `F26: a muted chat says so, is not announced, and is no part of the badge`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.interface.chatModule?.send(.setMuted(true))
        world.run(for: .seconds(1))
        #expect(world.interface.chat?.isMuted == true)
        world.leaveChat()
        try world.contactWrites("Hear me?")
        #expect(world.interface.list?.rows.map(\.isMuted) == [true] && world.unreadOfRows == 1)
        #expect(world.interface.notifications.isEmpty && world.interface.badge == nil)
        world.open()
        world.interface.chatModule?.send(.setMuted(false))
        world.run(for: .seconds(1))
        world.leaveChat()
        try world.contactWrites("Hear me now?")
        #expect(world.interface.notifications.map(\.text) == ["Hear me now?"] && world.interface.badge == 1)
    }

    @Test func `F26: what is found in a muted chat says that it is muted, a name and a message`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.interface.chatModule?.send(.setMuted(true))
        try world.contactWrites("John again")
        world.leaveChat()
        try world.search("john")
        #expect(world.interface.list?.rows.map { $0.id.message == nil } == [true, false])
        #expect(world.interface.list?.rows.map(\.isMuted) == [true, true])
    }

    @Test func `F27: who types is told of a chat that was found by its name`() throws {
        let world = try AppWorld()
        world.start()
        try world.contactWrites("John again")
        try world.search("john")
        try world.perform { try await world.server.contactTypes(in: AppWorld.john) }
        world.run(for: .seconds(1))
        #expect(world.interface.list?.rows.map(\.typing) == ["John is typing…", nil])
    }

    @Test func `F27: who types is told, in the list and in the chat, until they stop or write`() throws {
        let world = try AppWorld()
        world.start()
        try world.perform { [server = world.server] in try await server.contactTypes(in: AppWorld.john) }
        world.run(for: .seconds(1))
        #expect(world.interface.list?.rows.map(\.typing) == ["John is typing…"])
        world.run(for: .seconds(10))
        #expect(world.interface.list?.rows.map(\.typing) == [nil])
        world.open()
        try world.perform { [server = world.server] in try await server.contactTypes(in: AppWorld.john) }
        world.run(for: .seconds(1))
        #expect(world.interface.chat?.typing == "John is typing…")
        try world.contactWrites("There")
        #expect(world.interface.chat?.typing == nil && world.texts.last == "There")
    }

    @Test func `F27: that one types is told, and a draft that is only shown is not`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.interface.chatModule?.send(.draft("Half a thou"))
        world.run(for: .seconds(2))
        #expect(try isToldToTheServer(in: world))
        world.leaveChat()
        try world.perform { [server = world.server] in await server.forgetTyping() }
        world.open()
        world.run(for: .seconds(10))
        #expect(world.interface.chat?.draft == "Half a thou")
        #expect(try !isToldToTheServer(in: world))
    }

    private func isToldToTheServer(in world: AppWorld) throws -> Bool {
        try world.perform { [server = world.server] in await server.isTyping(in: AppWorld.john) }
    }

    @Test func `F28: a message that was taken back leaves a tombstone, and is found nowhere`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send("umbrella")
        world.run(for: .seconds(1))
        let row = try #require(world.interface.chat?.rows.last)
        world.interface.chatModule?.send(.unsend(row.id))
        world.run(for: .seconds(1))
        #expect(world.texts.last == "Message deleted" && world.interface.chat?.rows.last?.isRemoved == true)
        #expect(try world.log().last?.isRemoved == true)
        world.leaveChat()
        #expect(world.previews == ["Message deleted"])
        try world.search("umbrella")
        #expect(world.previews == [])
    }

    @Test func `F28: what the contact takes back is unread no longer`() throws {
        let world = try AppWorld()
        world.start()
        let message = try world.contactWrites("Forget it")
        #expect(world.interface.badge == 2)
        try world.perform { [server = world.server] in
            try await server.contactRemoves(message.id, in: AppWorld.john)
        }
        world.run(for: .seconds(1))
        #expect(world.interface.badge == 1 && world.previews == ["Message deleted"])
    }

    @Test func `F28: where only a tombstone is new nothing is unread, and seeing it tells the server nothing`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.leaveChat()
        let read = try world.perform { await world.server.newestRead(by: .me, in: AppWorld.john) }
        let message = try world.contactWrites("Forget it")
        try world.perform { try await world.server.contactRemoves(message.id, in: AppWorld.john) }
        world.run(for: .seconds(1))
        #expect(world.interface.badge == nil && world.unreadOfRows == 0)
        world.open()
        #expect(world.texts.last == "Message deleted" && world.interface.chat?.firstUnread == nil)
        #expect(try world.perform { await world.server.newestRead(by: .me, in: AppWorld.john) } == read)
    }
}
