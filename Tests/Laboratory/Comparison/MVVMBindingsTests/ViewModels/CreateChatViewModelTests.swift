import BindingKit
import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import MVVMBindings

@Suite struct CreateChatViewModelTests {
    private let phone: TestPhone<Bench>

    /// The form's view model with the user's input and its recorded output.
    private final class Bench {
        let name = Subject<String>()
        let add = Subject<Void>()
        let create = Subject<Void>()
        let field: Log<String>
        let message: Log<String?>
        let added: Log<[String]>
        let suggestions: Log<[String]>
        let isBusy: Log<Bool>
        let alerts: Log<String>
        let chats: Log<ChatID>
        private var viewModel: CreateChatViewModel?

        init(_ context: AppContext) {
            let viewModel = CreateChatViewModel(dependencies: Dependencies(context))
            let output = viewModel.transform(
                CreateChatInput(name: name.observable, add: add.observable, create: create.observable)
            )
            (field, message, suggestions) = (Log(output.name), Log(output.message), Log(output.suggestions))
            added = Log(output.added)
            (isBusy, alerts, chats) = (Log(output.isBusy), Log(output.alerts), Log(output.chat))
            self.viewModel = viewModel
        }

        func leave() { viewModel = nil }
    }

    init() throws {
        phone = try TestPhone { context in Bench(context) }
    }

    @Test func `a name is validated at each keystroke`() throws {
        try phone.perform { bench, _ in
            for text in ["B", "  "] { bench.name.send(text) }
            let complaint = "Please provide a contact name"
            #expect(bench.message.values == [complaint, nil, complaint])
        }
    }

    @Test func `contacts with matching names are suggested and narrowed down at once`() throws {
        try phone.perform { bench, _ in bench.name.send("Ada") }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.suggestions.last?.contains("Ada Lovelace") == true)
            bench.name.send("Ada L")
            #expect(bench.suggestions.last == ["Ada Lovelace"])
            bench.name.send("")
            #expect(bench.suggestions.last == [])
        }
    }

    @Test func `suggestions are for the last of two keystrokes`() throws {
        try phone.perform { bench, _ in for text in ["Anna", "Ada"] { bench.name.send(text) } }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.suggestions.last?.contains("Ada Lovelace") == true)
            #expect(!bench.suggestions.values.joined().contains { $0.hasPrefix("Anna") })
        }
    }

    @Test func `the form is busy until its chat is created`() throws {
        try phone.perform { bench, _ in
            bench.name.send(" Ben ")
            bench.create.send(())
        }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.isBusy.values == [false, true, false])
            #expect(bench.chats.values == [ChatID("chat-ben")])
            #expect(bench.alerts.values.isEmpty)
        }
    }

    @Test func `an invalid name shows an alert and creates nothing`() throws {
        try phone.perform { bench, _ in
            bench.create.send(())
            #expect(bench.alerts.values == ["Please provide a contact name"])
            #expect(bench.isBusy.values == [false])
        }
    }

    @Test func `a busy form ignores text and taps`() throws {
        try phone.perform { bench, _ in
            bench.name.send("Ben")
            bench.create.send(())
            bench.name.send("Ada")
            #expect(bench.field.values == ["Ben"])
            #expect(bench.message.values.count == 2)
            bench.create.send(())
        }
        phone.run()
        try phone.perform { bench, _ in
            #expect(bench.chats.values == [ChatID("chat-ben")])
            #expect(bench.isBusy.values == [false, true, false])
        }
    }

    @Test func `a failure to create a chat shows an alert and allows another attempt`() throws {
        phone.network.conditions.requestLossRate = 1
        try phone.perform { bench, _ in
            bench.name.send("Ben")
            bench.create.send(())
        }
        phone.run(for: .seconds(90))
        phone.network.conditions.requestLossRate = 0
        try phone.perform { bench, _ in
            #expect(bench.alerts.values == ["The server cannot be reached"])
            #expect(bench.isBusy.values == [false, true, false])
            bench.create.send(())
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.chats.values == [ChatID("chat-ben")]) }
    }

    @Test func `leaving the form cancels creating the chat`() throws {
        try phone.perform { bench, _ in
            bench.name.send("Ben")
            bench.create.send(())
            bench.leave()
        }
        phone.run()
        try phone.perform { bench, _ in #expect(bench.chats.values.isEmpty) }
    }

    @Test func `added contacts and the typed one form a group`() throws {
        try phone.perform { bench, _ in
            for name in ["Ada", "Ben"] {
                bench.name.send(name)
                bench.add.send(())
            }
            #expect(bench.added.last == ["Ada", "Ben"] && bench.field.values == ["", ""])
            #expect(bench.message.last == .some(nil) && bench.suggestions.last == [])
            bench.name.send("Cy")
            bench.create.send(())
            bench.add.send(())
            #expect(bench.added.last == ["Ada", "Ben"], "a busy form takes nobody in")
        }
        phone.run()
        let groups = try phone.groups()
        try phone.perform { bench, _ in #expect(bench.chats.values == groups) }
        #expect(try phone.memberNames(of: groups[0]) == ["Ada", "Ben", "Cy"])
    }

    @Test func `a name that cannot be added stays in the field with an alert`() throws {
        try phone.perform { bench, _ in
            for name in ["Ada", "ada"] {
                bench.name.send(name)
                bench.add.send(())
            }
            #expect(bench.added.last == ["Ada"] && bench.field.values == [""])
            #expect(bench.alerts.values == ["ada was added already"])
        }
    }
}
