import ArchitectureVersions
import BehaviourSuite
import ChatTypes
import DriverKit
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

/// Tests of the chat in every architecture, through its view.
@Suite struct ChatViewTests {
    private static let john = ChatID("chat-john")

    /// Shows Ben's chat, which the server forgets when it restarts: it knows only John's then.
    private func phoneInBensChat(_ app: Architecture) throws -> TestPhone<any PhoneApp> {
        let phone = try app.phone()
        try phone.contact("Ben", writes: "Hello")
        try phone.open("Ben")
        return phone
    }

    private func restartServer(of phone: TestPhone<any PhoneApp>) throws {
        try phone.result { [server = phone.server] in try await server.restart() }
    }

    @Test(arguments: Architecture.all)
    func `a chat shows its title and messages and marks them as read`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.contact("John", writes: "Hello?")
        try phone.on(ChatView.self) { chat in
            #expect(chat.title == "John")
            #expect(chat.table.cells?.map(\.text) == ["Hi, you're here too?", "Hello?"])
            #expect(chat.table.cells?.map(\.time) == ["11:51 am", "12:00 pm"])
            #expect(chat.table.cells?.map(\.isMine) == [false, false])
        }
        let log = try phone.log(of: Self.john)
        #expect(try phone.newestRead(in: Self.john) == log.last?.id && log.count == 2)
    }

    @Test(arguments: Architecture.all)
    func `a sent message leaves the field and shows as sending until the server has it`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        phone.network.conditions.roundTrip = .seconds(2) ... .seconds(2)
        try phone.say("Good morning")
        try phone.on(ChatView.self) { chat in
            #expect(chat.field.text.isEmpty)
            #expect(chat.table.cells?.last?.delivery == .sending)
        }
        phone.run(for: .seconds(3))
        try phone.on(ChatView.self) { #expect($0.table.cells?.last?.delivery == .sent) }
    }

    @Test(arguments: Architecture.all)
    func `sending an empty message shows an alert and leaves the field unchanged`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.say("  ")
        try phone.on(ChatView.self) { chat in
            #expect(chat.alert == "Please type a message first")
            #expect(chat.field.text == "  ")
        }
    }

    @Test(arguments: Architecture.all)
    func `scrolling past the first message loads earlier ones`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.contactsWrite((1...70).map { ("John", "Number \($0)") })
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.last?.text == "Number 70" && chat.table.hasMore)
        }
        for _ in 1...2 {
            try phone.use(ChatView.self) { $0.table.scroll() }
            phone.run()
        }
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.count == 71)
            #expect(!chat.table.hasMore)
        }
    }

    @Test(arguments: Architecture.all)
    func `a tap on a failed message resends it`(app: Architecture) throws {
        let phone = try phoneInBensChat(app)
        func delivery() throws -> Delivery? {
            try phone.on(ChatView.self) { chat in chat.table.cells?.first { $0.isMine }?.delivery }
        }
        try restartServer(of: phone)
        try phone.say("Good morning")
        guard case .failed = try delivery() else {
            Issue.record("it should have been refused, and is \(String(describing: try delivery()))")
            return
        }
        try phone.contact("Ben", writes: "Hello")
        try phone.use(ChatView.self) { chat in chat.table.tap { $0.text == "Good morning" } }
        phone.run()
        #expect(try delivery() == .sent)
    }

    @Test(arguments: Architecture.all)
    func `a draft is restored when the chat is opened again`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.use(ChatView.self) { $0.field.type("Good mor") }
        try phone.goBack()
        try phone.open("John")
        try phone.on(ChatView.self) { #expect($0.field.text == "Good mor") }
    }

    @Test(arguments: Architecture.all)
    func `a chat that is left closes its socket`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        func connectionCount() throws -> Int {
            try phone.result { [server = phone.server] in await server.connectionCount }
        }
        #expect(try connectionCount() == 2)
        try phone.goBack()
        #expect(try connectionCount() == 1)
    }

    @Test(arguments: Architecture.all)
    func `a chat without focus does not mark messages as read`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.perform { app, _ in app.setActive(false) }
        try phone.contact("John", writes: "Hello?")
        let log = try phone.log(of: Self.john)
        #expect(try phone.newestRead(in: Self.john) == log.first?.id && log.count == 2)
    }

    @Test(arguments: Architecture.all)
    func `the switch mutes the chat and follows its state`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.use(ChatView.self) { $0.muteSwitch.turn(on: true) }
        phone.run()
        #expect(try phone.isMuted(Self.john))
        try phone.setMuted(false, in: Self.john)
        try phone.on(ChatView.self) { #expect(!$0.muteSwitch.isOn) }
    }

    @Test(arguments: Architecture.all)
    func `a chat shows who is typing until they stop`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.contactTypes(in: Self.john)
        try phone.on(ChatView.self) { #expect($0.typing == "John is typing…") }
        phone.run(for: .seconds(10))
        try phone.on(ChatView.self) { #expect($0.typing == nil) }
    }

    @Test(arguments: Architecture.all)
    func `typing is reported to the server, but clearing the field is not`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.use(ChatView.self) { $0.field.type("") }
        phone.run()
        #expect(try !phone.isTyping(in: Self.john))
        try phone.use(ChatView.self) { $0.field.type("H") }
        phone.run()
        #expect(try phone.isTyping(in: Self.john))
    }

    @Test(arguments: Architecture.all)
    func `an edited message changes in place, and a deleted one leaves a tombstone`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.say("Helo")
        try phone.use(ChatView.self) { chat in chat.table.perform(.edit(to: "Hello")) { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.map(\.text) == ["Hi, you're here too?", "Hello"])
            #expect(chat.table.cells?.map(\.isEdited) == [false, true])
        }
        #expect(try phone.log(of: Self.john).last?.text == "Hello")
        try phone.use(ChatView.self) { chat in chat.table.perform(.delete) { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.table.cells?.last?.text == "Message deleted") }
        #expect(try phone.log(of: Self.john).last?.isDeleted == true)
    }

    @Test(arguments: Architecture.all)
    func `editing a message to an empty text shows an alert and changes nothing`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.say("Hello")
        try phone.use(ChatView.self) { chat in chat.table.perform(.edit(to: "  ")) { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.last?.text == "Hello")
            #expect(chat.alert == "Please type a message first")
        }
    }

    @Test(arguments: Architecture.all)
    func `a refused edit is shown at its message`(app: Architecture) throws {
        let phone = try phoneInBensChat(app)
        try phone.say("At six")
        try restartServer(of: phone)
        try phone.use(ChatView.self) { chat in chat.table.perform(.edit(to: "At seven")) { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { chat in
            let cell = chat.table.cells?.last
            #expect(cell?.text == "At six" && cell?.isEdited == false)
            #expect(cell?.editFailure?.hasPrefix("The server does not know this chat") == true)
        }
    }

    @Test(arguments: Architecture.all)
    func `a reply shows the newest text that it answers, and a reaction is set and removed`(app: Architecture) throws {
        let phone = try app.phoneInJohnsChat()
        try phone.say("At six")
        try phone.use(ChatView.self) { chat in chat.table.perform(.reply(with: "Or later?")) { $0.isMine } }
        phone.run()
        try phone.use(ChatView.self) { chat in chat.table.perform(.edit(to: "At seven")) { $0.text == "At six" } }
        try phone.use(ChatView.self) { chat in chat.table.perform(.react(with: "👍")) { !$0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.map(\.answered) == [nil, nil, "You: At seven"])
            #expect(chat.table.cells?.first?.reactions == [MessageReaction(text: "👍", count: 1, isMine: true)])
        }
        let log = try phone.log(of: Self.john)
        #expect(log.last?.repliesTo == log.dropLast().last?.id)
        try phone.use(ChatView.self) { chat in chat.table.perform(.react(with: "👍")) { !$0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.table.cells?.first?.reactions == []) }
    }

    @Test(arguments: Architecture.all)
    func `a group shows its member count, the senders and who is typing`(app: Architecture) throws {
        let phone = try app.phone()
        let group = try phone.beginTrip()
        try phone.open("Trip")
        try phone.member(ContactID("ada"), writes: "Who brings what?", in: group)
        try phone.member(ContactID("ada"), typesIn: group)
        try phone.member(ContactID("ben"), typesIn: group)
        try phone.sends("Salad", to: group)
        try phone.on(ChatView.self) { chat in
            #expect(chat.title == "Trip" && chat.subtitle == "3 people")
            #expect(chat.table.cells?.map(\.sender) == ["Ada", nil])
            #expect(chat.typing == "Ada and Ben are typing…")
        }
    }
}
