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
}
