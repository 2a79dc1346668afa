import SimulationKit
import Synchronization
import Testing

@Suite struct ScheduleTests {
    /// Returns the order in which ten tasks pass two points each.
    private func order(seed: UInt64, _ schedule: SimulationExecutor.Schedule) -> [Int] {
        let executor = SimulationExecutor(seed: seed, schedule: schedule)
        let passed = Passed()
        for number in 0..<10 {
            Task(executorPreference: executor) {
                passed.numbers.withLock { $0.append(number) }
                await Task.yield()
                passed.numbers.withLock { $0.append(number) }
            }
        }
        executor.run(for: .zero)
        return passed.numbers.withLock { $0 }
    }

    @Test func `inOrder runs jobs first come, first served`() {
        #expect(order(seed: 1, .inOrder) == Array(0..<10) + Array(0..<10))
        #expect(order(seed: 2, .inOrder) == order(seed: 1, .inOrder))
    }

    @Test func `shuffled runs jobs in an order that differs between seeds and repeats for one`() {
        let orders = (UInt64(1)...50).map { order(seed: $0, .shuffled) }
        #expect(Set(orders).count > 45)
        #expect(orders == (UInt64(1)...50).map { order(seed: $0, .shuffled) })
        #expect(orders.allSatisfy { $0.sorted() == (0..<20).map { $0 / 2 } })
    }

    @Test func `each job runs once if the schedule changes while jobs are ready`() {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let passed = Passed()
        for number in 0..<10 {
            Task(executorPreference: executor) { passed.numbers.withLock { $0.append(number) } }
        }
        for _ in 0..<4 { _ = executor.step() }
        executor.schedule = .shuffled
        for _ in 0..<3 { _ = executor.step() }
        executor.schedule = .inOrder
        executor.run(for: .zero)
        let order = passed.numbers.withLock { $0 }
        #expect(order.prefix(4) == [0, 1, 2, 3])
        #expect(order.sorted() == Array(0..<10))
    }

    @Test func `run(until:) stops when the condition is true, or when no work is left`() {
        let executor = SimulationExecutor(seed: 1, schedule: .inOrder)
        let passed = Passed()
        Task(executorPreference: executor) {
            for number in 1...5 {
                try await executor.clock.sleep(for: .seconds(1))
                passed.numbers.withLock { $0.append(number) }
            }
        }
        #expect(executor.run { passed.numbers.withLock { $0.count } == 3 })
        #expect(executor.clock.now.offset == .seconds(3))
        #expect(!executor.run { passed.numbers.withLock { $0.count } == 6 })
        #expect(executor.clock.now.offset == .seconds(5))
    }

    @Test func `actors and child tasks of a simulated task run on the executor`() {
        let executor = SimulationExecutor(seed: 1)
        let (counter, passed) = (Counter(), Passed())
        Task(executorPreference: executor) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { await counter.count(clock: executor.clock) } }
            }
            passed.numbers.withLock { $0.append(1) }
        }
        executor.run(for: .seconds(1))
        #expect(passed.numbers.withLock { $0 } == [1], "everything ended on this thread, within this call")
    }
}

private final class Passed: Sendable {
    let numbers = Mutex<[Int]>([])
}

private actor Counter {
    private var value = 0

    func count(clock: VirtualClock) async {
        try? await clock.sleep(for: .milliseconds(1))
        value += 1
    }
}
