import ChatSession
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

    @Test func `a chat shows whose it is, and what was said`() throws {
        try phone.contact("John", writes: "Hello?")
        try phone.on(ChatView.self) { chat in
            #expect(chat.title == "John")
            #expect(chat.table.cells?.map(\.text) == ["Hi, you're here too?", "Hello?"])
            #expect(chat.table.cells?.map(\.time) == ["11:51 am", "12:00 pm"])
            #expect(chat.table.cells?.map(\.isMine) == [false, false])
        }
    }

    @Test func `what is sent leaves the field, and is on its way until the server has it`() throws {
        try say("Good morning")
        phone.run(for: .zero)
        try phone.on(ChatView.self) { chat in
            #expect(chat.field.text.isEmpty)
            #expect(chat.table.cells?.last?.delivery == .sending)
        }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.table.cells?.last?.delivery == .sent) }
    }

    @Test func `an empty message is told of and stays where it is`() throws {
        try say("  ")
        try phone.on(ChatView.self) { chat in
            #expect(chat.alert == "Please type a message first")
            #expect(chat.field.text == "  ")
        }
    }

    @Test func `a text that cannot be kept comes back to the field`() throws {
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

    @Test func `what a person looks at is read`() throws {
        try phone.contact("John", writes: "Hello?")
        let log = try phone.log(of: Self.john)
        #expect(try phone.newestRead(in: Self.john) == log.last?.id && log.count == 2)
    }

    @Test func `earlier messages are shown at the end of the list`() throws {
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

    @Test func `a tap on a message that was refused sends it once more`() throws {
        let phone = try Self.phone(showing: ChatID("chat-ben"))
        func delivery() throws -> Delivery? {
            try phone.on(ChatView.self) { chat in chat.table.cells?.first { $0.isMine }?.delivery }
        }
        try phone.contact("Ben", writes: "Hello")
        // It forgets all chats but John's.
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

    @Test func `what is typed and not sent is there when the chat is opened again`() throws {
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

    @Test func `a chat that has left the stack gives up its socket`() throws {
        func connectionCount() throws -> Int {
            try phone.result { [server = phone.server] in await server.connectionCount }
        }
        #expect(try connectionCount() == 2)
        try phone.perform { _, window in window.navigation.setViewControllers([ViewController(view: View())]) }
        phone.run()
        #expect(try connectionCount() == 1)
    }

    @Test func `a chat is looked at until it is covered`() throws {
        #expect(phone.session.attention.isOn(Self.john))
        try phone.perform { _, window in window.navigation.push(ViewController(view: View())) }
        #expect(!phone.session.attention.isOn(Self.john))
        try phone.contact("John", writes: "Hello?")
        let log = try phone.log(of: Self.john)
        #expect(try phone.newestRead(in: Self.john) == log.first?.id && log.count == 2)
    }

    @Test func `the switch mutes the chat, and stands as the chat does`() throws {
        try phone.on(ChatView.self) { $0.muteSwitch.turn(on: true) }
        phone.run()
        #expect(try phone.isMuted(Self.john))
        try phone.setMuted(false, in: Self.john)
        try phone.on(ChatView.self) { #expect(!$0.muteSwitch.isOn) }
    }

    @Test func `who types is said to, until they stop`() throws {
        try phone.contactTypes(in: Self.john)
        try phone.on(ChatView.self) { #expect($0.typing == "John is typing…") }
        phone.run(for: .seconds(10))
        try phone.on(ChatView.self) { #expect($0.typing == nil) }
    }

    @Test func `what a person types is told, but not that the field is empty again`() throws {
        try phone.on(ChatView.self) { $0.field.type("") }
        phone.run()
        #expect(try !phone.isTyping(in: Self.john))
        try phone.on(ChatView.self) { $0.field.type("H") }
        phone.run()
        #expect(try phone.isTyping(in: Self.john))
    }

    @Test func `a message of one's own that is deleted is a tombstone, here and at the server`() throws {
        try say("Good morning")
        phone.run()
        try phone.on(ChatView.self) { chat in chat.table.delete { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { #expect($0.table.cells?.last?.text == "Message deleted") }
        #expect(try phone.log(of: Self.john).last?.isRemoved == true)
    }

    @Test func `a message of one's own that is edited is changed in its place, here and at the server`() throws {
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

    @Test func `a message that is edited to nothing stays as it is, which is told`() throws {
        try say("Hello")
        phone.run()
        try phone.on(ChatView.self) { chat in chat.table.edit(to: "  ") { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { chat in
            #expect(chat.table.cells?.last?.text == "Hello")
            #expect(chat.alert == "Please type a message first")
        }
    }

    @Test func `an edit that was refused is told of at its message`() throws {
        let phone = try Self.phone(showing: ChatID("chat-ben"))
        try phone.contact("Ben", writes: "Hello")
        try phone.on(ChatView.self) { chat in
            chat.field.type("At six")
            chat.sendButton.tap()
        }
        phone.run()
        // It forgets all chats but John's.
        try phone.result { [server = phone.server] in try await server.restart() }
        try phone.on(ChatView.self) { chat in chat.table.edit(to: "At seven") { $0.isMine } }
        phone.run()
        try phone.on(ChatView.self) { chat in
            let cell = chat.table.cells?.last
            #expect(cell?.text == "At six" && cell?.isEdited == false)
            #expect(cell?.editFailure?.hasPrefix("The server does not know this chat") == true)
        }
    }

    @Test func `a group says how many it has, who wrote what, and who types`() throws {
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
