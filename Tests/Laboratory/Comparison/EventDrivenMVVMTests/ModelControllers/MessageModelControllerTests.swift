import ChatSession
import ChatTypes
import PhoneKit
import PhoneTesting
import SQLiteKit
import SimulatedServer
import Testing
import Transport

@testable import ChatStore
@testable import EventDrivenMVVM

@Suite struct MessageModelControllerTests {
    private static let john = ChatID("chat-john")

    /// The controller and the recorded effects of its events.
    private final class Subject {
        let middle: Middle
        let messages: MessageModelController

        init(_ chat: ChatID, _ context: AppContext) {
            middle = Middle(spy: ListenerSpy(handling: chat))
            messages = MessageModelController(chat, context, router: middle.messageRouter)
            messages.open()
            messages.setOnTop(true)
        }

        var last: ChatViewModel? { middle.spy.chats.last }
    }

    private let phone: TestPhone<Subject>

    init() throws {
        phone = try TestPhone { Subject(Self.john, $0) }
        phone.run()
    }

    private func perform(_ body: @escaping @Sendable (Subject) -> Void) throws {
        try phone.perform { subject, _ in body(subject) }
    }

    @Test func `a sent message leaves the field and appears in the chat`() throws {
        try perform { subject in
            let count = subject.middle.spy.chats.count
            subject.messages.send("Hello")
            #expect(subject.middle.spy.chats.dropFirst(count).map(\.field) == [""])
        }
        phone.run()
        try perform { #expect($0.last?.messages.last?.text == "Hello" && $0.last?.messages.last?.delivery == .sent) }
    }

    @Test func `an empty message is refused and the field is unchanged`() throws {
        try perform { subject in
            subject.messages.send(" ")
            #expect(subject.last?.alert == "Please type a message first" && subject.last?.field == nil)
        }
    }

    @Test func `a text that cannot be saved returns to the field`() throws {
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

    @Test func `messages are marked as read only while the chat is on top`() throws {
        try perform { subject in
            subject.messages.setOnTop(false)
            subject.messages.markRead()
        }
        phone.run()
        #expect(try phone.newestRead(in: Self.john) == nil)
        try perform { subject in
            subject.messages.setOnTop(true)
            subject.messages.markRead()
        }
        phone.run()
        #expect(try phone.newestRead(in: Self.john) != nil)
    }

    @Test func `resend sends a failed message again`() throws {
        let phone = try TestPhone { Subject(ChatID("chat-ben"), $0) }
        try phone.contact("Ben", writes: "Hello")
        // After the restart, the server knows only John's chat.
        try phone.result { [server = phone.server] in try await server.restart() }
        try phone.perform { subject, _ in subject.messages.send("Good morning") }
        phone.run()
        try phone.perform { subject, _ in
            guard case .failed = subject.last?.messages.last?.delivery else {
                return #expect(Bool(false), "not failed")
            }
        }
        try phone.contact("Ben", writes: "Hello")
        try phone.perform { subject, _ in
            for message in subject.last?.messages ?? [] { subject.messages.resend(message.id) }
        }
        phone.run()
        try phone.perform { subject, _ in
            #expect(subject.last?.messages.last?.delivery == .sent)
            #expect(subject.last?.messages.count(where: \.isMine) == 1)
        }
    }

    @Test func `loadEarlier shows earlier stored messages`() throws {
        for number in 1...60 { try phone.contact("John", writes: "Number \(number)") }
        try perform { subject in
            #expect(subject.last?.messages.count == 50 && subject.last?.hasEarlier == true)
            subject.messages.loadEarlier()
        }
        phone.run()
        try perform { #expect($0.last?.messages.count == 61 && $0.last?.hasEarlier == false) }
    }

    @Test func `a closed chat emits no events`() throws {
        let count = try phone.perform { subject, _ in
            subject.messages.close()
            return subject.middle.spy.chats.count
        }
        try phone.contact("John", writes: "Hello?")
        try perform { #expect($0.middle.spy.chats.count == count) }
    }

    @Test func `setMuted mutes the chat and emits its state`() throws {
        try perform { $0.messages.setMuted(true) }
        phone.run()
        #expect(try phone.isMuted(Self.john))
        try perform { #expect($0.last?.isMuted == true) }
        try phone.setMuted(false, in: Self.john)
        try perform { #expect($0.last?.isMuted == false) }
    }

    @Test func `a repeated typing notice is emitted once, and its end once typing stops`() throws {
        let count = try phone.perform { subject, _ in subject.middle.spy.chats.count }
        for _ in 1...2 { try phone.contactTypes(in: Self.john) }
        try perform { subject in
            #expect(subject.middle.spy.chats.dropFirst(count).compactMap(\.typing).first == "John is typing…")
            #expect(subject.last?.typing != nil)
        }
        phone.run(for: .seconds(10))
        try perform { #expect($0.last?.typing == nil) }
    }

    @Test func `typing is reported to the server, but clearing the field is not`() throws {
        try perform { $0.messages.keepDraft("") }
        phone.run()
        #expect(try !phone.isTyping(in: Self.john))
        try perform { $0.messages.keepDraft("H") }
        phone.run()
        #expect(try phone.isTyping(in: Self.john))
    }

    @Test func `a deleted message becomes a tombstone here and at the server`() throws {
        try perform { $0.messages.send("Hello") }
        phone.run()
        let message = try #require(try phone.log(of: Self.john).last?.id)
        try perform { $0.messages.delete(message) }
        phone.run()
        try perform { #expect($0.last?.messages.last?.text == "Message deleted") }
        #expect(try phone.log(of: Self.john).last?.isDeleted == true)
    }

    @Test func `an edited message changes in place here and at the server`() throws {
        try perform { $0.messages.send("Helo") }
        phone.run()
        let message = try #require(try phone.log(of: Self.john).last?.id)
        try perform { $0.messages.edit(message, to: "Hello") }
        phone.run()
        try perform { #expect($0.last?.messages.map(\.text) == ["Hi, you're here too?", "Hello"]) }
        #expect(try phone.log(of: Self.john).last?.text == "Hello")
    }

    @Test func `editing a message to an empty text shows an alert and changes nothing`() throws {
        try perform { $0.messages.send("Hello") }
        phone.run()
        let message = try #require(try phone.log(of: Self.john).last?.id)
        try perform { $0.messages.edit(message, to: "  ") }
        phone.run()
        try perform { subject in
            #expect(subject.last?.messages.last?.text == "Hello")
            #expect(subject.last?.alert == "Please type a message first")
        }
    }

    @Test func `a group names who is typing until they stop`() throws {
        let phone = try TestPhone { Subject(ChatID("group:trip"), $0) }
        let group = try phone.beginTrip()
        try phone.member(ContactID("ada"), typesIn: group)
        try phone.member(ContactID("ben"), typesIn: group)
        try phone.perform { subject, _ in #expect(subject.last?.typing == "Ada and Ben are typing…") }
        phone.run(for: .seconds(10))
        try phone.perform { subject, _ in #expect(subject.last?.typing == nil) }
    }
}
