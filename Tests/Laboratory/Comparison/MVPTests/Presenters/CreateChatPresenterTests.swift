import ChatTypes
import PhoneKit
import PhoneTesting
import SimulatedServer
import Testing
import Transport

@testable import MVP

@Suite struct CreateChatPresenterTests {
    private let phone: TestPhone<Presented<CreateChatPresenter, CreateChatViewSpy>>

    init() throws {
        phone = try TestPhone { context in
            let presenter = CreateChatPresenter(session: context.session, queue: context.queue)
            let view = CreateChatViewSpy()
            presenter.view = view
            presenter.viewDidLoad()
            return Presented(presenter: presenter, view: view)
        }
    }

    private func type(_ text: String) throws {
        try phone.perform { scene, _ in scene.presenter.didType(text) }
    }

    private func tapCreate() throws {
        try phone.perform { scene, _ in scene.presenter.didTapCreate() }
    }

    @Test(
        arguments: [
            ("Ben", nil), ("", "Please provide a contact name"), ("  ", "Please provide a contact name"),
            ("B\u{7}n", "A contact name holds printable characters only"),
        ] as [(String, String?)]
    )
    func `a name is validated as it is typed`(text: String, message: String?) throws {
        try phone.perform { scene, _ in
            #expect(scene.view.message == "Please provide a contact name")
            scene.presenter.didType(text)
            #expect(scene.view.message == message)
        }
    }

    @Test func `at most eight contacts with matching names are suggested`() throws {
        try type("A")
        phone.run()
        try phone.perform { scene, _ in
            #expect(scene.view.suggestions.count == 8)
            #expect(scene.view.suggestions.allSatisfy { $0.hasPrefix("A") })
        }
    }

    @Test func `suggestions are narrowed down at once and cleared with the name`() throws {
        try type("Ada")
        phone.run()
        try phone.perform { scene, _ in
            scene.presenter.didType("Ada L")
            #expect(scene.view.suggestions == ["Ada Lovelace"])
            scene.presenter.didType("")
            #expect(scene.view.suggestions.isEmpty)
        }
        phone.run()
        try phone.perform { scene, _ in #expect(scene.view.suggestions.isEmpty) }
    }

    @Test func `suggestions are for the last of two keystrokes`() throws {
        try type("Ben")
        try type("Ada")
        phone.run()
        try phone.perform { scene, _ in
            #expect(scene.view.suggestions.first?.hasPrefix("Ada") == true)
        }
    }

    @Test func `the form is busy until the chat is created and then opens it`() throws {
        try type("Ben")
        try tapCreate()
        try phone.perform { scene, _ in #expect(scene.view.isBusy) }
        phone.run()
        try phone.perform { scene, _ in
            #expect(!scene.view.isBusy)
            #expect(scene.view.opened == [ChatID("chat-ben")])
        }
    }

    @Test func `an invalid name shows an alert and creates nothing`() throws {
        try tapCreate()
        try phone.perform { scene, _ in
            #expect(scene.view.alert == "Please provide a contact name")
            #expect(!scene.view.isBusy)
        }
    }

    @Test func `a busy form ignores text and taps`() throws {
        try type("Ben")
        try tapCreate()
        try type("Ada")
        try tapCreate()
        phone.run()
        try phone.perform { scene, _ in
            #expect(scene.view.names == ["Ben"])
            #expect(scene.view.opened == [ChatID("chat-ben")])
        }
    }

    @Test func `a failure to create a chat shows an alert`() throws {
        phone.network.conditions.requestLossRate = 1
        try type("Ben")
        try tapCreate()
        phone.run(for: .seconds(90))
        try phone.perform { scene, _ in
            #expect(scene.view.alert == "The server cannot be reached")
            #expect(!scene.view.isBusy && scene.view.opened.isEmpty)
        }
    }

    @Test func `leaving the form cancels opening the chat`() throws {
        try type("Ben")
        try tapCreate()
        try phone.perform { scene, _ in scene.presenter.didLeave() }
        phone.run()
        try phone.perform { scene, _ in #expect(scene.view.opened.isEmpty) }
    }

    @Test func `added contacts and the typed one form a group`() throws {
        try phone.perform { scene, _ in
            for name in ["Ada", "Ben"] {
                scene.presenter.didType(name)
                scene.presenter.didTapAdd()
            }
            #expect(scene.view.added == ["Ada", "Ben"] && scene.view.names == ["", ""])
            #expect(scene.view.message == nil && scene.view.suggestions.isEmpty)
            scene.presenter.didType("Cy")
        }
        try tapCreate()
        try phone.perform { scene, _ in
            scene.presenter.didTapAdd()
            #expect(scene.view.added == ["Ada", "Ben"], "a busy form takes nobody in")
        }
        phone.run()
        let groups = try phone.groups()
        try phone.perform { scene, _ in #expect(scene.view.opened == groups) }
        #expect(try phone.memberNames(of: groups[0]) == ["Ada", "Ben", "Cy"])
    }

    @Test(arguments: [("ada", "ada was added already"), (" ", "Please provide a contact name")])
    func `a name that cannot be added stays in the field with an alert`(typed: String, reason: String) throws {
        try phone.perform { scene, _ in
            for name in ["Ada", typed] {
                scene.presenter.didType(name)
                scene.presenter.didTapAdd()
            }
            #expect(scene.view.added == ["Ada"] && scene.view.names == [""] && scene.view.alert == reason)
        }
    }
}
