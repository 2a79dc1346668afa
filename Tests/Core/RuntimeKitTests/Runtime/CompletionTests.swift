import RuntimeKit
import SimulationKit
import Synchronization
import Testing

@Suite struct CompletionTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let kept = Kept()
    private let ended = Recorder<String>()

    /// Waits for a completion that is kept.
    private func wait() -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { [kept, ended] in
            await Completion.wait { completion in kept.completion.withLock { $0 = completion } }
            ended.record("ended")
        }
        executor.run(for: .seconds(1))
        return task
    }

    private func drop() {
        kept.completion.withLock { $0 = nil }
        executor.run(for: .seconds(1))
    }

    @Test func `a task that waits goes on when the work has finished, and not before`() {
        _ = wait()
        #expect(ended.values == [])
        kept.completion.withLock { $0?.finish() }
        kept.completion.withLock { $0?.finish() }
        executor.run(for: .seconds(1))
        #expect(ended.values == ["ended"])
        drop()
        #expect(ended.values == ["ended"])
    }

    @Test func `a task that waits goes on when nothing holds the completion any more`() {
        _ = wait()
        #expect(ended.values == [])
        drop()
        #expect(ended.values == ["ended"])
    }

    @Test func `a task that waits goes on when it is cancelled, though the work does not end`() {
        let task = wait()
        task.cancel()
        executor.run(for: .seconds(1))
        #expect(ended.values == ["ended"])
        drop()
        #expect(ended.values == ["ended"])
    }

    @Test func `a task that was cancelled before it waits does not wait`() {
        let task = Task(executorPreference: executor) { [kept, ended] in
            await Completion.wait { completion in kept.completion.withLock { $0 = completion } }
            ended.record("ended")
        }
        task.cancel()
        executor.run(for: .seconds(1))
        #expect(ended.values == ["ended"])
    }

    @Test func `work that has ended at once lets its task go on`() {
        Task(executorPreference: executor) { [ended] in
            await Completion.wait { $0.finish() }
            await Completion.wait { _ in }
            ended.record("ended")
        }
        executor.run(for: .seconds(1))
        #expect(ended.values == ["ended"])
    }

    @Test func `finishing from many threads, while the task is cancelled, ends it once`() async {
        for _ in 1...200 {
            let waiting = Task {
                await Completion.wait { completion in
                    for _ in 1...3 { Task.detached { completion.finish() } }
                }
            }
            waiting.cancel()
            await waiting.value
        }
    }
}

private final class Kept: Sendable {
    let completion = Mutex<Completion?>(nil)
}
