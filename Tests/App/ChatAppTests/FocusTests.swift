import Chat
import ChatApp
import ChatList
import ChatSession
import ChatTypes
import ScreenKit
import ScreenTesting
import SimulatedServer
import SimulationKit
import Testing
import Transport

/// stream-chat-swift#2544, #2832, #3193; iamb#94, #291: marked read while hidden, unfocused or left.
@Suite struct FocusTests {
    @Test(arguments: Seeds.upTo(20))
    func `a message shown without focus is marked as read when focus returns`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.open()
        let seen = try world.perform { await world.server.newestRead(by: .me, in: AppWorld.john) }
        world.setFocus(false)
        let message = try world.contactWrites("Anybody there?")
        world.run(for: .seconds(100))
        #expect(world.texts.last == "Anybody there?")
        #expect(world.interface.badge == 1)
        #expect(try world.perform { await world.server.newestRead(by: .me, in: AppWorld.john) } == seen)
        world.setFocus(true)
        world.run(for: .seconds(1))
        #expect(world.interface.badge == nil)
        #expect(try world.perform { await world.server.newestRead(by: .me, in: AppWorld.john) } == message.id)
    }

    @Test(arguments: Seeds.upTo(20))
    func `a chat opened without focus is not marked as read`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.setFocus(false)
        world.open()
        world.run(for: .seconds(100))
        #expect(world.interface.badge == 1)
        #expect(try world.perform { await world.server.newestRead(by: .me, in: AppWorld.john) } == nil)
        world.leaveChat()
        world.setFocus(true)
        world.run(for: .seconds(100))
        #expect(world.interface.badge == 1, "left before the user looked")
    }

    @Test(arguments: Seeds.upTo(20))
    func `a message that arrives after leaving is not marked as read`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.open()
        #expect(world.interface.badge == nil)
        world.leaveChat()
        try world.contactWrites("Too late?")
        world.run(for: .seconds(100))
        #expect(world.interface.badge == 1)
        #expect(world.interface.list?.rows.map(\.unreadCount) == [1])
    }

    @Test func `the badge is shown when its number changes, and for nothing else`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        try world.send("hello")
        world.run(for: .seconds(5))
        world.leaveChat()
        try world.contactWrites("News")
        let badges = world.interface.badges
        #expect(zip(badges, badges.dropFirst()).allSatisfy { $0 != $1 } && badges.last == 1, "\(badges)")
    }

    @Test func `nobody looks at a chat whose details are shown`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        let focus = { world.application.session.focus }
        #expect(focus().isOn(AppWorld.john))
        world.openDetails()
        #expect(!focus().isOn(AppWorld.john))
        try world.contactWrites("News")
        #expect(world.interface.badge == 1)
        world.application.leave()
        world.run { world.interface.top == .chat(AppWorld.john) }
        #expect(focus().isOn(AppWorld.john))
    }

    @Test func `the session knows that a chat is on top before the interface shows it`() throws {
        let world = try AppWorld(runs: false)
        // The world and its interface hold each other.
        defer { world.stop() }
        let lookedAt = Recorder<ChatID?>()
        world.begin { await world.application.run(on: WatchingInterfaceFake(world: world, lookedAt: lookedAt)) }
        world.start()
        world.open()
        let ada = try world.contact("Ada Lovelace")
        world.application.open(ada)
        world.run { world.interface.top == .chat(ada) }
        world.interface.chatModule?.send(.leave)
        world.run { world.interface.top == .chat(AppWorld.john) }
        #expect(lookedAt.values == [nil, AppWorld.john, ada, AppWorld.john])
    }

    @Test func `only messages that the host reports as visible are marked as read`() throws {
        let world = try AppWorld()
        world.start()
        let messages = try (1...5).map { try world.contactWrites("\($0)") }
        let view = SilentViewFake()
        let module = ChatModule(
            chat: AppWorld.john,
            model: world.application.session,
            router: RouterFake(),
            environment: world.environment
        )
        world.application.session.setTopChat(AppWorld.john)
        world.begin { await module.run(rendering: view) }
        world.run(for: .seconds(10))
        #expect(world.interface.badge == 6)
        try world.perform { await module.perform(.rowsVisible(upTo: messages[2].id)) }
        world.run(for: .seconds(1))
        #expect(world.interface.badge == 2)
        #expect(
            try world.perform { await world.server.newestRead(by: .me, in: AppWorld.john) } == messages[2].id
        )
    }
}

/// Records which chat the session considers looked at when the interface shows a stack.
private struct WatchingInterfaceFake: AppInterface {
    let world: AppWorld
    let lookedAt: Recorder<ChatID?>

    func view(for module: AppModule) -> RenderedScreen { world.interface.view(for: module) }
    func show(_ stack: [AppScreen]) {
        let focus = world.application.session.focus
        lookedAt.record([AppWorld.john, ChatID("chat-ada-lovelace")].first { focus.isOn($0) })
        world.interface.show(stack)
    }
    func show(badge: Int) { world.interface.show(badge: badge) }
    func notify(_ notification: AppNotification) { world.interface.notify(notification) }
}

/// A view that never reports a row as visible.
private struct SilentViewFake: ScreenView {
    func render(_ state: ChatViewState) {}
}

private struct RouterFake: Router {
    func follow(_ route: ChatRoute) {}
}
