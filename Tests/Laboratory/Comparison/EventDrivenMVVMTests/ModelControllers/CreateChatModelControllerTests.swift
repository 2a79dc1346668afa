import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import EventDrivenMVVM

@Suite struct CreateChatModelControllerTests {
    /// The controller and the recorded effects of its events.
    private final class Subject {
        let middle = Middle()
        let form: CreateChatModelController

        init(_ make: (ChatEventRouter) -> CreateChatModelController) {
            form = make(middle.chatRouter)
            form.open()
        }

        var last: CreateChatViewModel? { middle.spy.forms.last }
    }

    private let phone: TestPhone<Subject>

    init() throws {
        phone = try TestPhone { context in Subject { CreateChatModelController(context, router: $0) } }
    }

    private func perform(_ body: @escaping @Sendable (Subject) -> Void) throws {
        try phone.perform { subject, _ in body(subject) }
    }

    @Test func `a name is validated at each keystroke`() throws {
        try perform { subject in
            #expect(subject.last?.message == "Please provide a contact name")
            subject.form.type("B")
            #expect(subject.last?.message == nil)
            subject.form.type(" ")
            #expect(subject.last?.message == "Please provide a contact name")
        }
    }

    @Test func `suggestions are narrowed down at once and the last keystroke wins`() throws {
        try perform { $0.form.type("Ben") }
        try perform { $0.form.type("Ada") }
        phone.run()
        try perform { subject in
            #expect(subject.last?.suggestions.first?.hasPrefix("Ada") == true)
            subject.form.type("Ada L")
            #expect(subject.last?.suggestions == ["Ada Lovelace"])
            subject.form.type("")
            #expect(subject.last?.suggestions == [])
        }
    }

    @Test func `an invalid name shows an alert and creates nothing`() throws {
        try perform { subject in
            subject.form.create()
            #expect(subject.last?.alert == "Please provide a contact name" && subject.last?.isBusy == false)
        }
    }

    @Test func `the form ignores text and taps while a chat is being created`() throws {
        try perform { subject in
            subject.form.type("Ben")
            subject.form.create()
            subject.form.type("Ada")
            #expect(subject.last?.name == "Ben" && subject.last?.isBusy == true)
            subject.form.create()
        }
        phone.run()
        try perform { #expect($0.middle.spy.opened == ["chat-ben for the form"]) }
    }

    @Test func `a failure to create a chat shows an alert and allows another attempt`() throws {
        phone.network.conditions.requestLossRate = 1
        try perform { subject in
            subject.form.type("Ben")
            subject.form.create()
        }
        phone.run(for: .seconds(90))
        try perform { #expect($0.last?.alert == "The server cannot be reached" && $0.last?.isBusy == false) }
        phone.network.conditions.requestLossRate = 0
        try perform { $0.form.create() }
        phone.run(for: .seconds(10))
        try perform { #expect($0.middle.spy.opened == ["chat-ben for the form"]) }
    }

    @Test func `leaving the form cancels opening the chat`() throws {
        try perform { subject in
            subject.form.type("Ben")
            subject.form.create()
            subject.form.close()
        }
        phone.run()
        try perform { #expect($0.middle.spy.opened.isEmpty) }
    }

    @Test func `added contacts and the typed one form a group`() throws {
        try perform { subject in
            for name in ["Ada", "Ben"] {
                subject.form.type(name)
                subject.form.add()
            }
            #expect(subject.last?.added == ["Ada", "Ben"] && subject.last?.name == "")
            subject.form.type("Cy")
            subject.form.create()
            subject.form.add()
            #expect(subject.last?.added == ["Ada", "Ben"], "a busy form takes nobody in")
        }
        phone.run()
        let groups = try phone.groups()
        try perform { #expect($0.middle.spy.opened == groups.map { "\($0) for the form" }) }
        #expect(try phone.memberNames(of: groups[0]) == ["Ada", "Ben", "Cy"])
    }

    @Test func `a name that cannot be added stays typed with an alert`() throws {
        try perform { subject in
            for name in ["Ada", "ada"] {
                subject.form.type(name)
                subject.form.add()
            }
            #expect(subject.last?.added == ["Ada"] && subject.last?.name == "ada")
            #expect(subject.last?.alert == "ada was added already")
        }
    }

    @Test func `adding a contact clears the suggestions`() throws {
        try perform { subject in
            subject.form.type("Ada")
            subject.form.add()
        }
        phone.run()
        try perform { #expect($0.last?.suggestions == []) }
    }
}
