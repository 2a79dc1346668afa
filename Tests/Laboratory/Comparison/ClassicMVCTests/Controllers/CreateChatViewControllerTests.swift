import ChatTypes
import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import ClassicMVC

@Suite struct CreateChatViewControllerTests {
    private let phone: TestPhone<FormOpener>

    init() throws {
        phone = try TestPhone { context in
            let form = CreateChatViewController(session: context.session, queue: context.queue)
            context.window.navigation.push(ViewController(view: View()))
            context.window.navigation.push(form)
            return FormOpener(form)
        }
    }

    private func type(_ text: String) throws {
        try phone.on(CreateChatView.self) { $0.nameField.type(text) }
    }

    private func created() throws -> [ChatID] {
        try phone.perform { opener, _ in opener.created }
    }

    @Test func `a name is validated at each keystroke`() throws {
        try phone.on(CreateChatView.self) { form in
            #expect(form.message == "Please provide a contact name")
            form.nameField.type("B")
            #expect(form.message == nil)
            form.nameField.type("  ")
            #expect(form.message == "Please provide a contact name")
        }
    }

    @Test func `contacts with matching names are suggested and narrowed down at once`() throws {
        try type("Ada")
        phone.run()
        try phone.on(CreateChatView.self) { form in
            #expect(form.suggestions.contains("Ada Lovelace"))
            form.nameField.type("Ada L")
            #expect(form.suggestions == ["Ada Lovelace"])
            form.nameField.type("")
            #expect(form.suggestions.isEmpty)
        }
    }

    @Test func `suggestions are for the last of two keystrokes`() throws {
        try type("Ben")
        try type("Ada")
        phone.run()
        try phone.on(CreateChatView.self) { #expect($0.suggestions.first?.hasPrefix("Ada") == true) }
    }

    @Test func `the delegate receives the created chat`() throws {
        try type("Ben")
        try phone.on(CreateChatView.self) { form in
            form.createButton.tap()
            #expect(form.isBusy)
        }
        phone.run()
        #expect(try created() == [ChatID("chat-ben")])
        try phone.on(CreateChatView.self) { #expect(!$0.isBusy) }
    }

    @Test func `an invalid name shows an alert and creates nothing`() throws {
        try phone.on(CreateChatView.self) { form in
            form.createButton.tap()
            #expect(form.alert == "Please provide a contact name" && !form.isBusy)
        }
    }

    @Test func `a busy form ignores text and taps`() throws {
        try type("Ben")
        try phone.on(CreateChatView.self) { form in
            form.createButton.tap()
            form.nameField.type("Ada")
            #expect(form.nameField.text == "Ben")
            form.createButton.tap()
        }
        phone.run()
        #expect(try created() == [ChatID("chat-ben")])
    }

    @Test func `a failure to create a chat shows an alert`() throws {
        phone.network.conditions.requestLossRate = 1
        try type("Ben")
        try phone.on(CreateChatView.self) { $0.createButton.tap() }
        phone.run(for: .seconds(90))
        try phone.on(CreateChatView.self) { form in
            #expect(form.alert == "The server cannot be reached" && !form.isBusy)
        }
    }

    @Test func `leaving the form cancels creating the chat`() throws {
        try type("Ben")
        try phone.on(CreateChatView.self) { $0.createButton.tap() }
        try phone.perform { _, window in window.navigation.topViewController?.didTapBack() }
        phone.run()
        #expect(try created().isEmpty)
    }

    @Test func `added contacts and the typed one form a group`() throws {
        for name in ["Ada", "Ben"] {
            try type(name)
            try phone.on(CreateChatView.self) { form in
                form.addButton.tap()
                #expect(form.nameField.text == "" && form.message == nil && form.suggestions.isEmpty)
            }
        }
        try phone.on(CreateChatView.self) { #expect($0.added == ["Ada", "Ben"]) }
        try type("Cy")
        try phone.on(CreateChatView.self) { form in
            form.createButton.tap()
            form.addButton.tap()
            #expect(form.added == ["Ada", "Ben"])
        }
        phone.run()
        #expect(try created() == phone.groups())
        #expect(try phone.memberNames(of: created()[0]) == ["Ada", "Ben", "Cy"])
    }

    @Test func `a name that cannot be added stays in the field with an alert`() throws {
        for (name, reason) in [("ada", "ada was added already"), (" ", "Please provide a contact name")] {
            try type("Ada")
            try phone.on(CreateChatView.self) { $0.addButton.tap() }
            try type(name)
            try phone.on(CreateChatView.self) { form in
                form.addButton.tap()
                #expect(form.added == ["Ada"] && form.nameField.text == name && form.alert == reason)
            }
        }
    }
}

private final class FormOpener: CreateChatViewControllerDelegate {
    private(set) var created: [ChatID] = []
    private let form: CreateChatViewController

    init(_ form: CreateChatViewController) {
        self.form = form
        form.delegate = self
    }

    func createChatViewController(_ controller: CreateChatViewController, didCreate chat: ChatID) {
        created.append(chat)
    }
}
