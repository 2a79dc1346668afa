import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct ScreenPerformTests {
    private let stage = LoopStage()

    @Test func `perform returns when the action has been rendered`() {
        stage.perform(.word("one"))
        stage.perform(.job("show x"))
        #expect(stage.returned.values == ["one: one", "do show x: one, do show x, did show x, content x"])
    }

    @Test func `perform waits for every use case, also those in queues`() {
        stage.interactor.hold("slow", "slower")
        let slow = Job(name: "slow", queue: "queue", then: [.perform(Job(name: "slower", queue: "other"))])
        stage.perform(Deed(name: "both", effects: [.perform(slow), .perform(Job(name: "quick"))]))
        #expect(stage.shown.last == ["both", "did quick"])
        #expect(stage.returned.values == [])
        stage.interactor.release("slow")
        stage.run()
        #expect(stage.shown.last == ["both", "did quick", "did slow"])
        #expect(stage.returned.values == [])
        stage.interactor.release("slower")
        stage.run()
        #expect(stage.returned.values == ["both: both, did quick, did slow, did slower"])
    }

    @Test(arguments: [nil, "queue"])
    func `perform waits for a slow view to render`(queue: String?) {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let events = Recorder<String>()
        let screen = Screen(
            presenter: PresenterFake(),
            interactor: InteractorFake(events: events),
            router: RouterFake(events: events)
        )
        let rendered = screen.rendered { [clock = executor.clock] state in
            try? await clock.sleep(for: .seconds(1))
            events.record("drawn \(state.lines.last ?? "")")
        }
        let task = Task(executorPreference: executor) { await rendered.run() }
        Task(executorPreference: executor) {
            await screen.perform(.job("x", in: queue))
            events.record("performed")
        }
        executor.run(for: .seconds(10))
        #expect(events.values.suffix(2) == ["drawn did x", "performed"])
        task.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `a cancelled perform returns although the work goes on`() {
        stage.interactor.hold("slow")
        let task = stage.perform(.job("slow", in: "queue"))
        #expect(stage.returned.values == [])
        task.cancel()
        stage.run()
        #expect(stage.returned.values == ["do slow: do slow"])
        stage.interactor.release("slow")
        stage.run()
        #expect(stage.shown.last == ["do slow", "did slow"], "the work is the screen's")
    }

    @Test(arguments: Seeds.upTo(200))
    func `leaving the screen resumes every task that performs`(seed: UInt64) {
        let stage = LoopStage(seed: seed)
        stage.interactor.hold("slow", "beside")
        let deeds: [Deed] = [
            .word("a"), .job("beside", in: "queue"), .job("quick"), .job("beside", in: "queue"), .job("slow"),
            .job("late", in: "queue"),
        ]
        #expect(stage.leave(after: .microseconds(seed % 8), performing: deeds) == Array(0..<6))
        stage.perform(.word("after"))
        #expect(stage.returned.values.count == 1)
    }
}
