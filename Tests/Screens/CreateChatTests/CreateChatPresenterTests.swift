import ChatTypes
import ScreenKit
import Testing

@testable import CreateChat

@Suite struct CreateChatPresenterTests {
    @Test func `each keystroke is judged: valid, creatable, and why not`() {
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

    @Test func `suggestions are asked for with each usable name, and always belong to the last one`() {
        var presenter = CreateChatPresenter()
        for text in ["a", "ad", "ada"] {
            #expect(presenter.handle(.type(text)) == [.perform(.suggest(for: ContactName(text)))])
        }
        #expect(presenter.handle(.type(" ")) == [])
        _ = presenter.handle(.type("ada "))
        suggest(["Ann"], for: "a", to: &presenter)
        #expect(presenter.state() == state("ada "), "an answer to an earlier keystroke is no answer")
        suggest(["Ada"], for: "ada", to: &presenter)
        #expect(presenter.state() == state("ada ", suggestions: ["Ada"]))
    }

    @Test func `suggestions that no longer match go with the keystroke, not with the next answer`() {
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

    @Test func `a directory that has nothing takes the suggestions away, and nothing else`() {
        var presenter = CreateChatPresenter()
        _ = presenter.handle(.type("a"))
        suggest(["Ada"], for: "a", to: &presenter)
        _ = presenter.handle(.type("ad"))
        suggest([], for: "ad", to: &presenter)
        #expect(presenter.state() == state("ad"))
    }

    @Test func `a chat being made is shown, and is not made twice`() {
        var presenter = CreateChatPresenter()
        _ = presenter.handle(.type("Ada"))
        #expect(presenter.handle(.create) == [.perform(.create(Invitees(typed: "Ada")))])
        for action in [CreateChatAction.create, .type("Ben"), .create] { #expect(presenter.handle(action) == []) }
        #expect(presenter.state() == state("Ada", isBusy: true))
        #expect(presenter.receive(.created(ChatID("c1"))) == [.follow(.chat(ChatID("c1")))])
        #expect(presenter.state() == state("Ada"))
    }

    @Test func `a chat that could not be made is a problem each time, and can be tried again`() {
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

    @Test func `a name that cannot be used makes no chat, and a problem each time`() {
        var presenter = CreateChatPresenter()
        for number in 1...2 {
            #expect(presenter.handle(.create) == [])
            #expect(presenter.state()?.problem == ScreenProblem(text: "Please provide a contact name", number: number))
        }
        #expect(presenter.state()?.isBusy == false)
    }

    @Test func `leaving is a route, also while busy`() {
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
