import ArchitectureVersions
import BehaviourSuite
import ChatTypes
import DriverKit
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

/// Tests of the form for a new chat in every architecture, through its view.
@Suite struct CreateChatViewTests {
    private func type(_ text: String, on phone: TestPhone<any PhoneApp>) throws {
        try phone.use(CreateChatView.self) { $0.nameField.type(text) }
    }

    private func create(on phone: TestPhone<any PhoneApp>) throws {
        try phone.use(CreateChatView.self) { $0.createButton.tap() }
    }

    @Test(arguments: Architecture.all)
    func `a name is validated at each keystroke`(app: Architecture) throws {
        let phone = try app.phoneInForm()
        for (name, message) in [
            ("", "Please provide a contact name"), ("B", nil), (" ", "Please provide a contact name"),
        ] {
            try type(name, on: phone)
            try phone.on(CreateChatView.self) { #expect($0.message == message) }
        }
    }

    @Test(arguments: Architecture.all)
    func `contacts that match the last keystroke are suggested`(app: Architecture) throws {
        let phone = try app.phoneInForm()
        try type("Ben", on: phone)
        try type("Ada", on: phone)
        phone.run()
        try phone.on(CreateChatView.self) { #expect($0.suggestions.contains("Ada Lovelace")) }
        try type("Ada L", on: phone)
        phone.run()
        try phone.on(CreateChatView.self) { #expect($0.suggestions == ["Ada Lovelace"]) }
        try type("", on: phone)
        phone.run()
        try phone.on(CreateChatView.self) { #expect($0.suggestions.isEmpty) }
    }

    @Test(arguments: Architecture.all)
    func `a created chat replaces the form`(app: Architecture) throws {
        let phone = try app.phoneInForm()
        try type("Ben", on: phone)
        try create(on: phone)
        phone.run()
        try phone.on(ChatView.self) { #expect($0.title == "Ben") }
        try phone.perform { _, window in #expect(window.navigation.viewControllers.count == 2) }
    }

    @Test(arguments: Architecture.all)
    func `an invalid name shows an alert and creates nothing`(app: Architecture) throws {
        let phone = try app.phoneInForm()
        try create(on: phone)
        phone.run()
        try phone.on(CreateChatView.self) { form in
            #expect((form.alert ?? form.message) == "Please provide a contact name" && !form.isBusy)
        }
    }

    @Test(arguments: Architecture.all)
    func `a busy form ignores text and taps, and shows an alert when the server cannot be reached`(
        app: Architecture
    ) throws {
        let phone = try app.phoneInForm()
        phone.network.conditions.requestLossRate = 1
        try type("Ben", on: phone)
        try create(on: phone)
        try phone.on(CreateChatView.self) { #expect($0.isBusy) }
        try type("Ada", on: phone)
        try create(on: phone)
        try phone.use(CreateChatView.self) { $0.addButton.tap() }
        try phone.on(CreateChatView.self) { #expect($0.nameField.text == "Ben" && $0.added.isEmpty) }
        phone.run(for: .seconds(90))
        try phone.on(CreateChatView.self) { form in
            #expect(form.alert == "The server cannot be reached" && !form.isBusy)
        }
    }

    @Test(arguments: Architecture.all)
    func `leaving the form cancels creating the chat`(app: Architecture) throws {
        let phone = try app.phoneInForm()
        try type("Ben", on: phone)
        phone.network.conditions.roundTrip = .seconds(1) ... .seconds(1)
        try create(on: phone)
        try phone.goBack()
        phone.run(for: .seconds(5))
        try phone.perform { _, window in #expect(window.navigation.viewControllers.count == 1) }
    }

    @Test(arguments: Architecture.all)
    func `added contacts and the typed one form a group`(app: Architecture) throws {
        let phone = try app.phoneInForm()
        for name in ["Ada", "Ben"] {
            try type(name, on: phone)
            try phone.use(CreateChatView.self) { $0.addButton.tap() }
            phone.run()
            try phone.on(CreateChatView.self) { form in
                #expect(form.nameField.text == "" && form.message == nil && form.suggestions.isEmpty)
            }
        }
        try phone.on(CreateChatView.self) { #expect($0.added == ["Ada", "Ben"]) }
        try type("Cy", on: phone)
        try create(on: phone)
        phone.run()
        #expect(try phone.memberNames(of: #require(phone.groups().first)) == ["Ada", "Ben", "Cy"])
    }

    @Test(arguments: Architecture.all, [("ada", "ada was added already"), (" ", "Please provide a contact name")])
    func `a name that cannot be added stays in the field with an alert`(
        app: Architecture,
        refused: (name: String, reason: String)
    ) throws {
        let phone = try app.phoneInForm()
        for name in ["Ada", refused.name] {
            try type(name, on: phone)
            try phone.use(CreateChatView.self) { $0.addButton.tap() }
            phone.run()
        }
        try phone.on(CreateChatView.self) { form in
            #expect(form.added == ["Ada"] && form.nameField.text == refused.name && form.alert == refused.reason)
        }
    }
}
