import SimulationKit
import Synchronization
import Testing
import Transport

@testable import Chat

@Suite struct ChatLeavingTests {
    @Test(arguments: UInt64(1)...200)
    func `a chat is attended from entering to leaving`(seed: UInt64) {
        let stage = ModuleStage([], seed: seed)
        stage.run(for: .seconds(100_000))
        #expect(stage.model.attendance == ["attend chat-ada"])
        stage.screen.cancel()
        stage.run()
        #expect(stage.model.attendance == ["attend chat-ada", "leave chat-ada"])
    }

    @Test(arguments: UInt64(1)...50)
    func `leaving frees the presenter, and a view that holds its module, though a page is on its way`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        weak var spy: ViewSpy?
        weak var presenter: ChatPresenter?
        do {
            let (view, inbox) = (ViewSpy(), ScreenInbox<ChatAction, ChatEvent>())
            let model = ChatModelFake([theirs("1")], clock: executor.clock)
            model.change {
                $0.pages = [[theirs("0")]]
                $0.pageDelay = .seconds(60)
            }
            let environment = environment(executor)
            let module = ChatModule(chat: chat, model: model, router: RouterSpy(), environment: environment)
            view.module.withLock { $0 = module }
            spy = view
            let other = ChatPresenter(
                interactor: ChatInteractor(chat: chat, model: model),
                router: RouterSpy(),
                environment: environment,
                inbox: inbox
            )
            presenter = other
            let screens = [
                Task(executorPreference: executor) { await module.run(rendering: view) },
                Task(executorPreference: executor) { await other.run(rendering: view) },
            ]
            executor.run(for: .seconds(1))
            module.send(.loadEarlier)
            inbox.send(.loadEarlier)
            executor.run(for: .seconds(1))
            #expect(model.calls == [.loadEarlier, .loadEarlier])
            for screen in screens { screen.cancel() }
            executor.run(for: .seconds(1))
            #expect(model.attendance.filter { $0 == "leave chat-ada" }.count == 2)
        }
        #expect(spy == nil)
        #expect(presenter == nil)
    }

    @Test(arguments: UInt64(1)...200)
    func `whoever performs an action is not left waiting when the screen is left`(seed: UInt64) {
        let stage = ModuleStage([theirs("1")], seed: seed) {
            $0.pages = [[theirs("0")]]
            $0.pageDelay = .seconds(60)
        }
        let returned = Recorder<Int>()
        let actions: [ChatAction] = [.loadEarlier, .send("a"), .loadEarlier, .see(MessageID("1")), .loadEarlier]
        for (number, action) in actions.enumerated() {
            stage.start { [clock = stage.executor.clock] module in
                try? await clock.sleep(for: .microseconds(number))
                await module.perform(action)
                returned.record(number)
            }
        }
        stage.start { [clock = stage.executor.clock, screen = stage.screen] _ in
            try? await clock.sleep(for: .microseconds(seed % 8))
            screen.cancel()
        }
        stage.run()
        #expect(returned.values.sorted() == [0, 1, 2, 3, 4])
        stage.start { module in
            await module.perform(.loadEarlier)
            returned.record(5)
        }
        stage.run()
        #expect(returned.values.last == 5)
        #expect(stage.view.states.allSatisfy { $0.problem == nil }, "leaving is no failure")
    }

    @Test @MainActor func `a main-actor class can be the view`() async {
        let view = MainActorViewSpy()
        let module = module()
        let screen = Task { await module.run(rendering: view) }
        await module.perform(.send("hi"))
        screen.cancel()
        await screen.value
        #expect(view.texts.last == ["hi"])
    }

    @Test func `an actor can be the view`() async {
        let view = ActorViewSpy()
        let module = module()
        let screen = Task { await module.run(rendering: view) }
        await module.perform(.send("hi"))
        screen.cancel()
        await screen.value
        #expect(await view.texts.last == ["hi"])
    }

    private func module() -> ChatModule {
        ChatModule(
            chat: chat,
            model: ChatModelFake(),
            router: RouterSpy(),
            environment: environment(SimulationExecutor(seed: 1))
        )
    }
}

@MainActor private final class MainActorViewSpy: ChatView {
    private(set) var texts: [[String]] = []

    func render(_ state: ChatViewState) { texts.append(state.rows.map(\.text)) }
}

private actor ActorViewSpy: ChatView {
    private(set) var texts: [[String]] = []

    func render(_ state: ChatViewState) { texts.append(state.rows.map(\.text)) }
}
