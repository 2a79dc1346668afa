import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import SimulationKit
import Testing
import Transport

/// A user creates a chat, writes, leaves, waits and comes back, on any network.
@Suite struct AcceptanceTests {
    @Test(arguments: Seeds.upTo(20))
    func `on a perfect network both messages are read and each reply is shown once`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed, contactsLive: true, schedule: .inOrder)
        try walk(in: world, waiting: .seconds(60))
        #expect(!world.interface.notifications.isEmpty, "messages after leaving were notified")
    }

    @Test(arguments: Seeds.upTo(20))
    func `on a bad network both messages are read and each reply is shown once`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed, conditions: .storm, contactsLive: true, schedule: .inOrder)
        try walk(in: world, waiting: .seconds(600))
    }

    @Test(arguments: Seeds.upTo(20))
    func `on a bad network in shuffled order the result is the same`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed, conditions: .storm, contactsLive: true)
        try walk(in: world, waiting: .seconds(1200))
    }

    private func walk(in world: AppWorld, waiting: Duration) throws {
        let ada = ChatID("chat-ada")
        world.start()
        world.openForm()
        for _ in 1...5 where world.interface.top == .createChat {
            // On a bad network it may fail after a minute; then the user retries.
            let problem = world.interface.form?.problem
            world.interface.formModule?.send(.type("Ada"))
            world.interface.formModule?.send(.create)
            world.run { world.interface.chat != nil || world.interface.form?.problem != problem }
        }
        #expect(world.interface.top == .chat(ada))
        try world.send("hello")
        world.run(for: .seconds(25))
        try world.send("still there?")
        let first = world.interface.chatStates
        world.leaveChat()
        world.run(for: waiting)
        // The rows' counts add up to the badge.
        #expect(world.interface.badges.last == world.unreadOfRows)
        world.open(ada)
        world.run(for: .seconds(5))

        let log = try world.log(of: ada)
        #expect(log.filter { $0.author == .me }.map(\.text) == ["hello", "still there?"])
        #expect(log.contains { $0.author == .contact })
        let rows = world.interface.chat?.rows ?? []
        #expect(rows.map(\.id) == log.map(\.id), "each once, in the server's order")
        #expect(rows.filter { $0.author == .me }.map(\.delivery) == [.read, .read])
        #expect(rows.allSatisfy { !$0.followsGap })
        let steps = (first + world.interface.chatStates).compactMap { $0.rows.first { $0.text == "hello" }?.delivery }
        #expect(steps.first == .sending && steps.last == .read)
        #expect(steps.filter { $0 != .sending && $0 != .sent && $0 != .read }.isEmpty)
        let notified = world.interface.notifications.filter { $0.chat == ada }.map(\.text)
        let previews = log.map(\.preview)
        for text in notified {
            #expect(notified.count { $0 == text } <= previews.count { $0 == text }, "at most once")
        }
        world.run(for: waiting)
        #expect(world.interface.list?.rows.first { $0.id.chat == ada }?.unreadCount == 0)
        #expect(world.interface.badges.last == world.unreadOfRows)
    }
}
