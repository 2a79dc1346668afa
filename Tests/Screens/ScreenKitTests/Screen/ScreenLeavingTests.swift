import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct ScreenLeavingTests {
    @Test(arguments: UInt64(1)...50)
    func `nothing is left of a screen, though its view holds it and work goes on`(seed: UInt64) {
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
            for _ in 1...2 { screen.send(.job("beside", in: "lane")) }
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

    @Test func `nothing is rendered, performed or followed after a screen was left`() {
        let stage = LoopStage()
        stage.leave()
        stage.interactor.handOver("x")
        stage.send(.word("one"), .job("two"), .job("three", in: "lane"), Deed(name: "go", steps: [.follow("away")]))
        #expect(stage.shown == [[]])
        #expect(stage.events.values == ["stopped", "left"])
    }

    @Test(arguments: UInt64(1)...200)
    func `what was done before a screen was left is done, but leads nowhere and is not shown`(seed: UInt64) {
        let stage = LoopStage(seed: seed)
        stage.interactor.hold("slow")
        if seed.isMultiple(of: 2) {
            stage.screen.send(.job("slow"))
            stage.run(for: .milliseconds(Int64(seed % 3)))
        }
        let shown = stage.shown.count
        stage.screen.send(.job("save"))
        stage.screen.send(.job("load", in: "lane"))
        stage.screen.send(Deed(name: "go", steps: [.perform(Job(name: "keep")), .follow("away")]))
        stage.leave()
        let begun = stage.events.values.filter { $0.hasPrefix("begin") }
        #expect(begun.suffix(2) == ["begin save", "begin keep"])
        #expect(!stage.events.values.contains("go away"))
        #expect(!stage.events.values.contains("begin load"), "nothing new is begun that takes long")
        #expect(stage.shown.count == shown)
    }

    @Test(arguments: UInt64(1)...200)
    func `what may not be overtaken is done though the screen is left, in its order and before all has ended`(
        seed: UInt64
    ) {
        let stage = LoopStage(seed: seed)
        stage.interactor.hold("1", "2", "3")
        for name in ["1", "2"] { stage.screen.send(.duty(name, in: "lane")) }
        stage.screen.send(.job("load", in: "lane"))
        stage.run(for: .microseconds(Int64(seed % 7)))
        if seed.isMultiple(of: 3) { stage.interactor.release("1") }
        if seed.isMultiple(of: 2) { stage.run(for: .seconds(1)) }
        stage.screen.send(.duty("3", in: "lane"))
        stage.leave()
        let begun = stage.events.values.filter { $0.hasPrefix("begin") }
        #expect(begun.filter { $0 != "begin load" } == ["begin 1", "begin 2", "begin 3"])
        #expect(stage.events.values.last == "left")
    }

    @Test func `a task that waits for what may not be overtaken is told when the screen is left`() {
        let stage = LoopStage()
        stage.interactor.hold("1")
        for name in ["1", "2"] { stage.perform(.duty(name, in: "lane")) }
        #expect(stage.returned.values == [])
        stage.leave()
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1", "do 2"])
    }
}
