import RuntimeKit
import SimulationKit
import Testing

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

    private func give() {
        signal.give()
        executor.run(for: .seconds(1))
    }

    @Test func `all that wait go on, in the order in which they came`() {
        for number in 1...20 { _ = wait(number) }
        #expect(ended.values == [])
        give()
        #expect(ended.values == Array(1...20))
    }

    @Test func `a signal is not kept for a task that comes later`() {
        give()
        _ = wait(1)
        #expect(ended.values == [])
        give()
        #expect(ended.values == [1])
    }

    @Test func `a task that is cancelled goes on alone`() {
        let tasks = (1...2).map { wait($0) }
        tasks[1].cancel()
        executor.run(for: .seconds(1))
        #expect(ended.values == [2])
        give()
        #expect(ended.values == [2, 1])
    }
}
