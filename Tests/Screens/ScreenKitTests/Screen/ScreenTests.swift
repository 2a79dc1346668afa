import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct ScreenTests {
    private let stage = LoopStage()

    @Test func `a screen renders at once, then once for all that waits`() {
        #expect(stage.shown == [[]])
        stage.send(.word("one"), .word("two"), .word("three"))
        #expect(stage.shown == [[], ["one", "two", "three"]])
    }

    @Test func `what was sent before a screen is entered is handled first`() {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let events = Recorder<String>()
        let screen = Screen(
            presenter: PresenterFake(),
            interactor: InteractorFake(events: events),
            router: RouterFake(events: events)
        )
        screen.send(.word("early"))
        let stage = ScreenStage(screen, on: executor)
        screen.send(.word("late"))
        stage.run()
        #expect(stage.view.states.map(\.lines) == [[], ["early"], ["early", "late"]])
    }

    @Test func `a screen that has nothing to show is not rendered`() {
        let stage = LoopStage(isSilent: true)
        stage.send(.word("one"))
        #expect(stage.shown == [])
        stage.interactor.handOver("a")
        stage.run()
        #expect(stage.shown == [["one", "content a"]])
    }

    @Test func `a state that is the last one again is not rendered again`() {
        for _ in 1...3 { stage.send(Deed(name: "nothing")) }
        #expect(stage.shown == [[]])
    }

    @Test func `of the contents that wait only the newest is received`() {
        stage.interactor.handOver("a", "b", "c")
        stage.run()
        #expect(stage.shown == [[], ["content c"]])
        stage.send(.word("one"))
        #expect(stage.shown.last == ["content c", "one"], "and once")
    }

    @Test func `contents that come while a use case is performed are rendered with what has come of it`() {
        stage.interactor.hold("slow")
        stage.send(.job("slow"))
        stage.interactor.handOver("a")
        stage.run()
        stage.interactor.handOver("b")
        stage.run()
        #expect(stage.shown == [[]])
        stage.interactor.release("slow")
        stage.run()
        #expect(stage.shown == [[], ["do slow", "did slow", "content b"]])
    }

    @Test func `the content that a use case hands over is rendered with it, in one state`() {
        stage.send(.job("show x"))
        #expect(stage.shown == [[], ["do show x", "did show x", "content x"]])
    }

    @Test func `use cases and routes keep their order, and what has come of one is next`() {
        let first = Job(name: "first", then: [.perform(Job(name: "its own")), .follow("there")])
        stage.send(
            Deed(
                name: "much",
                steps: [.perform(first), .follow("here"), .perform(Job(name: "second")), .follow("away")]
            ),
            Deed(name: "more", steps: [.follow("far away")])
        )
        #expect(
            stage.events.values == [
                "begin first", "end first", "begin its own", "end its own", "go there", "go here", "begin second",
                "end second", "go away", "go far away",
            ]
        )
        #expect(stage.shown.last == ["much", "did first", "did its own", "did second", "more"])
    }

    @Test(arguments: UInt64(1)...200)
    func `the order of each sender is kept, and never are two things handled at once`(seed: UInt64) {
        let stage = LoopStage(seed: seed)
        for sender in ["a", "b", "c"] {
            Task(executorPreference: stage.executor) { [screen = stage.screen] in
                for number in 1...5 {
                    screen.send(.job("\(sender)\(number)"))
                    if number.isMultiple(of: 2) { await Task.yield() }
                }
            }
        }
        stage.interactor.handOver("x")
        stage.run()
        let names = stage.events.values.filter { $0.hasPrefix("begin") }.map { String($0.dropFirst(6)) }
        #expect(stage.events.values == names.flatMap { ["begin \($0)", "end \($0)"] })
        for sender in ["a", "b", "c"] {
            #expect(names.filter { $0.hasPrefix(sender) } == (1...5).map { "\(sender)\($0)" })
        }
        let lines = stage.shown.last?.filter { $0 != "content x" }
        #expect(lines == names.flatMap { ["do \($0)", "did \($0)"] })
    }

    @Test func `how many rows were built is told`() {
        stage.send(.word("one"), .word("two"))
        #expect(stage.screen.rowBuildCount == 2)
    }
}
