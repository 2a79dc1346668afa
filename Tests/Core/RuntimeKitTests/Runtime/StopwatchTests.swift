import RuntimeKit
import SimulationKit
import Testing

@Suite struct StopwatchTests {
    private let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
    private let woken = Recorder<Duration>()

    @Test func `counts from when it was made`() {
        executor.run(for: .seconds(5))
        let watch = Stopwatch(clock: executor.clock)
        #expect(watch.now == .zero)
        executor.run(for: .milliseconds(1500))
        #expect(watch.now == .milliseconds(1500))
    }

    @Test func `sleeps for a duration, until a moment, and not at all until one that has passed`() {
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

    @Test func `a task that is cancelled does not sleep, not even until a moment that has passed`() {
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
