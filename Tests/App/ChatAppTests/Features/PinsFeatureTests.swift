import Chat
import ChatApp
import ChatTypes
import PinnedMessages
import ScreenKit
import SimulationKit
import Testing

/// Pinned messages: F46.
@Suite struct PinsFeatureTests {
    @Test(arguments: Seeds.upTo(10))
    func `F46: a message is pinned, listed, gone to and unpinned, on the simulated server`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.open()
        let message = try #require(world.interface.chat?.rows.first?.id)
        world.interface.chatModule?.send(.change(.pin(message, true)))
        world.run(for: .seconds(5))
        #expect(world.interface.chat?.rows.first?.isPinned == true)
        #expect(world.interface.chat?.rows.last?.text == "You changed the pinned messages")
        world.openPins()
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john), .pins(of: AppWorld.john)])
        #expect(world.interface.pins?.rows.map(\.id) == [message] && world.interface.pins?.title == "John")
        world.interface.pinsModule?.send(.open(message))
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john, at: message)])
        world.openPins()
        world.interface.pinsModule?.send(.unpin(message))
        world.run(for: .seconds(5))
        #expect(world.interface.pins?.rows == [])
        world.interface.pinsModule?.send(.leave)
        world.run(for: .seconds(5))
        #expect(world.interface.top?.chat == AppWorld.john && world.interface.chat?.rows.first?.isPinned == false)
    }

    @Test func `F46: rights, a message that is not here and a deleted one are told`() throws {
        let world = try AppWorld()
        try world.startWithGroup()
        try world.ingest([world.message("1", by: AppWorld.ada, "hello")])
        try world.stand(ChatStanding(rights: .invite), number: 50)
        let pins = ChatPins([MessageID("elsewhere"), MessageID("1")], number: 51)
        try world.ingest(ChatUpdate(chat: AppWorld.header, pins: pins))
        world.open(AppWorld.walkers)
        world.interface.chatModule?.send(.change(.pin(MessageID("1"), false)))
        world.run(for: .seconds(2))
        #expect(world.interface.chat?.problem?.text == "Your role does not allow you to pin messages here")
        world.openPins(of: AppWorld.walkers)
        #expect(world.interface.pins?.rows.map(\.isHere) == [true, false] && world.interface.pins?.canUnpin == false)
        world.interface.pinsModule?.send(.open(MessageID("elsewhere")))
        world.run(for: .seconds(2))
        #expect(world.interface.top == .pins(of: AppWorld.walkers))
        #expect(world.interface.pins?.problem?.text.hasPrefix("This message is not here") == true)
    }
}

extension AppWorld {
    fileprivate func openPins(of chat: ChatID = john) {
        interface.chatModule?.send(.showPins)
        run { interface.top == .pins(of: chat) && interface.pins != nil }
        run(for: .seconds(1))
    }
}
