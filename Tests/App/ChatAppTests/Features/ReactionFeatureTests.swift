import Chat
import ChatApp
import ChatTypes
import ScreenKit
import SimulatedServer
import Testing
import Transport

/// Reactions: F34.
@Suite struct ReactionFeatureTests {
    private func reactions(_ world: AppWorld) -> [MessageReaction] { world.interface.chat?.rows.last?.reactions ?? [] }

    @Test func `F34: the user's reaction reaches the server, and again removes it`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        let row = try #require(world.interface.chat?.rows.last)
        world.interface.chatModule?.send(.react(row.id, ":+1:"))
        world.run(for: .seconds(1))
        #expect(reactions(world) == [MessageReaction(text: "👍", count: 1, isMine: true)])
        let log = try world.perform { [server = world.server] in await server.reactionAndPollLog(of: AppWorld.john) }
        #expect(log.map(\.kind) == [.reaction(text: "👍", isSet: true)] && log.first?.author == .me)
        world.interface.chatModule?.send(.react(row.id, "👍"))
        world.run(for: .seconds(1))
        #expect(reactions(world) == [])
    }

    @Test func `F34: a contact's reaction is counted with a name, and is neither unread nor a preview`() throws {
        let world = try AppWorld()
        world.start()
        let message = try world.contactWrites("Six")
        let (badge, previews) = (world.interface.badge, world.previews)
        try world.perform { [server = world.server] in
            try await server.contactReacts("🎉", to: message.id, in: AppWorld.john)
        }
        world.run(for: .seconds(1))
        #expect(world.interface.badge == badge && world.previews == previews)
        world.open()
        #expect(reactions(world) == [MessageReaction(text: "🎉", count: 1, names: ["John"])])
    }

    @Test func `F34: a text that cannot be a reaction is a problem`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        let row = try #require(world.interface.chat?.rows.last)
        world.interface.chatModule?.send(.react(row.id, String(repeating: "x", count: 33)))
        world.run(for: .seconds(1))
        #expect(reactions(world) == [] && world.interface.chat?.problem != nil)
    }
}
