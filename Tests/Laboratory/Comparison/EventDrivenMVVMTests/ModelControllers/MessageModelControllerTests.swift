import ChatSession
import PhoneTesting
import Testing
import Transport

@testable import ChatStore
@testable import EventDrivenMVVM

@Suite struct MessageModelControllerTests {
    private static let john = ChatID("chat-john")

    /// The controller, and what its events lead to.
    private final class Subject {
        let middle = Middle(spy: ListenerSpy(handling: MessageModelControllerTests.john))
        let messages: MessageModelController

        init(_ make: (MessageEventRouter) -> MessageModelController) {
            messages = make(middle.messageRouter)
            messages.open()
            messages.setOnTop(true)
        }

        var last: ChatViewModel? { middle.spy.chats.last }
    }

    private let phone: TestPhone<Subject>

    init() throws {
        phone = try TestPhone { context in Subject { MessageModelController(Self.john, context, router: $0) } }
        phone.run()
    }

    private func perform(_ body: @escaping @Sendable (Subject) -> Void) throws {
        try phone.perform { subject, _ in body(subject) }
    }

    @Test func `a message that is sent leaves the field and stands in the chat`() throws {
        try perform { subject in
            subject.messages.send("Hello")
            #expect(subject.last?.field == "")
        }
        phone.run()
        try perform { #expect($0.last?.messages.last?.text == "Hello" && $0.last?.messages.last?.delivery == .sent) }
    }

    @Test func `an empty message is refused, and nothing leaves the field`() throws {
        try perform { subject in
            subject.messages.send(" ")
            #expect(subject.last?.alert == "Please type a message first" && subject.last?.field == nil)
        }
    }

    @Test func `what the disk does not take comes back into the field`() throws {
        try phone.result { [session = phone.session] in
            try await session.withDatabase { try $0.connection.execute("PRAGMA query_only = ON") }
        }
        try perform { $0.messages.send("Hello") }
        phone.run()
        try perform { subject in
            #expect(subject.middle.spy.chats.compactMap(\.field).suffix(2) == ["", "Hello"])
            #expect(subject.middle.spy.chats.contains { $0.field == "Hello" && $0.alert != nil })
        }
    }

    @Test func `what is shown is read once a person looks at it`() throws {
        let server = phone.server
        try perform { subject in
            subject.messages.setOnTop(false)
            subject.messages.markRead()
        }
        phone.run()
        #expect(try phone.result { await server.newestRead(by: .me, in: Self.john) } == nil)
        try perform { subject in
            subject.messages.setOnTop(true)
            subject.messages.markRead()
        }
        phone.run()
        #expect(try phone.result { await server.newestRead(by: .me, in: Self.john) } != nil)
    }

    @Test func `a message that was refused is sent again`() throws {
        // The server forgets all chats but John's.
        let phone = try TestPhone { context in Subject { MessageModelController(Self.ben, context, router: $0) } }
        let makeChat = { try phone.result { [server = phone.server] in try await server.createChat(with: "Ben").id } }
        _ = try makeChat()
        try phone.result { [session = phone.session] in try await session.createChat(with: "Ben") }
        phone.run()
    }

    @Test func `a chat that was left says nothing any more`() throws {
        let count = try phone.perform { subject, _ in
            subject.messages.close()
            return subject.middle.spy.chats.count
        }
        try phone.result { [server = phone.server] in try await server.contactWrites("Hello?", in: Self.john) }
        phone.run()
        try perform { #expect($0.middle.spy.chats.count == count) }
    }
}
