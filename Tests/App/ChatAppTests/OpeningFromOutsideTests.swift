import Chat
import ChatApp
import ChatTypes
import ScreenKit
import SimulationKit
import Testing

/// Chats opened from outside all screens, as when a notification is tapped.
@Suite struct OpeningFromOutsideTests {
    @Test(arguments: Seeds.upTo(20))
    func `the second of two chats opened at once is shown`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        let ada = try world.contact("Ada Lovelace")
        world.start()
        world.open()
        world.application.open(AppWorld.john)
        world.application.open(ada)
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john), .chat(ada)])
    }

    @Test(arguments: Seeds.upTo(50))
    func `a chat opened while another one is being left is shown`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        let ada = try world.contact("Ada Lovelace")
        world.start()
        world.open()
        world.interface.chatModule?.send(.leave)
        world.run(for: .microseconds(Int(seed) * 20))
        world.application.open(ada)
        world.run(for: .seconds(5))
        #expect(world.interface.top == .chat(ada))
    }

    @Test func `a chat opened before the app runs is shown once it runs`() throws {
        let world = try AppWorld(runs: false)
        world.application.open(AppWorld.john)
        world.run()
        world.run(for: .seconds(5))
        #expect(world.interface.stacks == [[.chatList], [.chatList, .chat(AppWorld.john)]])
    }

    @Test(arguments: [false, true])
    func `opening a covered chat returns to it with its draft`(isReplacing: Bool) throws {
        let world = try AppWorld()
        let ada = try world.contact("Ada Lovelace")
        let grace = try world.contact("Grace Hopper")
        world.start()
        world.open()
        let john = world.interface.chatModule
        try world.perform { await john?.perform(.draft("not yet")) }
        world.openDetails()
        for chat in [ada, grace] {
            world.application.open(chat)
            world.run(for: .seconds(1))
        }
        #expect(world.interface.stacks.last?.count == 5)
        world.application.open(AppWorld.john, replacingTop: isReplacing)
        world.run(for: .seconds(1))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john)])
        #expect(try world.connectionCount() == 2, "one push connection, one socket")
        try world.perform { await john?.perform(.send("now")) }
        world.run(for: .seconds(5))
        #expect(try world.log().last?.text == "now", "the same screen")
    }

    @Test(arguments: [false, true])
    func `a covered chat is replaced when opened at a message`(
        isReplacing: Bool
    ) throws {
        let world = try AppWorld()
        let ada = try world.contact("Ada Lovelace")
        world.start()
        let message = try world.contactWrites("here").id
        world.open()
        world.application.open(ada)
        world.run(for: .seconds(1))
        world.application.open(AppWorld.john, at: message, replacingTop: isReplacing)
        world.run(for: .seconds(1))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john, at: message)])
        #expect(world.interface.chat?.found == message)
        #expect(try world.connectionCount() == 2, "one push connection, one socket")
        world.application.open(ada)
        world.run(for: .seconds(1))
        world.application.open(AppWorld.john)
        world.run(for: .seconds(1))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john, at: message)], "open already")
    }
}
