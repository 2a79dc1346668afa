import RuntimeKit
import SimulationKit
import Testing

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

    @Test func `waits for the event`() {
        _ = wait()
        executor.run(for: .seconds(4))
        #expect(waited.values == [])
        signal.give()
        executor.run(for: .seconds(60))
        #expect(waited.values == [.seconds(4)])
        #expect(eventEnds.values == [false])
    }

    @Test func `waits no longer than it is told to, and cancels the event`() {
        _ = wait()
        executor.run(for: .seconds(60))
        #expect(waited.values == [.seconds(10)])
        #expect(eventEnds.values == [true])
    }

    @Test func `leaves no timer behind`() {
        _ = wait()
        executor.run(for: .seconds(4))
        signal.give()
        _ = executor.run(until: { false })
        #expect(executor.clock.now.offset == .seconds(4))
    }

    @Test func `waits no longer than its task lives`() {
        let task = wait()
        executor.run(for: .seconds(4))
        task.cancel()
        executor.run(for: .seconds(60))
        #expect(waited.values == [.seconds(4)])
        #expect(eventEnds.values == [true])
    }
}
