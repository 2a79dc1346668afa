import RuntimeKit
import SimulationKit
import Testing

@Suite struct LiveQueryTests {
    private let stage = QueryStage()

    @Test func `follow delivers a first answer, and another one after each change`() {
        stage.follow()
        #expect(stage.reader.begun.values == ["a"])
        for version in 1...2 { stage.invalidate(with: version) }
        #expect(stage.taken.values.map(\.version) == [0, 1, 2])
        stage.run()
        #expect(stage.reader.begun.values.count == 3, "nothing is read if nothing has changed")
    }

    @Test func `changes during a reading are coalesced into one more reading`() {
        stage.reader.isHeld = true
        stage.follow()
        for version in 1...5 { stage.invalidate(with: version) }
        #expect(stage.reader.begun.values.count == 1)
        stage.release()
        #expect(stage.taken.values.map(\.version) == [0])
        stage.release()
        #expect(stage.taken.values.map(\.version) == [0, 5])
        stage.release()
        #expect(stage.reader.begun.values.count == 2)
    }

    @Test func `changes while an answer is handled are coalesced, and answers are handled one at a time`() {
        let shown = Signal()
        stage.begin { [query = stage.query, taken = stage.taken] in
            await query.follow { answer in
                taken.record(answer)
                await shown.wait()
            }
        }
        for version in 1...5 { stage.invalidate(with: version) }
        #expect(stage.taken.values.map(\.version) == [0])
        shown.wakeAll()
        stage.run()
        #expect(stage.taken.values.map(\.version) == [0, 5])
        #expect(stage.reader.begun.values.count == 2)
    }

    @Test func `a new request cancels the reading and drops its answer`() {
        stage.reader.isHeld = true
        stage.follow()
        stage.ask("b")
        #expect(stage.query.request == "b")
        #expect(stage.reader.begun.values == ["a", "b"])
        #expect(stage.reader.cancelled.values == ["a"])
        stage.release()
        #expect(stage.taken.values.map(\.request) == ["b"])
    }

    @Test func `an answer is dropped if the request is replaced at the moment it arrives`() {
        stage.reader.whenRead { [query = stage.query] in if $0.request == "a" { query.setRequest("b") } }
        stage.follow()
        #expect(stage.reader.begun.values == ["a", "b"])
        #expect(stage.reader.cancelled.values == [], "the answer arrived before its reading could be cancelled")
        #expect(stage.taken.values.map(\.request) == ["b"])
    }

    @Test func `a request is read once if nothing else is being read`() {
        stage.follow()
        for request in ["b", "c"] { stage.ask(request) }
        #expect(stage.reader.begun.values == ["a", "b", "c"])
        #expect(stage.reader.cancelled.values == [])
    }

    @Test func `a new request does not cancel the handling of an answer`() {
        let cancelled = Recorder<Bool>()
        let shown = Signal()
        stage.begin { [query = stage.query] in
            await query.follow { _ in
                await shown.wait()
                cancelled.record(Task.isCancelled)
            }
        }
        stage.ask("b")
        #expect(stage.reader.begun.values == ["a"])
        shown.wakeAll()
        stage.run()
        #expect(cancelled.values == [false])
        #expect(stage.reader.begun.values == ["a", "b"])
    }

    @Test func `a request from before the query is followed is answered once`() {
        stage.query.setRequest("b")
        stage.query.invalidate()
        stage.follow()
        #expect(stage.reader.begun.values == ["b"])
        #expect(stage.taken.values.map(\.request) == ["b"])
    }

    @Test func `map returns the same query with transformed answers`() {
        let texts = Recorder<String>()
        let other = stage.query.map { "\($0.request) \($0.version)" }
        stage.begin { await other.follow { texts.record($0) } }
        stage.ask("b")
        stage.reader.version = 1
        other.invalidate()
        stage.run()
        #expect(texts.values == ["a 0", "b 0", "b 1"])
        #expect(other.request == "b")
    }

    @Test func `withRequests returns each answer with its request, even if that is replaced meanwhile`() {
        let pairs = Recorder<[String]>()
        stage.begin { [query = stage.query] in
            await query.withRequests().follow { request, answer in
                if request == "a" { query.setRequest("b") }
                pairs.record([request, answer.request, query.request])
            }
        }
        #expect(pairs.values == [["a", "a", "b"], ["b", "b", "b"]])
    }

    @Test(arguments: Seeds.upTo(200))
    func `the last answer includes the last change, and no answer is older than the one before`(seed: UInt64) {
        let stage = QueryStage(seed: seed)
        stage.follow()
        for request in ["b", "c", "d"] {
            stage.begin { [query = stage.query, reader = stage.reader, clock = stage.executor.clock] in
                for _ in 1...3 {
                    reader.version += 1
                    query.invalidate()
                    try? await clock.sleep(for: .milliseconds(1))
                }
                query.setRequest(request)
            }
        }
        let (taken, last) = (stage.taken.values, stage.reader.begun.values.last)
        #expect(taken.last == ReaderFake.Answer(request: stage.query.request, version: 9))
        #expect(last == stage.query.request)
        #expect(taken.map(\.version) == taken.map(\.version).sorted())
        #expect(taken.count <= 1 + 9 + 3)
    }
}
