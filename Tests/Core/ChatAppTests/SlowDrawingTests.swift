import Chat
import ChatApp
import ChatList
import CreateChat
import ScreenKit
import Testing
import Transport

@Suite struct SlowDrawingTests {
    @Test func `what comes while a chat that was left still draws is notified`() throws {
        let world = try AppWorld(runs: false)
        // Its interface holds the world, and the world runs on its interface.
        defer { world.stop() }
        world.begin { await world.application.run(on: SlowInterfaceFake(world: world)) }
        world.start()
        world.open()
        world.run(for: .seconds(5))
        try world.perform { try await world.server.contactWrites("drawn", in: AppWorld.john) }
        world.run { world.texts.last == "drawn" }
        world.interface.chatModule?.send(.leave)
        try world.perform { try await world.server.contactWrites("drawn last", in: AppWorld.john) }
        world.run { world.texts.last == "drawn last" }
        world.run(for: .milliseconds(100))
        #expect(world.interface.top == .chat(AppWorld.john), "it still draws")
        try world.perform { try await world.server.contactWrites("too late for it", in: AppWorld.john) }
        world.run(for: .seconds(5))
        #expect(world.interface.notifications.map(\.text) == ["too late for it"])
    }

    @Test func `a screen draws nothing before it is on the stack, however long it takes to come into sight`() throws {
        let world = try AppWorld(runs: false)
        // Its interface holds the world, and the world runs on its interface.
        defer { world.stop() }
        world.begin { await world.application.run(on: SlowTransitionFake(world: world)) }
        world.start()
        try world.startChat(with: "Ada Lovelace")
        #expect(world.interface.depthsAtFirstDrawing == [1, 2, 2])
    }
}

/// The spy, but that a screen takes a moment to come into sight.
private struct SlowTransitionFake: AppInterface {
    let world: AppWorld

    func view(for module: AppModule) -> RenderedScreen { world.interface.view(for: module) }
    func show(_ stack: [AppScreen]) async {
        try? await world.environment.clock.sleep(for: .milliseconds(300))
        world.interface.show(stack)
    }
    func show(badge: Int) { world.interface.show(badge: badge) }
    func notify(_ notification: AppNotification) { world.interface.notify(notification) }
}

/// The spy, but that a chat takes half a second to draw, whether or not it is still wanted.
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
    let inner: ViewSpy<ChatViewState>
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
