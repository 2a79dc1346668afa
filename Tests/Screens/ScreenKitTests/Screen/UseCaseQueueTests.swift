import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct UseCaseQueueTests {
    private let stage = LoopStage()

    @Test func `everything else goes on while a lane is busy, other lanes included`() {
        stage.interactor.hold("slow")
        stage.send(.job("slow", in: "a"), .word("one"), .job("quick"), .job("quick", in: "b"))
        stage.interactor.handOver("x")
        stage.run()
        #expect(stage.shown.last == ["do slow", "one", "do quick", "did quick", "do quick", "did quick", "content x"])
        stage.interactor.release("slow")
        stage.run()
        #expect(stage.shown.last?.last == "did slow")
    }

    @Test func `of what waits for a lane only the newest is performed, and all that asked are told with it`() {
        stage.interactor.hold("1", "4")
        for name in ["1", "2", "3", "4"] { stage.perform(.job(name, in: "lane")) }
        #expect(stage.events.values == ["begin 1"])
        stage.interactor.release("1")
        stage.run()
        #expect(stage.events.values == ["begin 1", "end 1", "begin 4"])
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1"])
        stage.interactor.release("4")
        stage.run()
        #expect(stage.events.values == ["begin 1", "end 1", "begin 4", "end 4"])
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1", "do 2", "do 3", "do 4"])
        #expect(stage.shown.last == ["do 1", "do 2", "do 3", "do 4", "did 1", "did 4"])
        #expect(stage.returned.values.dropFirst().allSatisfy { $0.hasSuffix("did 4") }, "told after it was rendered")
    }

    @Test func `what may not be overtaken is performed in its order, and told when it has ended`() {
        stage.interactor.hold("1", "2", "5")
        for name in ["1", "2"] { stage.perform(.duty(name, in: "lane")) }
        for name in ["3", "4"] { stage.perform(.job(name, in: "lane")) }
        stage.perform(.duty("5", in: "lane"))
        stage.interactor.release("1")
        stage.run()
        #expect(stage.events.values == ["begin 1", "end 1", "begin 2"])
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1"])
        stage.interactor.release("2")
        stage.run()
        #expect(stage.events.values.suffix(2) == ["end 2", "begin 5"], "the others were overtaken")
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1", "do 2"])
        stage.interactor.release("5")
        stage.run()
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1", "do 2", "do 3", "do 4", "do 5"])
    }

    @Test func `a route that follows from a lane's use case is taken when that has ended`() {
        stage.interactor.hold("slow")
        stage.send(
            Deed(
                name: "go",
                steps: [.perform(Job(name: "slow", lane: "lane", then: [.follow("there")])), .follow("here")]
            )
        )
        stage.interactor.release("slow")
        stage.run()
        #expect(stage.events.values == ["go here", "begin slow", "end slow", "go there"])
    }

    @Test(arguments: UInt64(1)...200)
    func `one lane does one thing at a time, the newest of all is done last, and every task is told`(seed: UInt64) {
        let stage = LoopStage(seed: seed)
        for number in 1...8 {
            Task(executorPreference: stage.executor) {
                [screen = stage.screen, clock = stage.executor.clock, returned = stage.returned] in
                try? await clock.sleep(for: .milliseconds(number))
                await screen.perform(.job("\(number)", in: "lane"))
                returned.record("\(number)")
            }
        }
        stage.run()
        let names = stage.events.values.filter { $0.hasPrefix("begin") }.map { String($0.dropFirst(6)) }
        #expect(stage.events.values == names.flatMap { ["begin \($0)", "end \($0)"] })
        let asked = stage.shown.last?.filter { $0.hasPrefix("do ") }.map { String($0.dropFirst(3)) }
        #expect(names.last == asked?.last)
        #expect(stage.returned.values.sorted() == (1...8).map { "\($0)" })
    }

    @Test func `tasks that wait for lanes when the screen is left are told in the lanes' order`() {
        let lanes = ["h", "c", "a", "g", "e", "b", "f", "d"]
        for lane in lanes {
            stage.interactor.hold("slow \(lane)")
            stage.send(.job("slow \(lane)", in: lane))
            stage.perform(.job("waiting \(lane)", in: lane))
        }
        #expect(stage.returned.values == [])
        stage.leave()
        #expect(stage.returned.values.map { $0.prefix(12) } == lanes.sorted().map { "do waiting \($0)" })
    }
}
