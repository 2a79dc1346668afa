import PhoneKit
import PhoneTesting
import Testing
import Transport

@testable import PresentationModel

@Suite struct FormViewControllerTests {
    private let phone: TestPhone<FormOpener>

    init() throws {
        phone = try TestPhone { context in
            let form = FormViewController(session: context.session, queue: context.queue)
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

    @Test func `a name is judged at each keystroke`() throws {
        try phone.on(CreateChatView.self) { form in
            #expect(form.message == "Please provide a contact name")
            form.nameField.type("B")
            #expect(form.message == nil)
            form.nameField.type("  ")
            #expect(form.message == "Please provide a contact name")
        }
    }

    @Test func `people whose names begin so are suggested, and narrowed down at once`() throws {
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

    @Test func `of two keystrokes the last one wins`() throws {
        try type("Ben")
        try type("Ada")
        phone.run()
        try phone.on(CreateChatView.self) { #expect($0.suggestions.first?.hasPrefix("Ada") == true) }
    }

    @Test func `the delegate is told of the chat that was made`() throws {
        try type("Ben")
        try phone.on(CreateChatView.self) { form in
            form.createButton.tap()
            #expect(form.isBusy)
        }
        phone.run()
        #expect(try created() == [ChatID("chat-ben")])
        try phone.on(CreateChatView.self) { #expect(!$0.isBusy) }
    }

    @Test func `nothing is made of what is no name`() throws {
        try phone.on(CreateChatView.self) { form in
            form.createButton.tap()
            #expect(form.alert == "Please provide a contact name" && !form.isBusy)
        }
    }

    @Test func `a busy form takes neither text nor taps`() throws {
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

    @Test func `a chat that cannot be made is told of`() throws {
        phone.network.conditions.requestLossRate = 1
        try type("Ben")
        try phone.on(CreateChatView.self) { $0.createButton.tap() }
        phone.run(for: .seconds(90))
        try phone.on(CreateChatView.self) { form in
            #expect(form.alert == "The server cannot be reached" && !form.isBusy)
        }
    }

    @Test func `a form that was left makes nothing known`() throws {
        try type("Ben")
        try phone.on(CreateChatView.self) { $0.createButton.tap() }
        try phone.perform { _, window in window.navigation.topViewController?.didTapBack() }
        phone.run()
        #expect(try created().isEmpty)
    }

    @Test func `those who are added are a group with the one who is typed`() throws {
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

    @Test func `who cannot be added stays in the field, and why is told`() throws {
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

private final class FormOpener: FormViewControllerDelegate {
    private(set) var created: [ChatID] = []
    private let form: FormViewController

    init(_ form: FormViewController) {
        self.form = form
        form.delegate = self
    }

    func formViewController(_ controller: FormViewController, didCreate chat: ChatID) {
        created.append(chat)
    }
}
