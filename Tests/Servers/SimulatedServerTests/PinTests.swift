import ChatTypes
import Testing

@testable import SimulatedServer

/// Pinned messages, in groups and between two.
@Suite struct PinTests {
    private let file = TemporaryFile()

    private func pin(_ message: MessageID, _ isPinned: Bool = true, in chat: ChatID, _ world: SimulatedWorld) throws {
        try world.run { try await world.connection.change(.pin(message, isPinned), in: chat) }
    }

    private func update(_ chat: ChatID, _ world: SimulatedWorld) throws -> ChatUpdate {
        let updates = try world.run { try await world.connection.sync(since: nil) }.updates
        return try #require(updates.first { $0.chat.id == chat })
    }

    @Test func `a pin in a chat between two is kept, and told once`() throws {
        let world = try SimulatedWorld(journal: file.url)
        let chat = try #require(try world.run { try await world.connection.sync(since: nil) }.updates.first?.chat.id)
        let message = try #require(try update(chat, world).messages.first?.id)
        #expect(try update(chat, world).pins == nil)
        for _ in 1...2 { try pin(message, in: chat, world) }
        let pinned = try update(chat, world)
        #expect(pinned.pins?.messages == [message])
        #expect(pinned.messages.filter { $0.event == .changed }.map(\.text) == ["changed the pinned messages"])
        try pin(message, false, in: chat, world)
        let unpinned = try update(chat, world)
        #expect(unpinned.pins?.messages == [] && unpinned.pins?.number ?? 0 > pinned.pins?.number ?? 0)
        let again = try SimulatedWorld(journal: file.url)
        #expect(try update(chat, again).pins == unpinned.pins, "the journal has it")
    }

    @Test func `a message that is not there cannot be pinned, and its pin can be removed`() throws {
        let world = try SimulatedWorld(journal: file.url)
        try world.beginFriends()
        let chat = SimulatedWorld.friends
        #expect(throws: ServiceError.unknownMessage) { try pin(MessageID("none"), in: chat, world) }
        try pin(MessageID("none"), false, in: chat, world)
        #expect(try update(chat, world).pins == nil)
    }

    @Test func `a usual member of a group may not pin, and an administrator may`() throws {
        let world = try SimulatedWorld(journal: file.url)
        try world.beginFriends()
        let chat = SimulatedWorld.friends
        try world.run { try await world.connection.change(.setTopic("On Sunday"), in: chat) }
        let line = try #require(try update(chat, world).messages.last?.id)
        try pin(line, in: chat, world)
        #expect(try update(chat, world).pins?.messages == [line])
        try world.run { try await world.server.contactChanges(.setRole("", .member), in: chat, by: SimulatedWorld.ada) }
        #expect(throws: ServiceError.notAllowed) { try pin(line, false, in: chat, world) }
    }

    @Test func `pins keep their order, each is removed alone, and only a message of the chat that stands is pinned`()
        throws
    {
        let (world, john) = (try SimulatedWorld(journal: file.url), SimulatedWorld.john)
        try world.beginFriends()
        let (ids, gone, elsewhere) = try world.run {
            var ids: [MessageID] = []
            for text in ["a", "b", "c"] { ids.append(try await world.server.contactWrites(text, in: john).id) }
            let gone = try await world.server.contactWrites("gone", in: john).id
            try await world.server.contactRemoves(gone, in: john)
            return (ids, gone, try await world.connection.send(world.outgoing(1, to: SimulatedWorld.friends)).id)
        }
        for id in [ids[1], ids[0], ids[2]] { try pin(id, in: john, world) }
        #expect(try update(john, world).pins?.messages == [ids[1], ids[0], ids[2]])
        try pin(ids[0], false, in: john, world)
        #expect(try update(john, world).pins?.messages == [ids[1], ids[2]])
        for id in [gone, elsewhere] { #expect(throws: ServiceError.unknownMessage) { try pin(id, in: john, world) } }
    }

    @Test func `the pins of a group are news again once the user is back`() throws {
        let (world, chat) = (try SimulatedWorld(), SimulatedWorld.friends)
        try world.beginFriends()
        let sent = try world.run { try await world.connection.send(world.outgoing(1, to: chat)).id }
        try pin(sent, in: chat, world)
        try world.run { try await world.connection.setMembership(.leave, in: chat) }
        #expect(try update(chat, world).pins == nil)
        #expect(throws: ServiceError.notMember) { try pin(sent, false, in: chat, world) }
        try world.run { try await world.connection.setMembership(.join, in: chat) }
        #expect(try update(chat, world).pins?.messages == [sent])
    }
}
