import Chat
import ChatApp
import ChatList
import CreateChat
import RuntimeKit
import ScreenKit
import SimulatedServer
import Testing
import Transport

@Suite struct SlowDrawingTests {
    @Test func `a message that arrives while a left chat still draws is notified`() throws {
        let world = try AppWorld(runs: false)
        // The world and its interface hold each other.
        defer { world.stop() }
        try world.leaveWhileItDraws()
        try world.perform { try await world.server.contactWrites("too late for it", in: AppWorld.john) }
        world.run(for: .seconds(5))
        #expect(world.interface.notifications.map(\.text) == ["too late for it"])
    }

    @Test func `a chat opened while the left one still draws is shown after it`() throws {
        let world = try AppWorld(runs: false)
        // The world and its interface hold each other.
        defer { world.stop() }
        let ada = try world.contact("Ada Lovelace")
        try world.leaveWhileItDraws()
        world.application.open(ada)
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(ada)])
    }

    @Test(arguments: [100, 400])
    func `a chat opened during a transition is shown above it`(delay: Int) throws {
        let world = try AppWorld(runs: false)
        // The world and its interface hold each other.
        defer { world.stop() }
        let ada = try world.contact("Ada Lovelace")
        world.begin { await world.application.run(on: SlowTransitionFake(world: world)) }
        world.start()
        world.interface.listModule?.send(.open(ChatSummary.ID(chat: AppWorld.john)))
        world.run(for: .milliseconds(delay))
        #expect(world.interface.top == .chatList, "John is not in sight yet")
        world.application.open(ada)
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john), .chat(ada)])
    }

    @Test func `the chat below is not marked as read while one replaces another`() throws {
        let world = try AppWorld(runs: false)
        // The world and its interface hold each other.
        defer { world.stop() }
        let (ada, grace) = (try world.contact("Ada Lovelace"), try world.contact("Grace Hopper"))
        world.begin { await world.application.run(on: SlowInterfaceFake(world: world)) }
        world.start()
        world.open()
        world.application.open(ada)
        world.run(for: .seconds(5))
        try world.contactWrites("while covered")
        world.run(for: .seconds(5))
        #expect(world.unreadCount(of: AppWorld.john) == 1)
        try world.perform { try await world.server.contactWrites("drawn", in: ada) }
        world.run { world.texts.last == "drawn" }
        world.application.open(grace, replacingTop: true)
        world.run(for: .milliseconds(100))
        #expect(world.interface.top == .chat(ada), "still drawing")
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john), .chat(grace)])
        #expect(world.unreadCount(of: AppWorld.john) == 1)
    }

    @Test func `a screen draws nothing before a slow transition has put it on the stack`() throws {
        let world = try AppWorld(runs: false)
        // The world and its interface hold each other.
        defer { world.stop() }
        world.begin { await world.application.run(on: SlowTransitionFake(world: world)) }
        world.start()
        try world.startChat(with: "Ada Lovelace")
        #expect(world.interface.depthsAtFirstDrawing == [1, 2, 2])
    }
}

extension AppWorld {
    /// Leaves John's chat while it still draws.
    fileprivate func leaveWhileItDraws() throws {
        begin { await self.application.run(on: SlowInterfaceFake(world: self)) }
        start()
        open()
        run(for: .seconds(5))
        try perform { try await self.server.contactWrites("drawn", in: AppWorld.john) }
        run { texts.last == "drawn" }
        interface.chatModule?.send(.leave)
        try perform { try await self.server.contactWrites("drawn last", in: AppWorld.john) }
        run { texts.last == "drawn last" }
        run(for: .milliseconds(100))
        #expect(interface.top == .chat(AppWorld.john), "still drawing")
    }
}

/// The spy with screens that take a moment to be made and another to appear.
private struct SlowTransitionFake: AppInterface {
    let world: AppWorld

    func view(for module: AppModule) async -> RenderedScreen {
        try? await world.environment.clock.sleep(for: .milliseconds(300))
        return world.interface.view(for: module)
    }
    func show(_ stack: [AppScreen]) async {
        try? await world.environment.clock.sleep(for: .milliseconds(300))
        world.interface.show(stack)
    }
    func show(badge: Int) { world.interface.show(badge: badge) }
    func notify(_ notification: AppNotification) { world.interface.notify(notification) }
}

/// The spy with chats that take half a second to draw, even when they were left.
private struct SlowInterfaceFake: AppInterface {
    let world: AppWorld

    func view(for module: AppModule) -> RenderedScreen {
        guard case .chat(let chat, _) = module else { return world.interface.view(for: module) }
        return chat.rendered(on: SlowViewFake(inner: world.interface.chatView(for: chat), world: world))
    }
    func show(_ stack: [AppScreen]) { world.interface.show(stack) }
    func show(badge: Int) { world.interface.show(badge: badge) }
    func notify(_ notification: AppNotification) { world.interface.notify(notification) }
}

private struct SlowViewFake: ScreenView {
    let inner: AppViewSpy<ChatViewState>
    let world: AppWorld

    func render(_ state: ChatViewState) async {
        inner.render(state)
        await withCheckedContinuation { done in
            world.begin {
                try? await world.environment.clock.sleep(for: .milliseconds(500))
                done.resume()
            }
        }
    }
}
