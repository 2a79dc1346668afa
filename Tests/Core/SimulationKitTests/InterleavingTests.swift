import SimulationKit
import Synchronization
import Testing

@Suite struct InterleavingTests {
    @Test func `another job comes into the middle of one under some seeds, and none into the middle of that`() {
        let depths = (UInt64(1)...100).map { greatestDepth(SimulationExecutor(seed: $0)) }
        #expect(Set(depths) == [1, 2])
        #expect(depths == (UInt64(1)...100).map { greatestDepth(SimulationExecutor(seed: $0)) }, "and replays")
    }

    @Test func `in order, nothing comes in`() {
        #expect((UInt64(1)...100).allSatisfy { greatestDepth(SimulationExecutor(seed: $0, schedule: .inOrder)) == 1 })
    }
}

/// Of three tasks that each let others in, how many were at work at once.
private func greatestDepth(_ executor: SimulationExecutor) -> Int {
    let work = Work()
    let tasks = (1...3).map { _ in
        Task(executorPreference: executor) {
            work.begin()
            executor.letOthersIn()
            work.end()
        }
    }
    executor.run(for: .seconds(1))
    for task in tasks { task.cancel() }
    return work.greatest.withLock { $0 }
}

private final class Work: Sendable {
    private let now = Mutex(0)
    let greatest = Mutex(0)

    func begin() {
        let now = now.withLock { now in
            now += 1
            return now
        }
        greatest.withLock { $0 = max($0, now) }
    }

    func end() { now.withLock { $0 -= 1 } }
}
