import RuntimeKit
import SimulationKit
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct CompletionTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let stored = Stored()
    private let ended = Recorder<String>()

    /// Waits for a completion and stores it.
    private func wait() -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { [stored, ended] in
            await Completion.wait { completion in stored.completion.withLock { $0 = completion } }
            ended.record("ended")
        }
        executor.run(for: .seconds(1))
        return task
    }

    private func drop() {
        stored.completion.withLock { $0 = nil }
        executor.run(for: .seconds(1))
    }

    @Test func `a waiting task resumes when the work finishes, not before`() {
        _ = wait()
        #expect(ended.values == [])
        stored.completion.withLock { $0?.finish() }
        stored.completion.withLock { $0?.finish() }
        executor.run(for: .seconds(1))
        #expect(ended.values == ["ended"])
        drop()
        #expect(ended.values == ["ended"])
    }

    @Test func `a waiting task resumes when the completion is released`() {
        _ = wait()
        #expect(ended.values == [])
        drop()
        #expect(ended.values == ["ended"])
    }

    @Test func `a waiting task resumes when it is cancelled, though the work continues`() {
        let task = wait()
        task.cancel()
        executor.run(for: .seconds(1))
        #expect(ended.values == ["ended"])
        drop()
        #expect(ended.values == ["ended"])
    }

    @Test func `a task that is already cancelled does not wait`() {
        let task = Task(executorPreference: executor) { [stored, ended] in
            await Completion.wait { completion in stored.completion.withLock { $0 = completion } }
            ended.record("ended")
        }
        task.cancel()
        executor.run(for: .seconds(1))
        #expect(ended.values == ["ended"])
    }

    @Test func `a task whose work finishes at once, or drops the completion, does not wait`() {
        Task(executorPreference: executor) { [ended] in
            await Completion.wait { $0.finish() }
            await Completion.wait { _ in }
            ended.record("ended")
        }
        executor.run(for: .seconds(1))
        #expect(ended.values == ["ended"])
    }

    @Test func `finish from many threads during a cancellation resumes the task once`() async {
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

@Suite struct SignalTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let signal = Signal()
    private let ended = Recorder<Int>()

    private func wait(_ number: Int) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { [signal, ended] in
            await signal.wait()
            ended.record(number)
        }
        executor.run(for: .seconds(1))
        return task
    }

    private func wakeAll() {
        signal.wakeAll()
        executor.run(for: .seconds(1))
    }

    @Test func `all waiting tasks resume in the order in which they began to wait`() {
        for number in 1...20 { _ = wait(number) }
        #expect(ended.values == [])
        wakeAll()
        #expect(ended.values == Array(1...20))
    }

    @Test func `a signal is not remembered for later tasks`() {
        wakeAll()
        _ = wait(1)
        #expect(ended.values == [])
        wakeAll()
        #expect(ended.values == [1])
    }

    @Test func `a cancelled task resumes alone`() {
        let tasks = (1...2).map { wait($0) }
        tasks[1].cancel()
        executor.run(for: .seconds(1))
        #expect(ended.values == [2])
        wakeAll()
        #expect(ended.values == [2, 1])
    }
}

private final class Stored: Sendable {
    let completion = Mutex<Completion?>(nil)
}
