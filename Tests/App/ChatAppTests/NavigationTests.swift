import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import ScreenKit
import SimulationKit
import Testing

@Suite struct NavigationTests {
    @Test(arguments: Seeds.upTo(50))
    func `a double tap opens a screen once`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        for _ in 1...3 { world.interface.listModule?.send(.open(ChatSummary.ID(chat: AppWorld.john))) }
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john)])
        world.leaveChat()
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList])
        #expect(world.interface.stacks.count == 3)
    }

    @Test(arguments: Seeds.upTo(50))
    func `a screen is on the stack before it draws`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        try world.startChat(with: "Ada Lovelace")
        #expect(world.interface.depthsAtFirstDrawing == [1, 2, 2])
    }

    @Test(arguments: Seeds.upTo(50))
    func `leaving twice leaves one screen`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.open()
        for _ in 1...3 { world.interface.chatModule?.send(.leave) }
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList])
        world.open()
        #expect(world.interface.top == .chat(AppWorld.john))
    }

    @Test(arguments: Seeds.upTo(50))
    func `taps on a covered screen open nothing, now or later`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.open()
        world.interface.listModule?.send(.createChat)
        world.run(for: .seconds(5))
        world.leaveChat()
        world.run(for: .seconds(5))
        #expect(world.interface.stacks == [[.chatList], [.chatList, .chat(AppWorld.john)], [.chatList]])
    }

    @Test(arguments: Seeds.upTo(20))
    func `a screen that was left is freed with its view and socket`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        for round in 1...3 {
            try world.startChat(with: "Ada Lovelace")
            try world.contactWrites("\(round)", in: ChatID("chat-ada-lovelace"))
            let screens = world.interface.weakScreens()
            #expect(screens.count == 4 && screens.allSatisfy { !$0.isGone })
            world.leaveChat()
            world.interface.forgetScreensLeft()
            #expect(screens.allSatisfy { $0.isGone })
            #expect(try world.connectionCount() == 1)
        }
    }

    @Test(arguments: Seeds.upTo(20))
    func `a replaced form is freed while its chat is open`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        try world.startChat(with: "Ada Lovelace")
        let screens = world.interface.weakScreens()
        world.interface.forgetScreensLeft()
        #expect(screens.map { $0.isGone } == [true, false, true, false], "the form's view and inbox are gone")
    }

    @Test(arguments: Seeds.upTo(20))
    func `a covered screen goes on rendering`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.open()
        try world.contactWrites("Seen below")
        #expect(world.previews == ["Seen below"])
    }

    @Test(arguments: Seeds.upTo(50))
    func `a cancelled app leaves no task and no connection behind`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed, runs: false)
        let app = world.run()
        let ended = Counter()
        world.begin {
            await app.value
            ended.increment()
        }
        world.start()
        switch seed % 4 {
        case 0: world.open()
        case 1: world.openForm()
        case 2: world.interface.listModule?.send(.open(ChatSummary.ID(chat: AppWorld.john)))
        default: break
        }
        if seed % 4 == 0 { try world.send("on its way") }
        world.run(for: .milliseconds(Int(seed)))
        app.cancel()
        world.run { ended.value == 1 }
        #expect(try world.connectionCount() == 0)
        let shown = world.interface.stacks
        #expect(!world.executor.step(), "no task sleeps, and none is ready")
        #expect(world.interface.stacks == shown)
    }

    @Test(arguments: Seeds.upTo(50))
    func `a covered chat is notified, and marked as read once it is on top`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        try world.startChat(with: "Ada Lovelace")
        let ada = ChatID("chat-ada-lovelace")
        world.application.open(AppWorld.john)
        world.run { world.interface.top == .chat(AppWorld.john) && world.interface.chat != nil }
        #expect(world.interface.stacks.last == [.chatList, .chat(ada), .chat(AppWorld.john)])
        world.run(for: .seconds(1))
        try world.contactWrites("while covered", in: ada)
        #expect(world.interface.notifications.map(\.text) == ["while covered"])
        #expect(world.interface.badge == 1, "John's was read, hers was not")
        world.interface.chatModule?.send(.leave)
        world.run { world.interface.top == .chat(ada) }
        world.run(for: .seconds(1))
        #expect(world.interface.badge == nil)
        try world.contactWrites("on top again", in: ada)
        #expect(world.interface.notifications.count == 1)
    }

    @Test(arguments: Seeds.upTo(20))
    func `a chat opened from outside replaces the top chat or goes above the list`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        world.application.open(AppWorld.john, replacingTop: true)
        world.run { world.interface.top == .chat(AppWorld.john) }
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john)])
        let ada = try world.contact("Ada Lovelace")
        world.application.open(ada, replacingTop: true)
        world.run { world.interface.top == .chat(ada) }
        #expect(world.interface.stacks.last == [.chatList, .chat(ada)])
        world.run(for: .seconds(1))
        #expect(try world.connectionCount() == 2, "one push connection, one socket")
    }

    @Test func `a chat opened at a search result shows a page around it`() throws {
        let world = try AppWorld()
        world.start()
        let messages = try (1...200).map { try world.contactWrites("number \($0)") }
        try world.search("number 77")
        let row = try #require(world.interface.list?.rows.first { $0.id.message == messages[76].id })
        world.interface.listModule?.send(.open(row.id))
        world.run { world.interface.chat?.rows.isEmpty == false }
        let chat = try #require(world.interface.chat)
        #expect(chat.found == messages[76].id)
        #expect(chat.rows.contains { $0.id == messages[76].id })
        #expect(chat.rows.count < 100 && chat.hasEarlier && chat.hasLater)
    }

    @Test(arguments: Seeds.upTo(20))
    func `a chat on top is not opened twice, and at a message replaces itself`(seed: UInt64) throws {
        let world = try AppWorld(seed: seed)
        world.start()
        let message = try world.contactWrites("here").id
        world.open()
        world.interface.chatModule?.send(.draft("not yet"))
        world.application.open(AppWorld.john)
        world.application.open(AppWorld.john, replacingTop: true)
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john)])
        world.application.open(AppWorld.john, at: message)
        world.run(for: .seconds(5))
        #expect(world.interface.stacks.last == [.chatList, .chat(AppWorld.john, at: message)])
        #expect(world.interface.chat?.found == message)
        #expect(world.interface.chat?.draft == "not yet")
    }

    @Test func `a message sent just before leaving is delivered`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.interface.chatModule?.send(.send("On my way"))
        world.interface.chatModule?.send(.leave)
        world.run(for: .seconds(5))
        #expect(world.interface.top == .chatList)
        #expect(try world.log().map(\.text) == ["Hi, you're here too?", "On my way"])
    }

    @Test func `a draft is shown again when its chat is opened again`() throws {
        let world = try AppWorld()
        world.start()
        world.open()
        world.interface.chatModule?.send(.draft("not yet"))
        world.leaveChat()
        world.open()
        #expect(world.interface.chat?.draft == "not yet")
        try world.send("now")
        #expect(world.interface.chat?.draft == "")
    }

    @Test(arguments: [true, false])
    func `a form opened again keeps nothing of the last one`(createsGroup: Bool) throws {
        let world = try AppWorld()
        world.start()
        world.openForm()
        let untouched = world.interface.form
        world.interface.formModule?.send(.type("Grace Hopper"))
        world.interface.formModule?.send(.add)
        try world.type("Ada")
        #expect(world.interface.form?.added == ["Grace Hopper"] && world.interface.form?.name == "Ada")
        world.interface.formModule?.send(createsGroup ? .create : .leave)
        world.run { world.interface.top != .createChat }
        world.run(for: .seconds(5))
        world.interface.chatModule?.send(.leave)
        world.run { world.interface.top == .chatList }
        world.openForm()
        world.run(for: .seconds(5))
        #expect(world.interface.form == untouched)
    }
}
