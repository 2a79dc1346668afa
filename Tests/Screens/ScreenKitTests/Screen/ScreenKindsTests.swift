import ScreenKit
import ScreenTesting
import SimulationKit
import Synchronization
import Testing

@Suite struct ScreenKindsTests {
    private let events = Recorder<String>()
    private let leave = Deed(name: "leave", effects: [.follow("away")])

    private func screen(router: some Router<String>) -> Screen<Deed, PresenterFake.State> {
        Screen(presenter: PresenterFake(), interactor: InteractorFake(events: events), router: router)
    }

    @Test @MainActor func `main-actor classes can be the view and the router`() async {
        let (view, router) = (MainActorView(), MainActorRouter())
        let screen = screen(router: router)
        let task = Task { await screen.run(rendering: view) }
        await screen.perform(leave)
        task.cancel()
        await task.value
        #expect(view.shown == [[], ["leave"]])
        #expect(router.routes == ["away"])
    }

    @Test func `actors can be the view and the router`() async {
        let (view, router) = (ActorView(), ActorRouter())
        let screen = screen(router: router)
        let task = Task { await screen.run(rendering: view) }
        await screen.perform(leave)
        task.cancel()
        await task.value
        #expect(await view.shown == [[], ["leave"]])
        #expect(await router.routes == ["away"])
    }

    @Test func `a screen joined to a view or a function runs`() {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let view = ViewSpy<PresenterFake.State>()
        let shown = Recorder<[String]>()
        let screens = [screen(router: RouterSpy()), screen(router: RouterSpy())]
        let rendered = [screens[0].rendered(on: view), screens[1].rendered { shown.record($0.lines) }]
        let tasks = rendered.map { screen in Task(executorPreference: executor) { await screen.run() } }
        for screen in screens { screen.send(.word("one")) }
        executor.run(for: .seconds(1))
        #expect(view.states.map(\.lines) == [[], ["one"]])
        #expect(shown.values == [[], ["one"]])
        for task in tasks { task.cancel() }
        executor.run(for: .seconds(1))
        #expect(events.values.sorted() == ["left", "left", "stopped", "stopped"])
    }

    @Test func `a slow view gets one state at a time, always the newest`() {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let shown = Recorder<[String]>()
        let screen = screen(router: RouterSpy())
        let rendered = screen.rendered { [clock = executor.clock] state in
            shown.record(state.lines)
            try? await clock.sleep(for: .seconds(1))
        }
        let task = Task(executorPreference: executor) { await rendered.run() }
        for number in 1...10 {
            screen.send(.word("\(number)"))
            executor.run(for: .milliseconds(300))
        }
        executor.run(for: .seconds(10))
        #expect(shown.values.map(\.count) == [0, 4, 7, 10])
        task.cancel()
        executor.run(for: .seconds(1))
    }
}

@MainActor private final class MainActorView: ScreenView {
    private(set) var shown: [[String]] = []

    func render(_ state: PresenterFake.State) { shown.append(state.lines) }
}

@MainActor private final class MainActorRouter: Router {
    private(set) var routes: [String] = []

    func follow(_ route: String) { routes.append(route) }
}

private actor ActorView: ScreenView {
    private(set) var shown: [[String]] = []

    func render(_ state: PresenterFake.State) { shown.append(state.lines) }
}

private actor ActorRouter: Router {
    private(set) var routes: [String] = []

    func follow(_ route: String) { routes.append(route) }
}
