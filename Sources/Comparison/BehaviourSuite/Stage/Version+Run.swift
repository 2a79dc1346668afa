import ChatStore
import Foundation
import SimulationKit
import Synchronization
import Transport

/// How one scenario went under one seed.
public struct ScenarioResult: Hashable, Sendable {
    public let scenario: String
    public let seed: UInt64
    /// The first difference from what was expected, in words; nil when there was none.
    public let difference: String?

    public var hasPassed: Bool { difference == nil }
}

extension Version {
    /// Plays every scenario under every seed; seed by seed within a scenario. The same seed gives the same result.
    public func run(
        _ scenarios: [Scenario] = Scenario.all,
        seeds: some Collection<UInt64>
    ) -> [ScenarioResult] {
        scenarios.flatMap { scenario in seeds.map { run(scenario, seed: $0) } }
    }

    /// Plays one scenario under one seed, on the calling thread.
    ///
    /// Under an even seed everything happens in the order in which it is due; under an odd one, work that is ready is done
    /// in any order, and time may overtake it.
    public func run(_ scenario: Scenario, seed: UInt64) -> ScenarioResult {
        ScenarioResult(scenario: scenario.name, seed: seed, difference: difference(in: scenario, seed: seed))
    }

    private func difference(in scenario: Scenario, seed: UInt64) -> String? {
        guard scenario.setting.restarts else { return difference(in: scenario, seed: seed, disk: .memory) }
        do {
            let folder = try TemporaryFolder()
            defer { folder.remove() }
            return difference(in: scenario, seed: seed, disk: .file(path: folder.path(of: "history")))
        } catch {
            return "there is no place for a history: \(error)"
        }
    }

    private func difference(in scenario: Scenario, seed: UInt64, disk: ChatDatabase.Location) -> String? {
        let schedule = scenario.setting.schedule(for: seed)
        let executor = SimulationExecutor(seed: seed, schedule: schedule)
        let outcome = Outcome()
        let performance = Task(executorPreference: executor) {
            outcome.end(with: await perform(scenario, seed: seed, schedule: schedule, disk: disk, executor: executor))
        }
        var steps = 0
        while !outcome.hasEnded {
            steps += 1
            guard steps < Self.stepLimit, executor.step() else {
                performance.cancel()
                return steps < Self.stepLimit ? "nothing goes on any more" : "it goes on for ever"
            }
        }
        return outcome.difference
    }

    private func perform(
        _ scenario: Scenario,
        seed: UInt64,
        schedule: SimulationExecutor.Schedule,
        disk: ChatDatabase.Location,
        executor: SimulationExecutor
    ) async -> String? {
        do {
            let stage = try Stage(
                version: self,
                setting: scenario.setting,
                seed: seed,
                schedule: schedule,
                disk: disk,
                executor: executor
            )
            let server = stage.server
            let contacts = Task(executorPreference: executor) {
                if scenario.setting.contactsLive { await server.run() }
            }
            let result = await outcome(of: scenario, on: stage)
            await stage.quit()
            contacts.cancel()
            await contacts.value
            return result
        } catch {
            return "the stage cannot be set: \(error)"
        }
    }

    private func outcome(of scenario: Scenario, on stage: Stage) async -> String? {
        do {
            try await scenario.play(stage)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Far more than any scenario takes; a version that goes round in circles is stopped there.
    private static var stepLimit: Int { 2_000_000 }
}

extension Setting {
    fileprivate func schedule(for seed: UInt64) -> SimulationExecutor.Schedule {
        isPunctual || seed.isMultiple(of: 2) ? .inOrder : .shuffled
    }
}

private final class Outcome: Sendable {
    private let state = Mutex<String??>(nil)

    var hasEnded: Bool { state.withLock { $0 != nil } }
    var difference: String? { state.withLock { $0 ?? nil } }

    func end(with difference: String?) {
        state.withLock { $0 = .some(difference) }
    }
}
