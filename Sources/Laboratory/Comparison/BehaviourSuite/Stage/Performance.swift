import ChatStore
import DriverKit
import SimulatedServer
import SimulationKit
import Synchronization
import Transport

/// A run of a play on the stage with an architecture, a setting and a seed.
struct Performance {
    let architecture: Architecture
    let setting: Setting
    let seed: UInt64

    /// Sets up the stage, runs `play` and tears the stage down, all on the calling thread.
    ///
    /// Throws a `Difference`: either the one from `play`, or the reason why it could not be finished.
    func run(_ play: @escaping @Sendable (Stage) async throws -> Void) throws {
        guard setting.restarts else { return try run(on: .memory, play) }
        let folder: TemporaryFolder
        do { folder = try TemporaryFolder() } catch {
            throw Difference("there is no place for a history: \(error)")
        }
        defer { folder.remove() }
        return try run(on: .file(path: folder.path(of: "history")), play)
    }

    private func run(on disk: ChatDatabase.Location, _ play: @escaping @Sendable (Stage) async throws -> Void) throws {
        let schedule = setting.schedule(for: seed)
        let executor = SimulationExecutor(seed: seed, schedule: schedule)
        let outcome = Outcome()
        let task = Task(executorPreference: executor) { [self] in
            do {
                let stage = try Stage(
                    architecture: architecture,
                    setting: setting,
                    seed: seed,
                    schedule: schedule,
                    disk: disk,
                    executor: executor
                )
                outcome.end(with: await perform(play, on: stage))
            } catch {
                outcome.end(with: .failure(Difference("the stage cannot be set: \(error)")))
            }
        }
        for _ in 0..<Self.stepLimit {
            if let result = outcome.result { return try result.get() }
            guard executor.step() else {
                task.cancel()
                throw Difference("nothing goes on any more")
            }
        }
        task.cancel()
        throw Difference("it goes on for ever")
    }

    private func perform(_ play: (Stage) async throws -> Void, on stage: Stage) async -> Result<Void, Difference> {
        let (server, contactsLive) = (stage.server, setting.contactsLive)
        let contacts = Task(executorPreference: stage.executor) {
            if contactsLive { await server.run() }
        }
        let result: Result<Void, Difference>
        do { result = .success(try await play(stage)) } catch {
            result = .failure(error as? Difference ?? Difference("\(error)"))
        }
        await stage.quit()
        contacts.cancel()
        await contacts.value
        return result
    }

    /// The maximum number of steps, far above what any play needs; it stops an architecture that loops forever.
    private static var stepLimit: Int { 5_000_000 }
}

extension Setting {
    fileprivate func schedule(for seed: UInt64) -> SimulationExecutor.Schedule {
        isPunctual || seed.isMultiple(of: 2) ? .inOrder : .shuffled
    }
}

private final class Outcome: Sendable {
    private let state = Mutex<Result<Void, Difference>?>(nil)

    var result: Result<Void, Difference>? { state.withLock { $0 } }

    func end(with result: Result<Void, Difference>) {
        state.withLock { $0 = result }
    }
}
