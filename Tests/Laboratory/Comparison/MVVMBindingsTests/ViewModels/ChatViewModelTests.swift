import BindingKit
import PhoneTesting
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

    @Test func `messages are ready for display, and follow what comes in`() throws {
        try johnWrites("Hello?")
        try phone.perform { bench, _ in
            #expect(bench.title.values == ["John"])
            #expect(bench.texts == ["Hi, you're here too?", "Hello?"])
            #expect(bench.rows.last?.map(\.time) == ["11:51 am", "12:00 pm"])
            #expect(bench.rows.last?.map(\.isMine) == [false, false])
        }
    }

    @Test func `when the time changes every row differs`() throws {
        try phone.perform { bench, _ in
            let rows = bench.rows.last
            bench.timeChanges.value += 1
            #expect(rows != nil && rows != bench.rows.last)
        }
    }

    @Test func `what is sent leaves the field, and is on its way until the server has it`() throws {
        try phone.perform { bench, _ in bench.send.send("Good morning") }
        phone.run(for: .zero)
        try phone.perform { bench, _ in
            #expect(bench.field.last == "")
            #expect(bench.mine?.delivery == .sending)
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.mine?.delivery == .sent) }
    }

    @Test func `an empty message is told of and stays where it is`() throws {
        try phone.perform { bench, _ in
            let count = bench.field.values.count
            bench.send.send("  ")
            #expect(bench.alerts.values == ["Please type a message first"])
            #expect(bench.field.values.count == count)
        }
    }

    @Test func `a text that cannot be kept comes back to the field`() throws {
        let phone = try Self.phone(ChatID("chat-nowhere"))
        try phone.perform { bench, _ in bench.send.send("Good morning") }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.field.values == ["", "", "Good morning"])
            #expect(bench.alerts.values == ["There is no such chat"])
        }
    }

    @Test func `what is typed is kept, even if the chat is left at once`() throws {
        try phone.perform { bench, _ in
            for text in ["G", "Go"] { bench.draft.send(text) }
            bench.leave()
        }
        phone.run()
        try phone.perform { bench, _ in bench.enter() }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.field.last == "Go") }
    }

    @Test func `what is shown is read while the chat is on top, and not otherwise`() throws {
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

    @Test func `at its end the chat grows by a page, until it is whole`() throws {
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

    @Test func `a draft fills the field once; news leaves it alone`() throws {
        try phone.perform { bench, _ in bench.draft.send("Half a thou") }
        try johnWrites("Hello?")
        try phone.perform { bench, _ in
            #expect(bench.texts.count == 2)
            #expect(bench.field.values.joined().isEmpty)
        }
    }

    @Test func `a failed message that is tapped is sent once more`() throws {
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
        // It forgets all chats but John's.
        try phone.result { try await server.restart() }
        try phone.perform { bench, _ in bench.send.send("Good morning") }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.mine?.delivery.isFailure == true) }
        try openChat()
        try phone.perform { bench, _ in bench.selected.send(try #require(bench.mine)) }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.mine?.delivery == .sent) }
    }

    @Test func `a chat holds its socket until it is left`() throws {
        func connectionCount() throws -> Int {
            try phone.result { [server = phone.server] in await server.connectionCount }
        }
        #expect(try connectionCount() == 2)
        try phone.perform { bench, _ in bench.leave() }
        phone.run()
        #expect(try connectionCount() == 1)
    }

    @Test func `the switch mutes the chat, and stands as the chat does`() throws {
        try phone.perform { bench, _ in bench.mute.send(true) }
        phone.run()
        #expect(try phone.isMuted(Self.john))
        try phone.perform { bench, _ in #expect(bench.isMuted.last == true) }
        try phone.setMuted(false, in: Self.john)
        try phone.perform { bench, _ in #expect(bench.isMuted.last == false) }
    }

    @Test func `who types is said to, until they stop`() throws {
        try phone.contactTypes(in: Self.john)
        try phone.perform { bench, _ in #expect(bench.typing.last == "John is typing…") }
        phone.run(for: .seconds(10))
        try phone.perform { bench, _ in #expect(bench.typing.last == .some(nil)) }
    }

    @Test func `what a person types is told, but not that the field is empty again`() throws {
        try phone.perform { bench, _ in bench.draft.send("") }
        phone.run()
        #expect(try !phone.isTyping(in: Self.john))
        try phone.perform { bench, _ in bench.draft.send("H") }
        phone.run()
        #expect(try phone.isTyping(in: Self.john))
    }

    @Test func `a message of one's own that is deleted is a tombstone, here and at the server`() throws {
        try phone.perform { bench, _ in bench.send.send("Good morning") }
        phone.run()
        try phone.perform { bench, _ in bench.deleted.send(try #require(bench.mine)) }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.mine?.text == "Message deleted") }
        #expect(try phone.log(of: Self.john).last?.isRemoved == true)
    }

    @Test func `a message of one's own that is edited is changed in its place, here and at the server`() throws {
        try phone.perform { bench, _ in bench.send.send("Helo") }
        phone.run()
        try phone.perform { bench, _ in bench.edited.send((try #require(bench.mine), "Hello")) }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.texts == ["Hi, you're here too?", "Hello"])
            #expect(bench.rows.last?.map(\.isEdited) == [false, true])
        }
        #expect(try phone.log(of: Self.john).last?.text == "Hello")
    }

    @Test func `a message that is edited to nothing stays as it is, which is told`() throws {
        try phone.perform { bench, _ in bench.send.send("Hello") }
        phone.run()
        try phone.perform { bench, _ in bench.edited.send((try #require(bench.mine), "  ")) }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.mine?.text == "Hello")
            #expect(bench.alerts.values == ["Please type a message first"])
        }
    }

    @Test func `an edit that was refused is told of at its message`() throws {
        let phone = try TestPhone { ChatBench(ChatID("chat-ben"), $0) }
        try phone.contact("Ben", writes: "Hello")
        try phone.perform { bench, _ in bench.send.send("At six") }
        phone.run()
        // It forgets all chats but John's.
        try phone.result { [server = phone.server] in try await server.restart() }
        try phone.perform { bench, _ in bench.edited.send((try #require(bench.mine), "At seven")) }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.mine?.text == "At six" && bench.mine?.isEdited == false)
            #expect(bench.mine?.editFailure?.hasPrefix("The server does not know this chat") == true)
        }
    }

    @Test func `a group says how many it has, who wrote what, and who types`() throws {
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
