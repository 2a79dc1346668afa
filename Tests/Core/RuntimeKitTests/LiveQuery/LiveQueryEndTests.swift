import RuntimeKit
import SimulationKit
import Synchronization
import Testing

@Suite struct LiveQueryEndTests {
    @Test(arguments: Seeds.upTo(200))
    func `follow ends when its task is cancelled, whatever the query is doing`(seed: UInt64) {
        let stage = QueryStage(seed: seed)
        let ended = Recorder<Bool>()
        let follower = stage.begin { [query = stage.query, clock = stage.executor.clock] in
            await query.follow { _ in try? await clock.sleep(for: .seconds(60)) }
            ended.record(Task.isCancelled)
        }
        stage.reader.isHeld = seed.isMultiple(of: 2)
        stage.begin { [query = stage.query, clock = stage.executor.clock] in
            try? await clock.sleep(for: .milliseconds(seed % 5))
            query.setRequest("b")
            if seed.isMultiple(of: 3) { query.invalidate() }
            if seed.isMultiple(of: 5) { try? await clock.sleep(for: .milliseconds(1)) }
            follower.cancel()
        }
        #expect(ended.values == [true])
        let count = stage.reader.begun.values.count
        stage.invalidate(with: 1)
        #expect(stage.reader.begun.values.count == count, "nothing is read afterwards")
    }

    @Test func `a query that is followed again delivers the answer that was not handled`() {
        let stage = QueryStage()
        stage.reader.isHeld = true
        let follower = stage.follow()
        follower.cancel()
        stage.run()
        #expect(stage.taken.values == [])
        stage.reader.isHeld = false
        stage.follow()
        #expect(stage.taken.values == [ReaderFake.Answer(request: "a", version: 0)])
    }

    @Test func `first returns the first answer that meets the condition and stops reading`() {
        let stage = QueryStage()
        let found = Recorder<Int?>()
        stage.begin { [query = stage.query] in found.record(await query.first { $0.version == 2 }?.version) }
        #expect(found.values == [])
        for version in 1...4 { stage.invalidate(with: version) }
        #expect(found.values == [2])
        #expect(stage.reader.begun.values.count == 3, "nothing is read after the answer was found")
    }

    @Test func `first returns nil when the task is cancelled`() {
        let stage = QueryStage()
        let found = Recorder<Int?>()
        let task = stage.begin { [query = stage.query] in found.record(await query.first { _ in false }?.version) }
        task.cancel()
        stage.run()
        #expect(found.values == [nil])
    }

    @Test(arguments: Seeds.upTo(50))
    func `a query that is released frees its state and its reader`(seed: UInt64) {
        let executor = SimulationExecutor(seed: seed)
        weak var invalidation: (any Invalidatable)?
        weak var reader: ReaderFake?
        do {
            let source = ReaderFake()
            let query = LiveQuery("a") { await source.read($0) }
            (reader, invalidation) = (source, query.invalidation)
            let follower = Task(executorPreference: executor) { await query.follow { _ in } }
            executor.run(for: .milliseconds(Int64(seed % 3)))
            query.setRequest("b")
            if seed.isMultiple(of: 2) { executor.run(for: .seconds(1)) }
            follower.cancel()
            executor.run(for: .seconds(1))
        }
        #expect(invalidation == nil)
        #expect(reader == nil)
    }
}

@Suite struct LiveQueryImmediateTests {
    /// Simulates a follower on another core that is faster than the task that calls `ask`.
    @Test func `a request is answered though its reading begins before ask returns`() {
        let (executor, reader, taken) = (ImmediateExecutor(), ReaderFake(), Recorder<String>())
        let query = LiveQuery("a") { await reader.read($0).request }
        reader.isHeld = true
        let follower = Task(executorPreference: executor) { await query.follow { taken.record($0) } }
        reader.release()
        query.setRequest("b")
        reader.release()
        #expect(reader.begun.values == ["a", "b"])
        #expect(reader.cancelled.values == [])
        #expect(taken.values == ["a", "b"])
        follower.cancel()
    }
}

/// An executor that runs each job at once, where it is enqueued.
private final class ImmediateExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
