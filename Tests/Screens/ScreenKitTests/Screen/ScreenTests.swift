import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct ScreenTests {
    private let stage = LoopStage()

    @Test func `a screen renders at once, then once for all waiting input`() {
        #expect(stage.shown == [[]])
        stage.send(.word("one"), .word("two"), .word("three"))
        #expect(stage.shown == [[], ["one", "two", "three"]])
    }

    @Test func `actions sent before the screen is entered are handled first`() {
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

    @Test func `a screen without a state is not rendered`() {
        let stage = LoopStage(isSilent: true)
        stage.send(.word("one"))
        #expect(stage.shown == [])
        stage.interactor.handOver("a")
        stage.run()
        #expect(stage.shown == [["one", "content a"]])
    }

    @Test func `an unchanged state is not rendered again`() {
        for _ in 1...3 { stage.send(Deed(name: "nothing")) }
        #expect(stage.shown == [[]])
    }

    @Test func `only the newest waiting content is received`() {
        stage.interactor.handOver("a", "b", "c")
        stage.run()
        #expect(stage.shown == [[], ["content c"]])
        stage.send(.word("one"))
        #expect(stage.shown.last == ["content c", "one"], "only once")
    }

    @Test func `content that arrives during a use case is rendered with its outcome`() {
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

    @Test func `content handed over by a use case is rendered with its outcome`() {
        stage.send(.job("show x"))
        #expect(stage.shown == [[], ["do show x", "did show x", "content x"]])
    }

    @Test func `use cases and routes keep their order, and an outcome comes next`() {
        let first = Job(name: "first", then: [.perform(Job(name: "its own")), .follow("there")])
        stage.send(
            Deed(
                name: "much",
                effects: [.perform(first), .follow("here"), .perform(Job(name: "second")), .follow("away")]
            ),
            Deed(name: "more", effects: [.follow("far away")])
        )
        #expect(
            stage.events.values == [
                "begin first", "end first", "begin its own", "end its own", "go there", "go here", "begin second",
                "end second", "go away", "go far away",
            ]
        )
        #expect(stage.shown.last == ["much", "did first", "did its own", "did second", "more"])
    }

    @Test(arguments: Seeds.upTo(200))
    func `actions keep each sender's order and are handled one at a time`(seed: UInt64) {
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

    @Test func `the screen counts the rows built`() {
        stage.send(.word("one"), .word("two"))
        #expect(stage.screen.rowBuildCount == 2)
    }
}
