import SimulationKit
import Synchronization
import Testing
import Transport

@testable import ChatList

@Suite struct ChatListLeavingTests {
    @Test(arguments: UInt64(1)...50)
    func `leaving frees the presenter, and a view that holds its module`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        weak var spy: ViewSpy?
        weak var presenter: ChatListPresenter?
        do {
            let (view, inbox) = (ViewSpy(), ScreenInbox<ChatListAction, ChatListEvent>())
            let model = ChatListModelFake(summaries(3), clock: executor.clock)
            model.change { $0.pictureDelay = .seconds(60) }
            let module = ChatListModule(model: model, router: RouterSpy(), environment: environment(executor))
            view.module.withLock { $0 = module }
            spy = view
            let other = ChatListPresenter(
                interactor: ChatListInteractor(model: model),
                router: RouterSpy(),
                environment: environment(executor),
                inbox: inbox
            )
            presenter = other
            let screens = [
                Task(executorPreference: executor) { await module.run(rendering: view) },
                Task(executorPreference: executor) { await other.run(rendering: view) },
            ]
            executor.run(for: .seconds(1))
            module.send(.see([summary("1").id]))
            inbox.send(.see([summary("1").id]))
            executor.run(for: .seconds(1))
            for screen in screens { screen.cancel() }
            executor.run(for: .seconds(1))
        }
        #expect(spy == nil)
        #expect(presenter == nil)
    }

    @Test(arguments: UInt64(1)...200)
    func `whoever performs an action is not left waiting when the screen is left`(seed: UInt64) {
        let stage = ModuleStage(summaries(3), seed: seed)
        let returned = Recorder<Int>()
        for number in 1...9 {
            stage.start { [executor = stage.executor, screen = stage.screen] module in
                try? await executor.clock.sleep(for: .microseconds(number))
                if number == 5 { screen.cancel() }
                await module.perform(number.isMultiple(of: 2) ? .search("\(number)") : .showMore)
                returned.record(number)
            }
        }
        stage.executor.run(for: .seconds(1))
        #expect(returned.values.sorted() == Array(1...9))
        stage.start { module in
            await module.perform(.createChat)
            returned.record(10)
        }
        stage.executor.run(for: .seconds(1))
        #expect(returned.values.last == 10)
        #expect(stage.router.routes.isEmpty)
    }

    @Test func `nothing is rendered after the screen was left`() {
        let stage = ModuleStage(summaries(3))
        stage.screen.cancel()
        stage.executor.run(for: .seconds(1))
        let count = stage.view.states.count
        stage.model.change { $0.chats = [] }
        stage.module.send(.search("x"))
        stage.executor.run(for: .seconds(100_000))
        #expect(stage.view.states.count == count)
    }
}

@Suite struct ChatListViewTests {
    @Test @MainActor func `a main-actor class can be the view`() async {
        let view = MainActorViewSpy()
        let module = ChatListModule(
            model: ChatListModelFake([summary("Ada")]),
            router: RouterSpy(),
            environment: environment(SimulationExecutor(seed: 1))
        )
        let screen = Task { await module.run(rendering: view) }
        await module.perform(.search("a"))
        screen.cancel()
        await screen.value
        #expect(view.texts.last == "a")
    }

    @Test func `an actor can be the view`() async {
        let view = ActorViewSpy()
        let module = ChatListModule(
            model: ChatListModelFake([summary("Ada")]),
            router: RouterSpy(),
            environment: environment(SimulationExecutor(seed: 1))
        )
        let screen = Task { await module.run(rendering: view) }
        await module.perform(.search("a"))
        screen.cancel()
        await screen.value
        #expect(await view.texts.last == "a")
    }
}

@MainActor private final class MainActorViewSpy: ChatListView {
    private(set) var texts: [String] = []

    func render(_ state: ChatListViewState) { texts.append(state.searchText) }
}

private actor ActorViewSpy: ChatListView {
    private(set) var texts: [String] = []

    func render(_ state: ChatListViewState) { texts.append(state.searchText) }
}
