import RuntimeKit
import SimulationKit
import Testing

@Suite struct LiveQuerySettlingTests {
    private let stage = QueryStage()

    @Test func `settle returns at once if the query is settled`() {
        stage.follow()
        #expect(stage.settle().values == [true])
        #expect(stage.reader.begun.values.count == 1)
    }

    @Test func `settle waits for the first answer, also of a query that is followed later`() {
        stage.reader.isHeld = true
        let settled = stage.settle()
        stage.follow()
        #expect(settled.values == [])
        stage.release()
        #expect(settled.values == [true])
    }

    @Test func `an answer whose reading began before a change does not settle that change`() {
        stage.reader.isHeld = true
        stage.follow()
        stage.invalidate(with: 1)
        let settled = stage.settle()
        stage.release()
        #expect(stage.taken.values.map(\.version) == [0])
        #expect(settled.values == [])
        stage.release()
        #expect(stage.taken.values.map(\.version) == [0, 1])
        #expect(settled.values == [true])
    }

    @Test func `settle waits until the answer has been handled`() {
        let shown = Signal()
        stage.begin { [query = stage.query] in await query.follow { _ in await shown.wait() } }
        let settled = stage.settle()
        #expect(settled.values == [])
        shown.wakeAll()
        stage.run()
        #expect(settled.values == [true])
    }

    @Test func `a later change does not delay settling an earlier one`() {
        stage.reader.isHeld = true
        stage.follow()
        let settled = stage.settle()
        stage.invalidate(with: 1)
        stage.release()
        #expect(settled.values == [true])
    }

    @Test func `a request is settled by its own answer, a replaced one by the answer to the later request`() {
        stage.follow()
        stage.reader.isHeld = true
        stage.ask("b")
        let early = stage.settle()
        stage.ask("c")
        let late = stage.settle()
        #expect(early.values == [] && late.values == [])
        stage.release()
        #expect(early.values == [true] && late.values == [true])
        #expect(stage.taken.values.map(\.request) == ["a", "c"])
    }

    @Test func `an answer whose request is replaced while it is handled settles nothing, the next one does`() {
        let shown = Signal()
        stage.begin { [query = stage.query, taken = stage.taken] in
            await query.follow { answer in
                taken.record(answer)
                await shown.wait()
            }
        }
        let settled = stage.settle()
        stage.ask("b")
        shown.wakeAll()
        stage.run()
        #expect(stage.taken.values.map(\.request) == ["a", "b"])
        #expect(settled.values == [])
        shown.wakeAll()
        stage.run()
        #expect(settled.values == [true])
    }

    @Test func `settle returns when follow ends or when its own task is cancelled`() {
        stage.reader.isHeld = true
        let follower = stage.follow()
        let settled = stage.settle()
        let ended = Recorder<Bool>()
        let other = stage.begin { [query = stage.query] in
            await query.settle()
            ended.record(true)
        }
        other.cancel()
        stage.run()
        #expect(ended.values == [true])
        #expect(settled.values == [])
        follower.cancel()
        stage.run()
        #expect(settled.values == [true])
    }

    @Test(arguments: Seeds.upTo(200))
    func `settle returns after an answer with every earlier change, under every seed`(seed: UInt64) {
        let stage = QueryStage(seed: seed)
        let isIncluded = Recorder<Bool>()
        stage.follow()
        for number in 1...5 {
            stage.begin { [query = stage.query, reader = stage.reader, taken = stage.taken] in
                reader.version += 1
                let version = reader.version
                if number == 3 { query.setRequest("b") } else { query.invalidate() }
                await query.settle()
                isIncluded.record(taken.values.last.map { $0.version >= version } ?? false)
            }
        }
        #expect(isIncluded.values == Array(repeating: true, count: 5))
    }
}
