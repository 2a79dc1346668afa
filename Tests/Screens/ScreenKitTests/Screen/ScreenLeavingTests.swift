import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct ScreenLeavingTests {
    @Test(arguments: Seeds.upTo(50))
    func `a screen that was left is freed although its view holds it`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        weak var view: ViewSpy<PresenterFake.State>?
        weak var interactor: InteractorFake?
        weak var events: Recorder<String>?
        do {
            let log = Recorder<String>()
            let fake = InteractorFake(events: log)
            fake.hold("slow", "beside")
            let screen = Screen(presenter: PresenterFake(), interactor: fake, router: RouterFake(events: log))
            let stage = ScreenStage(screen, on: executor)
            stage.view.hold(screen)
            (view, interactor, events) = (stage.view, fake, log)
            for _ in 1...2 { screen.send(.job("beside", in: "queue")) }
            if seed.isMultiple(of: 2) { screen.send(.job("slow")) }
            executor.run(for: .milliseconds(Int64(seed % 3)))
            fake.handOver("x")
            stage.leave()
            #expect(log.values.last == "left", "after all else has ended")
            #expect(log.values.filter { $0 == "left" || $0 == "stopped" } == ["stopped", "left"])
        }
        #expect(view == nil)
        #expect(interactor == nil)
        #expect(events == nil)
    }

    @Test func `a screen that was left renders, performs and follows nothing`() {
        let stage = LoopStage()
        stage.leave()
        stage.interactor.handOver("x")
        stage.send(.word("one"), .job("two"), .job("three", in: "queue"), Deed(name: "go", effects: [.follow("away")]))
        #expect(stage.shown == [[]])
        #expect(stage.events.values == ["stopped", "left"])
    }

    @Test(arguments: Seeds.upTo(200))
    func `actions sent before leaving are performed but not shown or followed`(seed: UInt64) {
        let stage = LoopStage(seed: seed)
        stage.interactor.hold("slow")
        if seed.isMultiple(of: 2) {
            stage.screen.send(.job("slow"))
            stage.run(for: .milliseconds(Int64(seed % 3)))
        }
        let shown = stage.shown.count
        stage.screen.send(.job("save"))
        stage.screen.send(.job("load", in: "queue"))
        stage.screen.send(Deed(name: "go", effects: [.perform(Job(name: "keep")), .follow("away")]))
        stage.leave()
        let begun = stage.events.values.filter { $0.hasPrefix("begin") }
        #expect(begun.suffix(2) == ["begin save", "begin keep"])
        #expect(!stage.events.values.contains("go away"))
        #expect(!stage.events.values.contains("begin load"), "no new slow work")
        #expect(stage.shown.count == shown)
    }

    @Test(arguments: Seeds.upTo(200))
    func `use cases that must run are performed in order after leaving`(
        seed: UInt64
    ) {
        let stage = LoopStage(seed: seed)
        stage.interactor.hold("1", "2", "3")
        for name in ["1", "2"] { stage.screen.send(.duty(name, in: "queue")) }
        stage.screen.send(.job("load", in: "queue"))
        stage.run(for: .microseconds(Int64(seed % 7)))
        if seed.isMultiple(of: 3) { stage.interactor.release("1") }
        if seed.isMultiple(of: 2) { stage.run(for: .seconds(1)) }
        stage.screen.send(.duty("3", in: "queue"))
        stage.leave()
        let begun = stage.events.values.filter { $0.hasPrefix("begin") }
        #expect(begun.filter { $0 != "begin load" } == ["begin 1", "begin 2", "begin 3"])
        #expect(stage.events.values.last == "left")
    }

    @Test func `leaving resumes a task that waits for a use case that must run`() {
        let stage = LoopStage()
        stage.interactor.hold("1")
        for name in ["1", "2"] { stage.perform(.duty(name, in: "queue")) }
        #expect(stage.returned.values == [])
        stage.leave()
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1", "do 2"])
    }
}
