import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct ScreenPerformTests {
    private let stage = LoopStage()

    @Test func `an action has been rendered when it has been performed`() {
        stage.perform(.word("one"))
        stage.perform(.job("show x"))
        #expect(stage.returned.values == ["one: one", "do show x: one, do show x, did show x, content x"])
    }

    @Test func `an action is performed when the last of its use cases is, in its turn or in a lane`() {
        stage.interactor.hold("slow", "slower")
        let slow = Job(name: "slow", lane: "lane", then: [.perform(Job(name: "slower", lane: "other"))])
        stage.perform(Deed(name: "both", steps: [.perform(slow), .perform(Job(name: "quick"))]))
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

    @Test(arguments: [nil, "lane"])
    func `an action has been rendered, too, when the view takes its time`(lane: String?) {
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
            await screen.perform(.job("x", in: lane))
            events.record("performed")
        }
        executor.run(for: .seconds(10))
        #expect(events.values.suffix(2) == ["drawn did x", "performed"])
        task.cancel()
        executor.run(for: .seconds(1))
    }

    @Test func `a task that performs goes on when it is cancelled, though the work does not end`() {
        stage.interactor.hold("slow")
        let task = stage.perform(.job("slow", in: "lane"))
        #expect(stage.returned.values == [])
        task.cancel()
        stage.run()
        #expect(stage.returned.values == ["do slow: do slow"])
        stage.interactor.release("slow")
        stage.run()
        #expect(stage.shown.last == ["do slow", "did slow"], "the work is the screen's")
    }

    @Test(arguments: UInt64(1)...200)
    func `a task that performs is not left waiting when the screen is left`(seed: UInt64) {
        let stage = LoopStage(seed: seed)
        stage.interactor.hold("slow", "beside")
        let deeds: [Deed] = [
            .word("a"), .job("beside", in: "lane"), .job("quick"), .job("beside", in: "lane"), .job("slow"),
            .job("late", in: "lane"),
        ]
        for (number, deed) in deeds.enumerated() {
            Task(executorPreference: stage.executor) {
                [screen = stage.screen, clock = stage.executor.clock, returned = stage.returned] in
                try? await clock.sleep(for: .microseconds(number))
                await screen.perform(deed)
                returned.record("\(number)")
            }
        }
        stage.run(for: .microseconds(seed % 8))
        stage.leave()
        #expect(stage.returned.values.sorted() == (0..<6).map { "\($0)" })
        stage.perform(.word("after"))
        #expect(stage.returned.values.count == 7)
    }
}
