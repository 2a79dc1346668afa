import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import MVObservable

@Suite struct NewChatTests {
    private let phone: TestPhone<Bench>

    private final class Bench {
        private(set) var opened: [ChatID] = []
        private(set) lazy var chat = NewChat(session: context.session, queue: context.queue) { [weak self] in
            self?.opened.append($0)
        }
        private(set) lazy var suggestions = Log(on: context.queue) { [chat] in chat.suggestions.map(\.name) }
        private let context: AppContext

        init(_ context: AppContext) {
            self.context = context
            _ = suggestions
        }
    }

    init() throws {
        phone = try TestPhone { context in Bench(context) }
    }

    private func type(_ texts: String...) throws {
        try phone.perform { bench, _ in for text in texts { bench.chat.type(text) } }
    }

    @Test func `a name is validated at each keystroke`() throws {
        try phone.perform { bench, _ in
            #expect(bench.chat.name.error == .empty)
            bench.chat.type("B")
            #expect(bench.chat.name.error == nil)
            bench.chat.type("  ")
            #expect(bench.chat.name.error == .empty)
        }
    }

    @Test func `contacts with matching names are suggested and narrowed down at once`() throws {
        try type("Ada")
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.suggestions.last?.contains("Ada Lovelace") == true)
            bench.chat.type("Ada L")
            #expect(bench.chat.suggestions.map(\.name) == ["Ada Lovelace"])
            bench.chat.type("")
            #expect(bench.chat.suggestions.isEmpty)
        }
    }

    @Test func `suggestions are for the last of two keystrokes`() throws {
        try type("Anna", "Ada")
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.suggestions.last?.contains("Ada Lovelace") == true)
            #expect(!bench.suggestions.values.joined().contains { $0.hasPrefix("Anna") })
        }
    }

    @Test func `clearing the name discards pending suggestions`() throws {
        try type("Ada", "")
        phone.run()
        try phone.perform { bench, _ in #expect(bench.suggestions.last == []) }
    }

    @Test func `a created chat is opened`() throws {
        try type("Ben")
        try phone.perform { bench, _ in
            bench.chat.create()
            #expect(bench.chat.isBusy)
        }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.opened == [ChatID("chat-ben")])
            #expect(!bench.chat.isBusy)
        }
    }

    @Test func `an invalid name shows an alert and creates nothing`() throws {
        try phone.perform { bench, _ in
            bench.chat.create()
            #expect(bench.chat.problem?.text == "Please provide a contact name")
            #expect(!bench.chat.isBusy)
        }
    }

    @Test func `text and taps are ignored while a chat is being created`() throws {
        try type("Ben")
        try phone.perform { bench, _ in
            bench.chat.create()
            bench.chat.type("Ada")
            #expect(bench.chat.name.text == "Ben")
            bench.chat.create()
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.opened == [ChatID("chat-ben")]) }
    }

    @Test func `a failure to create a chat shows an alert and allows another attempt`() throws {
        phone.network.conditions.requestLossRate = 1
        try type("Ben")
        try phone.perform { bench, _ in bench.chat.create() }
        phone.run(for: .seconds(90))
        phone.network.conditions.requestLossRate = 0
        try phone.perform { bench, _ in
            #expect(bench.chat.problem?.text == "The server cannot be reached")
            bench.chat.create()
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.opened == [ChatID("chat-ben")]) }
    }

    @Test func `a cancelled chat is not opened`() throws {
        try type("Ben")
        try phone.perform { bench, _ in
            bench.chat.create()
            bench.chat.cancel()
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.opened.isEmpty) }
    }

    @Test func `added contacts and the typed one form a group`() throws {
        try phone.perform { bench, _ in
            for name in ["Ada", "Ben"] {
                bench.chat.type(name)
                bench.chat.add()
            }
            #expect(bench.chat.invitees.names == ["Ada", "Ben"])
            #expect(bench.chat.name.text == "" && bench.chat.suggestions.isEmpty)
            bench.chat.type("Cy")
            bench.chat.create()
            bench.chat.add()
            #expect(bench.chat.name.text == "Cy", "a busy form takes nobody in")
        }
        phone.run()
        let groups = try phone.groups()
        try phone.perform { bench, _ in #expect(bench.opened == groups) }
        #expect(try phone.memberNames(of: groups[0]) == ["Ada", "Ben", "Cy"])
    }

    @Test func `a name that cannot be added stays typed with an alert`() throws {
        try phone.perform { bench, _ in
            for name in ["Ada", "ada"] {
                bench.chat.type(name)
                bench.chat.add()
            }
            #expect(bench.chat.invitees.added == [ContactName("Ada")] && bench.chat.name.text == "ada")
            #expect(bench.chat.problem?.text == "ada was added already")
        }
    }
}
