import RuntimeKit
import SimulationKit
import Testing

@Suite struct StopwatchTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let woken = Recorder<Duration>()

    @Test func `now is the time since the stopwatch was created`() {
        executor.run(for: .seconds(5))
        let watch = Stopwatch(clock: executor.clock)
        #expect(watch.now == .zero)
        executor.run(for: .milliseconds(1500))
        #expect(watch.now == .milliseconds(1500))
    }

    @Test func `sleeps for a duration or until a deadline, and not at all if it has passed`() {
        let watch = Stopwatch(clock: executor.clock)
        Task(executorPreference: executor) { [woken] in
            for deadline in [Duration.seconds(3), .seconds(2)] {
                try await watch.sleep(until: deadline)
                woken.record(watch.now)
            }
            try await watch.sleep(for: .seconds(4))
            woken.record(watch.now)
            try await watch.sleep(for: .seconds(-1))
            woken.record(watch.now)
        }
        executor.run(for: .seconds(60))
        #expect(woken.values == [.seconds(3), .seconds(3), .seconds(7), .seconds(7)])
    }

    @Test func `sleep throws in a cancelled task, even if the deadline has passed`() {
        let watch = Stopwatch(clock: executor.clock)
        let failed = Recorder<Bool>()
        for deadline in [Duration.seconds(60), .seconds(-1)] {
            let task = Task(executorPreference: executor) {
                do { try await watch.sleep(until: deadline) } catch { failed.record(error is CancellationError) }
            }
            task.cancel()
        }
        let asleep = Task(executorPreference: executor) {
            do { try await watch.sleep(for: .seconds(60)) } catch { failed.record(error is CancellationError) }
        }
        executor.run(for: .seconds(1))
        asleep.cancel()
        executor.run(for: .seconds(1))
        #expect(failed.values == [true, true, true])
    }
}

@Suite struct ClockWaitTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let signal = Signal()
    private let waited = Recorder<Duration>()
    private let eventEnds = Recorder<Bool>()

    private func wait() -> Task<Void, Never> {
        Task(executorPreference: executor) { [clock = executor.clock, signal, waited, eventEnds] in
            await clock.wait(atMost: .seconds(10)) {
                await signal.wait()
                eventEnds.record(Task.isCancelled)
            }
            waited.record(clock.now.offset)
        }
    }

    @Test func `waits until the event returns`() {
        _ = wait()
        executor.run(for: .seconds(4))
        #expect(waited.values == [])
        signal.wakeAll()
        executor.run(for: .seconds(60))
        #expect(waited.values == [.seconds(4)])
        #expect(eventEnds.values == [false])
    }

    @Test func `waits at most for the given duration, then cancels the event`() {
        _ = wait()
        executor.run(for: .seconds(60))
        #expect(waited.values == [.seconds(10)])
        #expect(eventEnds.values == [true])
    }

    @Test func `leaves no timer behind when the event returns first`() {
        _ = wait()
        executor.run(for: .seconds(4))
        signal.wakeAll()
        _ = executor.run(until: { false })
        #expect(executor.clock.now.offset == .seconds(4))
    }

    @Test func `stops waiting when its task is cancelled, and cancels the event`() {
        let task = wait()
        executor.run(for: .seconds(4))
        task.cancel()
        executor.run(for: .seconds(60))
        #expect(waited.values == [.seconds(4)])
        #expect(eventEnds.values == [true])
    }
}
