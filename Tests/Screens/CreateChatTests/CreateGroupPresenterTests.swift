import ChatTypes
import ScreenKit
import Testing

@testable import CreateChat

@Suite struct CreateGroupPresenterTests {
    @Test func `add moves the name out of the field`() {
        var presenter = presenter(adding: " Ada ", "Ben")
        #expect(presenter.state() == state("", added: ["Ada", "Ben"]))
        _ = presenter.handle(.type("Cy"))
        #expect(presenter.state() == state("Cy", added: ["Ada", "Ben"]))
    }

    @Test(arguments: [
        ("", "Please provide a contact name"), ("a\u{202E}", "A contact name holds printable characters only"),
    ])
    func `an unusable name is not added and is a problem each time`(typed: String, text: String) {
        var presenter = presenter(adding: "Ada")
        _ = presenter.handle(.type(typed))
        for number in 1...2 {
            #expect(presenter.handle(.add) == [])
            #expect(presenter.state()?.problem == ScreenProblem(text: text, number: number))
        }
        #expect(presenter.state()?.added == ["Ada"])
        #expect(presenter.state()?.name == typed)
    }

    @Test(arguments: ["Zoë", "ZOË", "Zoe\u{308}", " zoë "])
    func `a name already added in another spelling is refused and stays typed`(again: String) {
        var presenter = presenter(adding: "Zoë")
        _ = presenter.handle(.type(again))
        #expect(presenter.handle(.add) == [])
        let problem = ScreenProblem(text: "\(ContactName(again).text) was added already", number: 1)
        #expect(presenter.state() == state(again, added: ["Zoë"], problem: problem))
    }

    @Test func `names that differ in an accent are different`() {
        let presenter = presenter(adding: "José", "Jose")
        #expect(presenter.state()?.added == ["José", "Jose"])
    }

    @Test func `remove matches any spelling and keeps the others`() {
        var presenter = presenter(adding: "Ada", "Ben")
        #expect(presenter.handle(.remove("Cy")) == [])
        #expect(presenter.state()?.added == ["Ada", "Ben"])
        #expect(presenter.handle(.remove(" ada")) == [])
        #expect(presenter.state() == state("", added: ["Ben"]))
        #expect(presenter.handle(.remove("Ben")) == [])
        #expect(presenter.state() == untouched)
    }

    @Test func `suggestions leave out added names`() {
        var presenter = presenter(adding: "Ada")
        let added = [ContactName("Ada")]
        #expect(presenter.handle(.type("A")) == [.perform(.suggest(for: ContactName("A"), besides: added))])
        #expect(presenter.receive(.suggested([contact("Ada")], for: ContactName("A"))) == [])
        #expect(presenter.state()?.suggestions == [], "requested before Ada was added")
        _ = presenter.receive(.suggested([contact("Ann")], for: ContactName("A"), besides: added))
        #expect(presenter.state()?.suggestions == ["Ann"])
        #expect(presenter.handle(.remove("Ada")) == [.perform(.suggest(for: ContactName("A")))])
        #expect(presenter.state()?.suggestions == ["Ann"])
        _ = presenter.handle(.add)
        #expect(presenter.state()?.suggestions == [], "no one is typing")
    }

    @Test func `create uses the added names`() {
        var one = presenter(adding: "Ada")
        #expect(one.handle(.create) == [.perform(.create(Invitees("Ada", typed: "")))])
        var two = presenter(adding: "Ada", "Ben")
        #expect(two.handle(.create) == [.perform(.create(Invitees("Ada", "Ben", typed: "")))])
        #expect(two.state() == state("", added: ["Ada", "Ben"], isBusy: true))
    }

    @Test func `create includes the typed name unless it was added`() {
        var presenter = presenter(adding: "Ada")
        _ = presenter.handle(.type(" Ben "))
        #expect(presenter.handle(.create) == [.perform(.create(Invitees("Ada", typed: "Ben")))])
        var repeated = self.presenter(adding: "Ada")
        _ = repeated.handle(.type("ADA"))
        #expect(repeated.state()?.canCreate == true)
        #expect(repeated.handle(.create) == [.perform(.create(Invitees("Ada", typed: "ADA")))])
    }

    @Test func `an unusable name blocks the group, an empty field does not`() {
        var presenter = presenter(adding: "Ada", "Ben")
        _ = presenter.handle(.type("a\u{202E}"))
        let fault = "A contact name holds printable characters only"
        #expect(presenter.state() == state("a\u{202E}", added: ["Ada", "Ben"], message: fault))
        #expect(presenter.handle(.create) == [])
        #expect(presenter.state()?.problem == ScreenProblem(text: fault, number: 1))
        _ = presenter.handle(.type("  "))
        #expect(presenter.state()?.canCreate == true && presenter.state()?.message == nil)
        #expect(presenter.handle(.create).count == 1)
    }

    @Test func `a busy form ignores add and remove`() {
        var presenter = presenter(adding: "Ada", "Ben")
        _ = presenter.handle(.type("Cy"))
        _ = presenter.handle(.create)
        for action in [CreateChatAction.add, .remove("Ada"), .create] { #expect(presenter.handle(action) == []) }
        #expect(presenter.state() == state("Cy", added: ["Ada", "Ben"], isBusy: true))
    }

    @Test func `a failed group creation is a problem and can be retried`() {
        var presenter = presenter(adding: "Ada", "Ben")
        _ = presenter.handle(.create)
        #expect(presenter.receive(.failed(ServiceError.refused(.noGroup, text: "No groups here"))) == [])
        let problem = ScreenProblem(text: "No groups here", number: 1)
        #expect(presenter.state() == state("", added: ["Ada", "Ben"], problem: problem))
        #expect(presenter.handle(.create).count == 1)
        #expect(presenter.receive(.created(ChatID("g"))) == [.follow(.chat(ChatID("g")))])
    }

    private func presenter(adding names: String...) -> CreateChatPresenter {
        var presenter = CreateChatPresenter()
        for name in names {
            _ = presenter.handle(.type(name))
            #expect(presenter.handle(.add) == [])
        }
        return presenter
    }
}
