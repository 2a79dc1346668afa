import Chat
import ChatApp
import ChatList
import ChatTypes
import ScreenKit
import SimulatedServer
import Testing
import Transport

/// Muting, typing and deleting: F26 to F28.
@Suite struct QuietFeatureTests {
    @Test func `F26: a muted chat says so, is not notified and not in the badge`() throws {
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

    @Test func `F26: search results of a muted chat show that it is muted`() throws {
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

    @Test func `F27: a chat found by its name shows who is typing`() throws {
        let world = try AppWorld()
        world.start()
        try world.contactWrites("John again")
        try world.search("john")
        try world.perform { try await world.server.contactTypes(in: AppWorld.john) }
        world.run(for: .seconds(1))
        #expect(world.interface.list?.rows.map(\.typing) == ["John is typing…", nil])
    }

    @Test func `F27: list and chat show who is typing until they stop or write`() throws {
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

    @Test func `F27: typing is sent to the server, a shown draft is not`() throws {
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

    @Test func `the list of drafts shows their texts without an author`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send("Hello")
        world.interface.chatModule?.send(.draft("Half a thou"))
        world.run(for: .seconds(2))
        world.leaveChat()
        #expect(world.interface.list?.rows.map(\.author) == [.me])
        world.interface.listModule?.send(.showDrafts)
        world.run(for: .seconds(1))
        #expect(world.interface.list?.isOfDrafts == true && world.previews == ["Half a thou"])
        #expect(world.interface.list?.rows.map(\.author) == [nil] && world.interface.list?.rows.map(\.sender) == [nil])
    }

    private func isToldToTheServer(in world: AppWorld) throws -> Bool {
        try world.perform { [server = world.server] in await server.isTyping(in: AppWorld.john) }
    }

    @Test func `F28: a deleted message leaves a tombstone that no search finds`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send("umbrella")
        world.run(for: .seconds(1))
        let row = try #require(world.interface.chat?.rows.last)
        world.interface.chatModule?.send(.delete(row.id))
        world.run(for: .seconds(1))
        #expect(world.texts.last == "Message deleted" && world.interface.chat?.rows.last?.isDeleted == true)
        #expect(try world.log().last?.isDeleted == true)
        world.leaveChat()
        #expect(world.previews == ["Message deleted"])
        try world.search("umbrella")
        #expect(world.previews == [])
    }

    @Test func `F28: a message deleted by the contact is no longer unread`() throws {
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

    @Test func `F28: a tombstone is not unread and sends no receipt`() throws {
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
