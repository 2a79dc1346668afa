import ChatStore
import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import MVObservable

@Suite struct ConversationTests {
    private static let john = ChatID("chat-john")
    private let phone: TestPhone<Bench>

    private final class Bench {
        private(set) var conversation: Conversation
        private(set) var texts: Log<[String]>
        private let open: () -> Conversation
        private let context: AppContext

        init(_ chat: ChatID, _ context: AppContext) {
            self.context = context
            open = {
                Conversation(chat, session: context.session, queue: context.queue)
            }
            conversation = open()
            texts = Log(on: context.queue) { [] }
            observe()
        }

        /// Leaves the chat and opens it again.
        func reopen() {
            conversation.close()
            conversation = open()
            observe()
        }

        private func observe() {
            texts = Log(on: context.queue) { [conversation] in conversation.timeline?.messages.map(\.text) ?? [] }
        }

        var delivery: Delivery? { conversation.timeline?.messages.last { $0.author == .me }?.delivery }
    }

    init() throws {
        phone = try Self.phone(Self.john)
    }

    private static func phone(_ chat: ChatID) throws -> TestPhone<Bench> {
        try TestPhone { context in Bench(chat, context) }
    }

    private func johnWrites(_ texts: String...) throws {
        for text in texts {
            try phone.result { [server = phone.server] in try await server.contactWrites(text, in: Self.john) }
        }
        phone.run()
    }

    private func newestRead() throws -> MessageID? {
        try phone.result { [server = phone.server] in await server.newestRead(by: .me, in: Self.john) }
    }

    private func newest() throws -> MessageID? {
        try phone.result { [server = phone.server] in await server.log(of: Self.john).last?.id }
    }

    private func connectionCount() throws -> Int {
        try phone.result { [server = phone.server] in await server.connectionCount }
    }

    @Test func `the timeline follows new messages`() throws {
        try johnWrites("Hello?")
        try phone.perform { bench, _ in
            #expect(bench.texts.values.first == [])
            #expect(bench.texts.last == ["Hi, you're here too?", "Hello?"])
            #expect(bench.conversation.timeline?.contact.name == "John")
        }
    }

    @Test func `sending clears the draft and the message shows as sending until the server has it`() throws {
        try phone.perform { bench, _ in
            bench.conversation.type("Good morning")
            bench.conversation.send()
            #expect(bench.conversation.draft.isEmpty)
        }
        phone.run(for: .zero)
        try phone.perform { bench, _ in #expect(bench.delivery == .sending) }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.delivery == .sent) }
    }

    @Test func `sending an empty message shows an alert and leaves the field unchanged`() throws {
        try phone.perform { bench, _ in
            bench.conversation.type("  ")
            bench.conversation.send()
            #expect(bench.conversation.problem?.text == "Please type a message first")
            #expect(bench.conversation.draft == "  ")
        }
    }

    @Test func `a text that cannot be saved becomes the draft again`() throws {
        let phone = try Self.phone(ChatID("chat-nowhere"))
        try phone.perform { bench, _ in
            bench.conversation.type("Good morning")
            bench.conversation.send()
        }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.conversation.problem?.text == "There is no such chat")
            #expect(bench.conversation.draft == "Good morning")
        }
    }

    @Test func `a draft is saved even if the chat is left at once`() throws {
        try phone.perform { bench, _ in
            for text in ["G", "Go"] { bench.conversation.type(text) }
            bench.reopen()
        }
        phone.run()
        try phone.perform { bench, _ in bench.reopen() }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.conversation.draft == "Go") }
    }

    @Test func `new messages are marked as read only while the chat is shown`() throws {
        #expect(try newestRead() == nil)
        try phone.perform { bench, _ in bench.conversation.setShown(true) }
        try johnWrites("Hello?")
        let read = try newest()
        #expect(try read != nil && newestRead() == read)
        try phone.perform { bench, _ in bench.conversation.setShown(false) }
        try johnWrites("Are you there?")
        #expect(try newestRead() == read)
        try phone.perform { bench, _ in bench.conversation.setShown(true) }
        phone.run()
        #expect(try newestRead() == newest())
    }

    @Test func `earlier messages are shown a page at a time`() throws {
        for number in 1...70 {
            try phone.result { [server = phone.server] in
                try await server.contactWrites("Number \(number)", in: Self.john)
            }
        }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.texts.last == (21...70).map { "Number \($0)" })
            bench.conversation.showEarlier()
        }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.texts.last?.count == 71)
            #expect(bench.conversation.timeline?.hasEarlier == false)
        }
    }

    @Test func `resend sends a failed message again`() throws {
        let (ben, phone) = (ChatID("chat-ben"), try Self.phone(ChatID("chat-ben")))
        let server = phone.server
        func openChat() throws {
            try phone.result {
                _ = try await server.createChat(with: "Ben")
                try await server.contactWrites("Hello", in: ben)
            }
            phone.run()
        }
        try openChat()
        // After the restart, the server knows only John's chat.
        try phone.result { try await server.restart() }
        try phone.perform { bench, _ in
            bench.conversation.type("Good morning")
            bench.conversation.send()
        }
        phone.run()
        let failed = try phone.perform { bench, _ in bench.conversation.timeline?.messages.first(where: \.hasFailed)?.id
        }
        let message = try #require(failed)
        try openChat()
        try phone.perform { bench, _ in bench.conversation.resend(message) }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.delivery == .sent) }
    }

    @Test func `a chat keeps its socket until it is closed`() throws {
        #expect(try connectionCount() == 2)
        try phone.perform { bench, _ in bench.conversation.close() }
        phone.run()
        #expect(try connectionCount() == 1)
    }

    @Test func `setMuted mutes the chat and the timeline follows its state`() throws {
        try phone.perform { bench, _ in bench.conversation.setMuted(true) }
        phone.run()
        #expect(try phone.isMuted(Self.john))
        try phone.perform { bench, _ in #expect(bench.conversation.timeline?.isMuted == true) }
        try phone.setMuted(false, in: Self.john)
        try phone.perform { bench, _ in #expect(bench.conversation.timeline?.isMuted == false) }
    }

    @Test func `typingAuthors contains a contact until they stop typing`() throws {
        try phone.contactTypes(in: Self.john)
        try phone.perform { bench, _ in #expect(bench.conversation.typingAuthors == ["John"]) }
        phone.run(for: .seconds(10))
        try phone.perform { bench, _ in #expect(bench.conversation.typingAuthors == []) }
    }

    @Test func `typing is reported to the server, but clearing the field is not`() throws {
        try phone.perform { bench, _ in bench.conversation.type("") }
        phone.run()
        #expect(try !phone.isTyping(in: Self.john))
        try phone.perform { bench, _ in bench.conversation.type("H") }
        phone.run()
        #expect(try phone.isTyping(in: Self.john))
    }

    @Test func `a deleted message becomes a tombstone here and at the server`() throws {
        try phone.perform { bench, _ in
            bench.conversation.type("Good morning")
            bench.conversation.send()
        }
        phone.run()
        let message = try #require(try phone.log(of: Self.john).last?.id)
        try phone.perform { bench, _ in bench.conversation.delete(message) }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.conversation.timeline?.messages.last?.isDeleted == true) }
        #expect(try phone.log(of: Self.john).last?.isDeleted == true)
    }

    @Test func `an edited message changes in place here and at the server`() throws {
        try phone.perform { bench, _ in
            bench.conversation.type("Helo")
            bench.conversation.send()
        }
        phone.run()
        let message = try #require(try newest())
        try phone.perform { bench, _ in bench.conversation.edit(message, to: "Hello") }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.conversation.timeline?.messages.map(\.text) == ["Hi, you're here too?", "Hello"])
        }
        #expect(try phone.log(of: Self.john).last?.text == "Hello")
    }

    @Test func `editing a message to an empty text shows an alert and changes nothing`() throws {
        try phone.perform { bench, _ in
            bench.conversation.type("Hello")
            bench.conversation.send()
        }
        phone.run()
        let message = try #require(try newest())
        try phone.perform { bench, _ in bench.conversation.edit(message, to: "  ") }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.conversation.timeline?.messages.last?.text == "Hello")
            #expect(bench.conversation.problem?.text == "Please type a message first")
        }
    }
}
