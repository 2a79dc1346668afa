import Foundation
import RuntimeKit
import SimulationKit
import Synchronization

/// Tasks in virtual time, which end with their owner.
final class VirtualTasks: Sendable {
    let executor: SimulationExecutor
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// With a seed, ready work runs in any order; without one, first come, first served.
    init(seed: UInt64? = nil) {
        executor = SimulationExecutor(seed: seed ?? 1, schedule: seed == nil ? .inOrder : .shuffled)
    }

    var time: Duration { executor.clock.now.offset }

    func environment(seed: UInt64 = 1, clockError: Double = 0) -> ChatEnvironment {
        ChatEnvironment(
            clock: executor.clock,
            now: { [executor] in moment(executor.clock.now.offset / .seconds(1) + clockError) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: seed))
        )
    }

    @discardableResult
    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { await work() }
        tasks.withLock { $0.append(task) }
        return task
    }

    /// Runs `work` to its end, however long it takes in virtual time. Throws `NeverEnded` if nothing is left to run before.
    func perform<Answer: Sendable>(_ work: @escaping @Sendable () async throws -> Answer) throws -> Answer {
        let shared = SharedResult<Answer>()
        begin {
            do { shared.set(.success(try await work())) } catch { shared.set(.failure(error)) }
        }
        // Time passes only when nothing is left to do now: reading the history does not make it later.
        while shared.value == nil, executor.step(by: executor.clock.now) || executor.step() {}
        guard let value = shared.value else { throw NeverEnded() }
        return try value.get()
    }

    /// Cancels all tasks, and lets them end.
    func stop() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        executor.run(for: .seconds(1))
    }
}

/// An error for work that did not end.
struct NeverEnded: Error {}

private final class SharedResult<Answer: Sendable>: Sendable {
    private let result = Mutex<Result<Answer, any Error>?>(nil)

    var value: Result<Answer, any Error>? { result.withLock { $0 } }

    func set(_ value: Result<Answer, any Error>) { result.withLock { $0 = value } }
}
