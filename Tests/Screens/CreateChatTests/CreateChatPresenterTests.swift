import SimulationKit
import Testing
import Transport

@testable import CreateChat

@Suite struct CreateChatPresenterTests {
    private let stage = PresenterStage()

    @Test func `each keystroke is judged: valid, creatable, and why not`() {
        for text in [" ", "A", String(repeating: "a", count: 101), "a\u{202E}", "A ", ""] { stage.send(.type(text)) }
        #expect(
            stage.view.states == [
                untouched, state(" ", message: "Please provide a contact name"), state("A"),
                state(
                    String(repeating: "a", count: 101),
                    message: "A contact name has at most 100 characters"
                ),
                state("a\u{202E}", message: "A contact name holds printable characters only"),
                state("A "), untouched,
            ]
        )
    }

    @Test func `suggestions come at their own rate, always for what was typed last`() {
        for text in ["a", "ad", "ada"] { stage.send(.type(text)) }
        #expect(stage.interactor.asked == ["a"])
        stage.answer("a", ["Ann"])
        #expect(stage.interactor.asked == ["a", "ada"], "what was typed in between is not asked for")
        #expect(stage.view.last == state("ada"), "an answer to an earlier keystroke is no answer")
        stage.answer("ada", ["Ada"])
        #expect(stage.view.last == state("ada", suggestions: ["Ada"]))
    }

    @Test func `suggestions that no longer match go with the keystroke, not with the next answer`() {
        stage.send(.type("a"))
        stage.answer("a", ["Ann", "Ada", "Bea Adams"])
        stage.send(.type("ad"))
        #expect(stage.view.last == state("ad", suggestions: ["Ada", "Bea Adams"]))
        stage.send(.type("b"))
        #expect(stage.view.last == state("b", suggestions: ["Bea Adams"]))
        stage.send(.type(""))
        #expect(stage.view.last == untouched)
        stage.answer("ad", ["Ada"])
        #expect(stage.view.last == untouched)
    }

    @Test func `a directory that fails takes the suggestions away, and nothing else`() {
        stage.send(.type("a"))
        stage.answer("a", ["Ada"])
        stage.send(.type("ad"))
        stage.interactor.answer("ad", with: .failure(.unreachable))
        stage.settle()
        #expect(stage.view.last == state("ad"))
        stage.send(.type("ada"))
        stage.answer("ada", ["Ada"])
        #expect(stage.view.last == state("ada", suggestions: ["Ada"]))
    }

    @Test func `a chat being made is shown, and is not made twice`() {
        stage.send(.type("Ada"), .create, .create, .type("Ben"), .create)
        #expect(stage.interactor.created == ["Ada"])
        #expect(stage.view.last == state("Ada", isBusy: true))
        stage.interactor.answerCreation(with: .success(ChatID("c1")))
        stage.settle()
        #expect(stage.view.last == state("Ada"))
        #expect(stage.router.routes == [.showChat(ChatID("c1"))])
        #expect(stage.interactor.created == ["Ada"])
    }

    @Test func `a chat that could not be made is a problem each time, and can be tried again`() {
        stage.send(.type("Ada"))
        for number in 1...2 {
            stage.send(.create)
            stage.interactor.answerCreation(with: .failure(.unreachable))
            stage.settle()
            let problem = ScreenProblem(text: "The server cannot be reached", number: number)
            #expect(stage.view.last == state("Ada", problem: problem))
        }
        stage.send(.create)
        stage.interactor.answerCreation(with: .success(ChatID("c1")))
        stage.settle()
        #expect(stage.interactor.created == ["Ada", "Ada", "Ada"])
        #expect(stage.router.routes == [.showChat(ChatID("c1"))])
    }

    @Test func `a name that cannot be used makes no chat, and a problem each time`() {
        stage.send(.create)
        stage.send(.create)
        #expect(
            stage.view.states.map(\.problem) == [
                nil, ScreenProblem(text: "Please provide a contact name", number: 1),
                ScreenProblem(text: "Please provide a contact name", number: 2),
            ]
        )
        #expect(stage.view.last?.isBusy == false)
        #expect(stage.interactor.created == [])
    }

    @Test func `leaving is a route, also while busy`() {
        stage.send(.type("Ada"), .create, .leave)
        #expect(stage.router.routes == [.leave])
    }
}

/// A presenter at work between doubles.
private final class PresenterStage {
    let executor = SimulationExecutor(seed: 1)
    let view = ViewSpy()
    let router = RouterSpy()
    let interactor = CreateChatInteractorFake()
    private let inbox = ScreenInbox<CreateChatAction, CreateChatEvent>()
    private let screen: Task<Void, Never>

    init() {
        let presenter = CreateChatPresenter(interactor: interactor, router: router, inbox: inbox)
        screen = Task(executorPreference: executor) { [view] in await presenter.run(rendering: view) }
        settle()
    }

    deinit {
        screen.cancel()
        interactor.giveUp()
        settle()
    }

    func send(_ actions: CreateChatAction...) {
        for action in actions { inbox.send(action) }
        settle()
    }

    func answer(_ text: String, _ names: [String]) {
        interactor.answer(text, with: .success(names))
        settle()
    }

    func settle() {
        executor.run(for: .milliseconds(100))
    }
}
