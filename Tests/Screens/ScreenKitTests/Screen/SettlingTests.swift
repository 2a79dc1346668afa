import ScreenKit
import ScreenTesting
import SimulationKit
import Testing

@Suite struct SettlingTests {
    private let stage = LoopStage()

    private func settling(_ name: String) -> Deed {
        Deed(name: "do \(name)", effects: [.perform(Job(name: name, settles: true))])
    }

    @Test func `an action whose use case settles is done when the interactor has settled`() {
        stage.interactor.hold("settle")
        stage.perform(settling("1"))
        #expect(stage.shown.last == ["do 1", "did 1"])
        #expect(stage.returned.values == [])
        stage.interactor.release("settle")
        stage.run()
        #expect(stage.returned.values == ["do 1: do 1, did 1"])
        #expect(stage.events.values == ["begin 1", "end 1", "begin settle", "end settle"])
    }

    @Test func `other actions run during settling, and one settling answers all that wait`() {
        stage.interactor.hold("settle")
        for name in ["1", "2", "3"] { stage.perform(settling(name)) }
        stage.perform(.job("quick"))
        #expect(stage.returned.values.map { $0.prefix(8) } == ["do quick"])
        stage.interactor.release("settle")
        stage.run()
        #expect(stage.returned.values.map { $0.prefix(4) } == ["do q", "do 1", "do 2", "do 3"])
        #expect(stage.events.values.filter { $0 == "begin settle" }.count == 2, "the last two wait for one")
    }

    @Test func `leaving the screen resumes a task that waits for settling`() {
        stage.interactor.hold("settle")
        for name in ["1", "2"] { stage.perform(settling(name)) }
        stage.leave()
        #expect(stage.returned.values.map { $0.prefix(4) }.sorted() == ["do 1", "do 2"])
        #expect(stage.events.values.last == "left")
    }

    @Test func `a use case that does not settle waits for no settling`() {
        stage.perform(.job("1"))
        #expect(stage.events.values == ["begin 1", "end 1"])
    }
}
