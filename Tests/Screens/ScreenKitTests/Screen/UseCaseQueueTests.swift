import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct UseCaseQueueTests {
    private let stage = LoopStage()

    @Test func `other actions and queues run while a queue is busy`() {
        stage.interactor.hold("slow")
        stage.send(.job("slow", in: "a"), .word("one"), .job("quick"), .job("quick", in: "b"))
        stage.interactor.handOver("x")
        stage.run()
        #expect(stage.shown.last == ["do slow", "one", "do quick", "did quick", "do quick", "did quick", "content x"])
        stage.interactor.release("slow")
        stage.run()
        #expect(stage.shown.last?.last == "did slow")
    }

    @Test func `a queue performs only the newest waiting use case and resumes all its tasks`() {
        stage.interactor.hold("1", "4")
        for name in ["1", "2", "3", "4"] { stage.perform(.job(name, in: "queue")) }
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
        #expect(stage.returned.values.dropFirst().allSatisfy { $0.hasSuffix("did 4") }, "resumed after rendering")
    }

    @Test func `use cases that must run are performed in order and resume their tasks`() {
        stage.interactor.hold("1", "2", "5")
        for name in ["1", "2"] { stage.perform(.duty(name, in: "queue")) }
        for name in ["3", "4"] { stage.perform(.job(name, in: "queue")) }
        stage.perform(.duty("5", in: "queue"))
        stage.interactor.release("1")
        stage.run()
        #expect(stage.events.values == ["begin 1", "end 1", "begin 2"])
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1"])
        stage.interactor.release("2")
        stage.run()
        #expect(stage.events.values.suffix(2) == ["end 2", "begin 5"], "the others were skipped")
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1", "do 2"])
        stage.interactor.release("5")
        stage.run()
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do 1", "do 2", "do 3", "do 4", "do 5"])
    }

    @Test func `a route from a queue's outcome is followed when the use case ends`() {
        stage.interactor.hold("slow")
        stage.send(
            Deed(
                name: "go",
                effects: [.perform(Job(name: "slow", queue: "queue", then: [.follow("there")])), .follow("here")]
            )
        )
        stage.interactor.release("slow")
        stage.run()
        #expect(stage.events.values == ["go here", "begin slow", "end slow", "go there"])
    }

    @Test(arguments: Seeds.upTo(200))
    func `a queue is serial, ends with the newest use case and resumes every task`(seed: UInt64) {
        let stage = LoopStage(seed: seed)
        for number in 1...8 {
            Task(executorPreference: stage.executor) {
                [screen = stage.screen, clock = stage.executor.clock, returned = stage.returned] in
                try? await clock.sleep(for: .milliseconds(number))
                await screen.perform(.job("\(number)", in: "queue"))
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

    @Test func `a use case that may be skipped is not begun once the screen is left`() {
        stage.interactor.hold("1")
        stage.send(.duty("1", in: "queue"), .job("2", in: "queue"))
        #expect(stage.events.values == ["begin 1"])
        stage.leave()
        #expect(!stage.events.values.contains("begin 2"))
    }

    @Test func `leaving resumes the tasks waiting for queues in the queues' order`() {
        let queues = ["h", "c", "a", "g", "e", "b", "f", "d"]
        for queue in queues {
            stage.interactor.hold("slow \(queue)")
            stage.send(.job("slow \(queue)", in: queue))
            stage.perform(.job("waiting \(queue)", in: queue))
        }
        #expect(stage.returned.values == [])
        stage.leave()
        #expect(stage.returned.values.map { $0.prefix(12) } == queues.sorted().map { "do waiting \($0)" })
    }
}
