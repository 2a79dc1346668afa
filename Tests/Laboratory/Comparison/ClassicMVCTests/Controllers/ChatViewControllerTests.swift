import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import ClassicMVC

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

    private func johnWrites(_ texts: [String]) throws {
        for text in texts {
            try phone.result { [server = phone.server] in try await server.contactWrites(text, in: Self.john) }
        }
        phone.run()
    }

    private func say(_ text: String) throws {
        try phone.on(ChatView.self) { chat in
            chat.field.type(text)
            chat.sendButton.tap()
        }
    }

    @Test func `a chat shows whose it is, and what was said`() throws {
        try johnWrites(["Hello?"])
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
        try johnWrites(["Hello?"])
        let newest = try phone.result { [server = phone.server] in await server.log(of: Self.john).last?.id }
        let read = try phone.result { [server = phone.server] in await server.newestRead(by: .me, in: Self.john) }
        #expect(newest != nil && read == newest)
    }

    @Test func `earlier messages are shown at the end of the list`() throws {
        try johnWrites((1...70).map { "Number \($0)" })
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
        let (phone, ben) = (try Self.phone(showing: ChatID("chat-ben")), ChatID("chat-ben"))
        let server = phone.server
        func openChat() throws {
            try phone.result {
                _ = try await server.createChat(with: "Ben")
                try await server.contactWrites("Hello", in: ben)
            }
            phone.run()
        }
        func delivery() throws -> Delivery? {
            try phone.on(ChatView.self) { chat in chat.table.cells?.first { $0.isMine }?.delivery }
        }
        try openChat()
        // It forgets all chats but John's.
        try phone.result { try await server.restart() }
        try phone.on(ChatView.self) { chat in
            chat.field.type("Good morning")
            chat.sendButton.tap()
        }
        phone.run()
        guard case .failed = try delivery() else {
            return #expect(try delivery() == nil, "it should have been refused")
        }
        try openChat()
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
        try phone.perform { _, window in window.navigation.push(ViewController(view: View())) }
        try johnWrites(["Hello?"])
        let log = try phone.result { [server = phone.server] in await server.log(of: Self.john) }
        let read = try phone.result { [server = phone.server] in await server.newestRead(by: .me, in: Self.john) }
        #expect(read == log.first?.id && log.count == 2)
    }
}
