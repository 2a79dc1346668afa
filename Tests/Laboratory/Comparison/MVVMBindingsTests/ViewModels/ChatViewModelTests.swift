import BindingKit
import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import MVVMBindings

@Suite struct ChatViewModelTests {
    private static let john = ChatID("chat-john")
    private let phone: TestPhone<ChatBench>

    init() throws {
        phone = try Self.phone(Self.john)
    }

    private static func phone(_ chat: ChatID) throws -> TestPhone<ChatBench> {
        try TestPhone { context in ChatBench(chat, context) }
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

    @Test func `messages have a text, a time and an author, and follow new messages`() throws {
        try johnWrites("Hello?")
        try phone.perform { bench, _ in
            #expect(bench.title.values == ["John"])
            #expect(bench.texts == ["Hi, you're here too?", "Hello?"])
            #expect(bench.rows.last?.map(\.time) == ["11:51 am", "12:00 pm"])
            #expect(bench.rows.last?.map(\.isMine) == [false, false])
        }
    }

    @Test func `every row changes when the time changes`() throws {
        try phone.perform { bench, _ in
            let rows = bench.rows.last
            bench.timeChanges.value += 1
            #expect(rows != nil && rows != bench.rows.last)
        }
    }

    @Test func `a sent message leaves the field and shows as sending until the server has it`() throws {
        try phone.perform { bench, _ in bench.send.send("Good morning") }
        phone.run(for: .zero)
        try phone.perform { bench, _ in
            #expect(bench.field.last == "")
            #expect(bench.mine?.delivery == .sending)
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.mine?.delivery == .sent) }
    }

    @Test func `sending an empty message shows an alert and leaves the field unchanged`() throws {
        try phone.perform { bench, _ in
            let count = bench.field.values.count
            bench.send.send("  ")
            #expect(bench.alerts.values == ["Please type a message first"])
            #expect(bench.field.values.count == count)
        }
    }

    @Test func `a text that cannot be saved returns to the field`() throws {
        let phone = try Self.phone(ChatID("chat-nowhere"))
        try phone.perform { bench, _ in bench.send.send("Good morning") }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.field.values == ["", "", "Good morning"])
            #expect(bench.alerts.values == ["There is no such chat"])
        }
    }

    @Test func `typed text is saved even if the chat is left at once`() throws {
        try phone.perform { bench, _ in
            for text in ["G", "Go"] { bench.draft.send(text) }
            bench.leave()
        }
        phone.run()
        try phone.perform { bench, _ in bench.enter() }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.field.last == "Go") }
    }

    @Test func `visible messages are marked as read only while the chat is on top`() throws {
        try johnWrites("Hello?")
        try phone.perform { bench, _ in bench.shown.send(bench.rows.last?.suffix(1) ?? []) }
        phone.run()
        #expect(try newestRead() == nil)
        try phone.perform { bench, _ in
            bench.isOnTop.send(true)
            bench.shown.send(bench.rows.last?.suffix(1) ?? [])
        }
        phone.run()
        let newest = try phone.result { [server = phone.server] in await server.log(of: Self.john).last?.id }
        #expect(try newestRead() == newest)
        try phone.perform { bench, _ in bench.isOnTop.send(false) }
        try johnWrites("Are you there?")
        try phone.perform { bench, _ in bench.shown.send(bench.rows.last?.suffix(1) ?? []) }
        phone.run()
        #expect(try newestRead() == newest)
    }

    private func reachEnd() throws -> [String] {
        try phone.perform { bench, _ in bench.reachedEnd.send(()) }
        phone.run()
        return try phone.perform { bench, _ in bench.texts }
    }

    @Test func `reaching the end adds a page of messages until the chat is complete`() throws {
        try johnWrites("One", "Two", "Three")
        #expect(try phone.perform { bench, _ in bench.texts } == ["Two", "Three"])
        #expect(try reachEnd() == ["Hi, you're here too?", "One", "Two", "Three"])
        let count = try phone.perform { bench, _ in bench.rows.values.count }
        _ = try reachEnd()
        try phone.perform { bench, _ in
            #expect(bench.hasEarlier.last == false)
            #expect(bench.rows.values.count == count)
        }
    }

    @Test func `new messages do not change the field`() throws {
        try phone.perform { bench, _ in bench.draft.send("Half a thou") }
        try johnWrites("Hello?")
        try phone.perform { bench, _ in
            #expect(bench.texts.count == 2)
            #expect(bench.field.values.joined().isEmpty)
        }
    }

    @Test func `a tap on a failed message resends it`() throws {
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
        try phone.perform { bench, _ in bench.send.send("Good morning") }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.mine?.delivery.isFailure == true) }
        try openChat()
        try phone.perform { bench, _ in bench.performed.send((try #require(bench.mine), .select)) }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.mine?.delivery == .sent) }
    }

    @Test func `a chat keeps its socket until it is left`() throws {
        func connectionCount() throws -> Int {
            try phone.result { [server = phone.server] in await server.connectionCount }
        }
        #expect(try connectionCount() == 2)
        try phone.perform { bench, _ in bench.leave() }
        phone.run()
        #expect(try connectionCount() == 1)
    }

    @Test func `the switch mutes the chat and follows its state`() throws {
        try phone.perform { bench, _ in bench.mute.send(true) }
        phone.run()
        #expect(try phone.isMuted(Self.john))
        try phone.perform { bench, _ in #expect(bench.isMuted.last == true) }
        try phone.setMuted(false, in: Self.john)
        try phone.perform { bench, _ in #expect(bench.isMuted.last == false) }
    }

    @Test func `a chat shows who is typing until they stop`() throws {
        try phone.contactTypes(in: Self.john)
        try phone.perform { bench, _ in #expect(bench.typing.last == "John is typing…") }
        phone.run(for: .seconds(10))
        try phone.perform { bench, _ in #expect(bench.typing.last == .some(nil)) }
    }

    @Test func `typing is reported to the server, but clearing the field is not`() throws {
        try phone.perform { bench, _ in bench.draft.send("") }
        phone.run()
        #expect(try !phone.isTyping(in: Self.john))
        try phone.perform { bench, _ in bench.draft.send("H") }
        phone.run()
        #expect(try phone.isTyping(in: Self.john))
    }

    @Test func `a deleted message becomes a tombstone here and at the server`() throws {
        try phone.perform { bench, _ in bench.send.send("Good morning") }
        phone.run()
        try phone.perform { bench, _ in bench.performed.send((try #require(bench.mine), .delete)) }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.mine?.text == "Message deleted") }
        #expect(try phone.log(of: Self.john).last?.isDeleted == true)
    }

    @Test func `an edited message changes in place here and at the server`() throws {
        try phone.perform { bench, _ in bench.send.send("Helo") }
        phone.run()
        try phone.perform { bench, _ in bench.performed.send((try #require(bench.mine), .edit(to: "Hello"))) }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.texts == ["Hi, you're here too?", "Hello"])
            #expect(bench.rows.last?.map(\.isEdited) == [false, true])
        }
        #expect(try phone.log(of: Self.john).last?.text == "Hello")
    }

    @Test func `editing a message to an empty text shows an alert and changes nothing`() throws {
        try phone.perform { bench, _ in bench.send.send("Hello") }
        phone.run()
        try phone.perform { bench, _ in bench.performed.send((try #require(bench.mine), .edit(to: "  "))) }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.mine?.text == "Hello")
            #expect(bench.alerts.values == ["Please type a message first"])
        }
    }

    @Test func `a refused edit is shown at its message`() throws {
        let phone = try TestPhone { ChatBench(ChatID("chat-ben"), $0) }
        try phone.contact("Ben", writes: "Hello")
        try phone.perform { bench, _ in bench.send.send("At six") }
        phone.run()
        // After the restart, the server knows only John's chat.
        try phone.result { [server = phone.server] in try await server.restart() }
        try phone.perform { bench, _ in bench.performed.send((try #require(bench.mine), .edit(to: "At seven"))) }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.mine?.text == "At six" && bench.mine?.isEdited == false)
            #expect(bench.mine?.editFailure?.hasPrefix("The server does not know this chat") == true)
        }
    }

    @Test func `a group shows its member count, the senders and who is typing`() throws {
        let phone = try TestPhone { ChatBench(ChatID("group:trip"), $0) }
        let group = try phone.beginTrip()
        try phone.member(ContactID("ada"), writes: "Who brings what?", in: group)
        for member in ["ada", "ben"] { try phone.member(ContactID(member), typesIn: group) }
        try phone.sends("Salad", to: group)
        try phone.perform { bench, _ in
            #expect(bench.title.last == "Trip" && bench.subtitle.last == "3 people")
            #expect(bench.rows.last?.map(\.sender) == ["Ada", nil])
            #expect(bench.typing.last == "Ada and Ben are typing…")
        }
    }
}

extension Delivery {
    fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
}
