import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import ScreenKit
import SharedPictures
import SimulatedServer
import SimulationKit
import Testing
import Transport

/// The pictures of a chat, as a screen of their own.
@Suite struct PicturesFeatureTests {
    @Test func `the pictures of a chat are shown newest first, without other files`() throws {
        let world = try AppWorld()
        world.start()
        for name in ["first.png", "notes.pdf", "SECOND.PNG"] { try world.contactSends(name) }
        world.open()
        world.openPictures { $0.chatModule?.send(.showPictures) }
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john), .pictures(of: AppWorld.john)])
        #expect(world.interface.pictures?.title == "John" && world.interface.pictures?.hasMore == false)
        #expect(world.interface.pictures?.rows.map(\.name) == ["SECOND.PNG", "first.png"])
        try world.contactSends("third.png")
        #expect(world.interface.pictures?.rows.first?.name == "third.png")
    }

    @Test(arguments: Seeds.upTo(20))
    func `opening a picture above its chat leads to the message, in the chat's place`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        let message = try world.contactSends("first.png")
        world.open()
        world.openPictures { $0.chatModule?.send(.showPictures) }
        world.interface.picturesModule?.send(.open(message))
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john, at: message)])
        #expect(world.interface.chat?.found == message)
    }

    @Test(arguments: Seeds.upTo(20))
    func `opening a picture from the list goes above the pictures, and leads back to them`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        let message = try world.contactSends("first.png")
        let row = try #require(world.interface.list?.rows.first)
        world.openPictures { $0.listModule?.send(.showPictures(row.id)) }
        #expect(world.interface.stacks.last == [.chatList, .pictures(of: AppWorld.john)])
        #expect(world.interface.badge == 2, "the chat is not looked at")
        world.interface.picturesModule?.send(.open(message))
        world.run(for: .seconds(5))
        let stack: [AppScreen] = [.chatList, .pictures(of: AppWorld.john), .chat(AppWorld.john, at: message)]
        #expect(world.interface.stacks.last == stack)
        world.interface.chatModule?.send(.leave)
        world.run(for: .seconds(5))
        #expect(world.interface.top == .pictures(of: AppWorld.john))
        world.interface.picturesModule?.send(.leave)
        world.run(for: .seconds(5))
        #expect(world.interface.top == .chatList)
    }

    @Test func `details opened from the list leave the chat unread, and lead back to the list`() throws {
        let world = try AppWorld()
        world.start()
        _ = try world.contactSends("first.png")
        world.interface.listModule?.send(.showDetails(of: AppWorld.john))
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .details(of: AppWorld.john)])
        #expect(world.interface.badge == 2, "the chat is not looked at")
        world.interface.detailsModule?.send(.leave)
        world.run(for: .seconds(5))
        #expect(world.interface.top == .chatList)
    }

    @Test func `a chat opened from outside replaces the pictures, and their chat if it is below`()
        throws
    {
        let world = try AppWorld()
        world.start()
        let ada = try world.contact("Ada Lovelace")
        let row = try #require(world.interface.list?.rows.first { $0.id.chat == AppWorld.john })
        world.openPictures { $0.listModule?.send(.showPictures(row.id)) }
        world.application.open(ada, replacingTop: true)
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(ada)])
        world.leaveChat()
        world.open()
        world.openPictures { $0.chatModule?.send(.showPictures) }
        world.application.open(ada, replacingTop: true)
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(ada)])
    }
}

/// Screens that the host does not show.
@Suite struct UnseenScreenTests {
    @Test func `a screen that the host does not show can be left, and the list stays`() throws {
        let world = try AppWorld(runs: false)
        // The world and its interface hold each other.
        defer { world.stop() }
        world.begin { await world.application.run(on: ListInterfaceFake(world: world)) }
        world.start()
        world.interface.listModule?.send(.open(ChatSummary.ID(chat: AppWorld.john)))
        world.run(for: .seconds(5))
        #expect(world.interface.top == .chat(AppWorld.john) && world.interface.chat == nil)
        for _ in 1...2 {
            world.application.leave()
            world.run(for: .seconds(5))
            #expect(world.interface.stacks.last == [.chatList])
        }
    }
}

/// The spy, showing the list alone.
private struct ListInterfaceFake: AppInterface {
    let world: AppWorld

    func view(for module: AppModule) -> RenderedScreen {
        if case .chatList = module { world.interface.view(for: module) } else { module.unseen }
    }
    func show(_ stack: [AppScreen]) { world.interface.show(stack) }
    func show(badge: Int) { world.interface.show(badge: badge) }
    func notify(_ notification: AppNotification) { world.interface.notify(notification) }
}

extension AppWorld {
    @discardableResult
    fileprivate func contactSends(_ name: String) throws -> MessageID {
        let type = name.hasSuffix(".pdf") ? "application/pdf" : nil
        let message = try perform { [server] in
            try await server.contactSends(fileNamed: name, type: type, in: Self.john)
        }
        run(for: .seconds(60))
        return message.id
    }

    fileprivate func openPictures(_ act: (InterfaceSpy) -> Void) {
        act(interface)
        run { interface.top == .pictures(of: Self.john) && interface.pictures != nil }
        run(for: .seconds(1))
    }
}
