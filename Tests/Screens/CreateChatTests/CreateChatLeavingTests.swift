import SimulationKit
import Synchronization
import Testing
import Transport

@testable import CreateChat

@Suite struct CreateChatLeavingTests {
    @Test(arguments: UInt64(1)...50)
    func `leaving frees the presenter and a view that holds its module, and ends what was asked for`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        let model = CreateChatModelFake(clock: executor.clock)
        model.change {
            $0.delays = ["Ada": .seconds(60)]
            $0.creationDelay = .seconds(60)
        }
        weak var spy: ViewSpy?
        weak var presenter: CreateChatPresenter?
        do {
            let (view, inbox) = (ViewSpy(), ScreenInbox<CreateChatAction, CreateChatEvent>())
            let module = CreateChatModule(model: model, router: RouterSpy())
            view.module.withLock { $0 = module }
            spy = view
            let other = CreateChatPresenter(
                interactor: CreateChatInteractor(model: model),
                router: RouterSpy(),
                inbox: inbox
            )
            presenter = other
            let screens = [
                Task(executorPreference: executor) { await module.run(rendering: view) },
                Task(executorPreference: executor) { await other.run(rendering: view) },
            ]
            for action in [CreateChatAction.type("Ada"), .create] {
                module.send(action)
                inbox.send(action)
            }
            executor.run(for: .seconds(1))
            for screen in screens { screen.cancel() }
            executor.run(for: .seconds(1))
        }
        #expect(spy == nil)
        #expect(presenter == nil)
        #expect(model.cancelledCount == 4)
    }

    @Test(arguments: UInt64(1)...200)
    func `whoever performs an action is not left waiting when the screen is left`(seed: UInt64) {
        let stage = ModuleStage(["Ada"], seed: seed)
        stage.model.change {
            $0.delays = ["Ada": .seconds(60)]
            $0.creationDelay = .seconds(60)
        }
        stage.module.send(.type("A"))
        stage.executor.run(for: .milliseconds(10))
        let returned = Recorder<Int>()
        for (number, action) in [CreateChatAction.type("Ada"), .type("Ada "), .create, .create, .type("x")].enumerated()
        {
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
        stage.executor.run(for: .seconds(1))
        #expect(returned.values.sorted() == [0, 1, 2, 3, 4])
        stage.start { module in
            await module.perform(.type("Ada"))
            returned.record(5)
        }
        stage.executor.run(for: .seconds(1))
        #expect(returned.values.last == 5)
        #expect(stage.router.routes.isEmpty)
        #expect(stage.view.states.allSatisfy { $0.problem == nil }, "leaving is no failure")
    }

    @Test @MainActor func `a main-actor class can be the view`() async {
        let view = MainActorViewSpy()
        let module = CreateChatModule(model: CreateChatModelFake(["Ada"]), router: RouterSpy())
        let screen = Task { await module.run(rendering: view) }
        await module.perform(.type("a"))
        screen.cancel()
        await screen.value
        #expect(view.states.last == state("a", suggestions: ["Ada"]))
    }

    @Test func `an actor can be the view`() async {
        let view = ActorViewSpy()
        let module = CreateChatModule(model: CreateChatModelFake(["Ada"]), router: RouterSpy())
        let screen = Task { await module.run(rendering: view) }
        await module.perform(.type("a"))
        screen.cancel()
        await screen.value
        #expect(await view.states.last == state("a", suggestions: ["Ada"]))
    }
}

@MainActor private final class MainActorViewSpy: CreateChatView {
    private(set) var states: [CreateChatViewState] = []

    func render(_ state: CreateChatViewState) { states.append(state) }
}

private actor ActorViewSpy: CreateChatView {
    private(set) var states: [CreateChatViewState] = []

    func render(_ state: CreateChatViewState) { states.append(state) }
}
