import RuntimeKit
import Synchronization
import Testing

@Suite struct LiveQueryOnTheSpotTests {
    /// As when the follower runs on another core, and is quicker than the task that asks.
    @Test func `what is asked for is answered, though its reading begins before the asking is over`() {
        let (executor, reader, taken) = (OnTheSpotExecutor(), ReaderFake(), Recorder<String>())
        let query = LiveQuery("a") { await reader.read($0).request }
        reader.isHeld = true
        let follower = Task(executorPreference: executor) { await query.follow { taken.record($0) } }
        reader.release()
        query.ask("b")
        reader.release()
        #expect(reader.begun.values == ["a", "b"])
        #expect(reader.cancelled.values == [])
        #expect(taken.values == ["a", "b"])
        follower.cancel()
    }
}

/// Runs each piece of work at once, where it was made ready.
private final class OnTheSpotExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
    }
}
