import Chat
import ChatApp
import ChatList
import ChatStore
import Foundation
import SimulatedServer
import SimulationKit
import Testing
import Transport

/// Loading, sync and connections: F1 to F4.
@Suite struct ModelFeatureTests {
    @Test func `F1: chats load from disk before the network answers`() throws {
        let file = TemporaryFile()
        do {
            let world = try AppWorld(file: file.path)
            world.start()
            world.open()
            try world.send("Good to see you")
            world.run(for: .seconds(1))
        }
        let world = try AppWorld(conditions: .away, file: file.path)
        world.run { !world.interface.listStates.isEmpty }
        #expect(world.executor.clock.now.offset == .zero)
        #expect(world.interface.list?.rows.map(\.title) == ["John"])
        #expect(world.previews == ["Good to see you"])
    }

    @Test func `F2: existing chats are synced by GET and merged into the store`() throws {
        let world = try AppWorld()
        world.start()
        #expect(world.interface.list?.rows.map(\.title) == ["John"])
        #expect(world.previews == ["Hi, you're here too?"])
        #expect(world.interface.list?.rows.map(\.time) == ["8:51 am"])
        #expect(world.interface.list?.status == nil)
    }

    @Test func `F2: a failed sync keeps the list, says so, and is retried`() throws {
        let world = try AppWorld()
        world.start()
        world.connection.conditions = .away
        world.run(for: .seconds(120))
        #expect(world.interface.list?.rows.map(\.title) == ["John"])
        #expect(world.interface.list?.status == "Offline, trying again: The server cannot be reached")
        try world.contactWrites("Are you there?")
        world.connection.conditions = .perfect
        world.run(for: .seconds(60))
        #expect(world.previews == ["Are you there?"])
        #expect(world.interface.list?.status == nil)
    }

    @Test func `F3: a message for a closed chat comes by push`() throws {
        let world = try AppWorld()
        world.start()
        #expect(try world.connectionCount() == 1)
        try world.contactWrites("Still there?")
        #expect(world.previews == ["Still there?"])
        #expect(world.interface.list?.rows.map(\.unreadCount) == [2])
        #expect(world.interface.list?.rows.map(\.badge) == ["2"])
    }

    @Test(arguments: Seeds.upTo(20))
    func `F4: entering a chat connects a socket, and leaving disconnects it`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        for _ in 1...3 {
            #expect(try world.connectionCount() == 1)
            world.open()
            #expect(try world.connectionCount() == 2)
            world.leaveChat()
        }
        #expect(try world.connectionCount() == 1)
    }

    @Test(arguments: Seeds.upTo(20))
    func `F4: a dropped socket reconnects and fills the gap`(seed: UInt64) throws {
        var conditions = NetworkConditions.perfect
        conditions.connectionLifetime = .seconds(4)
        conditions.silentDropRate = 0.3
        let world = try AppWorld(seed: seed, conditions: conditions)
        world.start()
        world.open()
        for number in 1...60 { try world.contactWrites("\(number)") }
        world.connection.conditions = .perfect
        world.run(for: .seconds(120))
        #expect(world.texts.suffix(49) == (12...60).map { "\($0)" }[...])
        #expect(world.interface.chat?.rows.allSatisfy { !$0.followsGap } == true)
        #expect(try world.connectionCount() == 2)
    }
}
