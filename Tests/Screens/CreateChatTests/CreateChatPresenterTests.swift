import ChatTypes
import ScreenKit
import Testing

@testable import CreateChat

@Suite struct CreateChatPresenterTests {
    @Test func `each keystroke updates isValid, canCreate and the message`() {
        var presenter = CreateChatPresenter()
        #expect(presenter.state() == untouched)
        let long = String(repeating: "a", count: 101)
        let states = [" ", "A", long, "a\u{202E}", "A ", ""].map { text in
            _ = presenter.handle(.type(text))
            return presenter.state()
        }
        #expect(
            states == [
                state(" ", message: "Please provide a contact name"), state("A"),
                state(long, message: "A contact name has at most 100 characters"),
                state("a\u{202E}", message: "A contact name holds printable characters only"),
                state("A "), untouched,
            ]
        )
    }

    @Test func `suggestions are requested for each usable name and match the newest`() {
        var presenter = CreateChatPresenter()
        for text in ["a", "ad", "ada"] {
            #expect(presenter.handle(.type(text)) == [.perform(.suggest(for: ContactName(text)))])
        }
        #expect(presenter.handle(.type(" ")) == [])
        _ = presenter.handle(.type("ada "))
        suggest(["Ann"], for: "a", to: &presenter)
        #expect(presenter.state() == state("ada "), "ignores the answer to an earlier keystroke")
        suggest(["Ada"], for: "ada", to: &presenter)
        #expect(presenter.state() == state("ada ", suggestions: ["Ada"]))
    }

    @Test func `suggestions that no longer match disappear with the keystroke`() {
        var presenter = CreateChatPresenter()
        _ = presenter.handle(.type("a"))
        suggest(["Ann", "Ada", "Bea Adams"], for: "a", to: &presenter)
        let states = ["ad", "b", ""].map { text in
            _ = presenter.handle(.type(text))
            return presenter.state()
        }
        #expect(
            states == [
                state("ad", suggestions: ["Ada", "Bea Adams"]), state("b", suggestions: ["Bea Adams"]), untouched,
            ]
        )
        suggest(["Ada"], for: "ad", to: &presenter)
        #expect(presenter.state() == untouched)
    }

    @Test func `an empty directory answer removes the suggestions only`() {
        var presenter = CreateChatPresenter()
        _ = presenter.handle(.type("a"))
        suggest(["Ada"], for: "a", to: &presenter)
        _ = presenter.handle(.type("ad"))
        suggest([], for: "ad", to: &presenter)
        #expect(presenter.state() == state("ad"))
    }

    @Test func `a busy form is shown and creates no second chat`() {
        var presenter = CreateChatPresenter()
        _ = presenter.handle(.type("Ada"))
        #expect(presenter.handle(.create) == [.perform(.create(Invitees(typed: "Ada")))])
        for action in [CreateChatAction.create, .type("Ben"), .create] { #expect(presenter.handle(action) == []) }
        #expect(presenter.state() == state("Ada", isBusy: true))
        #expect(presenter.receive(.created(ChatID("c1"))) == [.follow(.chat(ChatID("c1")))])
        #expect(presenter.state() == state("Ada"))
    }

    @Test func `encryption that is chosen before the server's usual choice is known stays chosen`() {
        var presenter = CreateChatPresenter()
        _ = presenter.handle(.type("Ada"))
        _ = presenter.handle(.setEncrypted(true))
        #expect(presenter.state()?.problem == nil)
        presenter.receive(CreateChatContent(encryptsNewChats: false))
        #expect(presenter.state()?.isEncrypted == true)
        #expect(presenter.handle(.create) == [.perform(.create(Invitees(typed: "Ada"), isEncrypted: true))])
    }

    @Test func `the encryption of a chat cannot be changed while it is being created`() {
        var presenter = CreateChatPresenter()
        presenter.receive(CreateChatContent(encryptsNewChats: true))
        _ = presenter.handle(.type("Ada"))
        _ = presenter.handle(.create)
        _ = presenter.handle(.setEncrypted(false))
        #expect(presenter.state()?.isEncrypted == true)
        _ = presenter.receive(.failed(ServiceError.unreachable))
        _ = presenter.handle(.setEncrypted(false))
        #expect(presenter.state()?.isEncrypted == false)
    }

    @Test func `each failed creation is a problem and can be retried`() {
        var presenter = CreateChatPresenter()
        _ = presenter.handle(.type("Ada"))
        for number in 1...2 {
            #expect(presenter.handle(.create) == [.perform(.create(Invitees(typed: "Ada")))])
            #expect(presenter.receive(.failed(ServiceError.unreachable)) == [])
            let problem = ScreenProblem(text: "The server cannot be reached", number: number)
            #expect(presenter.state() == state("Ada", problem: problem))
        }
        #expect(presenter.handle(.create).count == 1)
    }

    @Test func `an unusable name creates no chat and is a problem each time`() {
        var presenter = CreateChatPresenter()
        for number in 1...2 {
            #expect(presenter.handle(.create) == [])
            #expect(presenter.state()?.problem == ScreenProblem(text: "Please provide a contact name", number: number))
        }
        #expect(presenter.state()?.isBusy == false)
    }

    @Test func `leave follows its route, also while busy`() {
        var presenter = CreateChatPresenter()
        #expect(presenter.handle(.leave) == [.follow(.leave)])
        _ = presenter.handle(.type("Ada"))
        _ = presenter.handle(.create)
        #expect(presenter.handle(.leave) == [.follow(.leave)])
    }

    private func suggest(_ names: [String], for text: String, to presenter: inout CreateChatPresenter) {
        #expect(presenter.receive(.suggested(names.map { contact($0) }, for: ContactName(text))) == [])
    }
}
