import ChatSession
import ChatTypes
import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import PresentationModel

@Suite struct ChatViewControllerTests {
    private static let john = ChatID("chat-john")
    private let phone: TestPhone<ChatViewController>

    init() throws {
        phone = try Self.phone(showing: Self.john)
    }

    private static func phone(showing chat: ChatID) throws -> TestPhone<ChatViewController> {
        try TestPhone(showing: {
            ChatViewController(
                chat: chat,
                session: $0.session,
                environment: $0.environment,
                strategy: $0.strategy,
                queue: $0.queue
            )
        })
    }

    private func say(_ text: String) throws {
        try phone.on(ChatView.self) { chat in
            chat.field.type(text)
            chat.sendButton.tap()
        }
    }

    @Test func `a chat shows its title and messages`() throws {
        try phone.contact("John", writes: "Hello?")
        try phone.on(ChatView.self) { chat in
            #expect(chat.title == "John")
            #expect(chat.table.cells?.map(\.text) == ["Hi, you're here too?", "Hello?"])
            #expect(chat.table.cells?.map(\.time) == ["11:51 am", "12:00 pm"])
            #expect(chat.table.cells?.map(\.isMine) == [false, false])
        }
    }

    @Test func `a sent message leaves the field and shows as sending until the server has it`() throws {
        try say("Good morning")
        phone.run(for: .zero)
        try phone.on(ChatView.self) { chat in
            #expect(chat.field.text.isEmpty)
            #expect(chat.table.cells?.last?.delivery == .sending)
        }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.table.cells?.last?.delivery == .sent) }
    }

    @Test func `sending an empty message shows an alert and leaves the field unchanged`() throws {
        try say("  ")
        try phone.on(ChatView.self) { chat in
            #expect(chat.alert == "Please type a message first")
            #expect(chat.field.text == "  ")
        }
    }

    @Test func `a text that cannot be saved returns to the field`() throws {
        let phone = try Self.phone(showing: ChatID("chat-nowhere"))
        try phone.on(ChatView.self) { chat in
            chat.field.type("Good morning")
            chat.sendButton.tap()
        }
        phone.run()
        try phone.on(ChatView.self) { chat in
            #expect(chat.alert == "There is no such chat")
            #expect(chat.field.text == "Good morning")
        }
    }

    @Test func `messages on screen are marked as read`() throws {
        try phone.contact("John", writes: "Hello?")
        let log = try phone.log(of: Self.john)
        #expect(try phone.newestRead(in: Self.john) == log.last?.id && log.count == 2)
    }

    @Test func `scrolling past the first message loads earlier ones`() throws {
        for number in 1...70 { try phone.contact("John", writes: "Number \(number)") }
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.map(\.text) == (21...70).map { "Number \($0)" })
            chat.table.scroll()
        }
        phone.run()
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.count == 71)
            #expect(!chat.table.hasMore)
        }
    }

    @Test func `a tap on a failed message resends it`() throws {
        let phone = try Self.phone(showing: ChatID("chat-ben"))
        func delivery() throws -> Delivery? {
            try phone.on(ChatView.self) { chat in chat.table.cells?.first { $0.isMine }?.delivery }
        }
        try phone.contact("Ben", writes: "Hello")
        // After the restart, the server knows only John's chat.
        try phone.result { [server = phone.server] in try await server.restart() }
        try phone.on(ChatView.self) { chat in
            chat.field.type("Good morning")
            chat.sendButton.tap()
        }
        phone.run()
        guard case .failed = try delivery() else {
            Issue.record("it should have been refused, and is \(String(describing: try delivery()))")
            return
        }
        try phone.contact("Ben", writes: "Hello")
        try phone.on(ChatView.self) { chat in chat.table.tap { $0.text == "Good morning" } }
        phone.run()
        #expect(try delivery() == .sent)
    }

    @Test func `a draft is restored when the chat is opened again`() throws {
        let phone = try TestPhone(AppDelegate.self)
        func openChat() throws {
            try phone.on(ChatListView.self) { $0.table.tap { $0.title == "John" } }
            phone.run()
        }
        try openChat()
        try phone.on(ChatView.self) { $0.field.type("Good mor") }
        try phone.perform { _, window in window.navigation.pop() }
        try openChat()
        try phone.on(ChatView.self) { #expect($0.field.text == "Good mor") }
    }

    @Test func `a chat closes its socket when it leaves the stack`() throws {
        func connectionCount() throws -> Int {
            try phone.result { [server = phone.server] in await server.connectionCount }
        }
        #expect(try connectionCount() == 2)
        try phone.perform { _, window in window.navigation.setViewControllers([ViewController(view: View())]) }
        phone.run()
        #expect(try connectionCount() == 1)
    }

    @Test func `a covered chat does not mark messages as read`() throws {
        #expect(phone.session.focus.isOn(Self.john))
        try phone.perform { _, window in window.navigation.push(ViewController(view: View())) }
        #expect(!phone.session.focus.isOn(Self.john))
        try phone.contact("John", writes: "Hello?")
        let log = try phone.log(of: Self.john)
        #expect(try phone.newestRead(in: Self.john) == log.first?.id && log.count == 2)
    }

    @Test func `the switch mutes the chat and follows its state`() throws {
        try phone.on(ChatView.self) { $0.muteSwitch.turn(on: true) }
        phone.run()
        #expect(try phone.isMuted(Self.john))
        try phone.setMuted(false, in: Self.john)
        try phone.on(ChatView.self) { #expect(!$0.muteSwitch.isOn) }
    }

    @Test func `a chat shows who is typing until they stop`() throws {
        try phone.contactTypes(in: Self.john)
        try phone.on(ChatView.self) { #expect($0.typing == "John is typing…") }
        phone.run(for: .seconds(10))
        try phone.on(ChatView.self) { #expect($0.typing == nil) }
    }

    @Test func `typing is reported to the server, but clearing the field is not`() throws {
        try phone.on(ChatView.self) { $0.field.type("") }
        phone.run()
        #expect(try !phone.isTyping(in: Self.john))
        try phone.on(ChatView.self) { $0.field.type("H") }
        phone.run()
        #expect(try phone.isTyping(in: Self.john))
    }

    @Test func `a deleted message becomes a tombstone here and at the server`() throws {
        try say("Good morning")
        phone.run()
        try phone.on(ChatView.self) { chat in chat.table.delete { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.table.cells?.last?.text == "Message deleted") }
        #expect(try phone.log(of: Self.john).last?.isDeleted == true)
    }

    @Test func `an edited message changes in place here and at the server`() throws {
        try say("Helo")
        phone.run()
        try phone.on(ChatView.self) { chat in chat.table.edit(to: "Hello") { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.map(\.text) == ["Hi, you're here too?", "Hello"])
            #expect(chat.table.cells?.map(\.isEdited) == [false, true])
        }
        #expect(try phone.log(of: Self.john).last?.text == "Hello")
    }

    @Test func `editing a message to an empty text shows an alert and changes nothing`() throws {
        try say("Hello")
        phone.run()
        try phone.on(ChatView.self) { chat in chat.table.edit(to: "  ") { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.last?.text == "Hello")
            #expect(chat.alert == "Please type a message first")
        }
    }

    @Test func `a refused edit is shown at its message`() throws {
        let phone = try Self.phone(showing: ChatID("chat-ben"))
        try phone.contact("Ben", writes: "Hello")
        try phone.on(ChatView.self) { chat in
            chat.field.type("At six")
            chat.sendButton.tap()
        }
        phone.run()
        // After the restart, the server knows only John's chat.
        try phone.result { [server = phone.server] in try await server.restart() }
        try phone.on(ChatView.self) { chat in chat.table.edit(to: "At seven") { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { chat in
            let cell = chat.table.cells?.last
            #expect(cell?.text == "At six" && cell?.isEdited == false)
            #expect(cell?.editFailure?.hasPrefix("The server does not know this chat") == true)
        }
    }

    @Test func `a group shows its member count, the senders and who is typing`() throws {
        let phone = try Self.phone(showing: ChatID("group:trip"))
        let group = try phone.beginTrip()
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
