import ChatSession
import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit
import Synchronization

@testable import ChatStore

/// A session on fakes, in virtual time; everything it began ends with it.
final class SessionWorld: Sendable {
    let executor: SimulationExecutor
    let service: ServiceFake
    let push: LiveFake
    let sockets: LiveFake
    let session: Session
    /// The folder beside the history.
    let folder: any FileFolder
    private let tasks = Mutex<[Task<Void, Never>]>([])

    /// With a seed, what is ready runs in any order, and late at times; without one, first come, first served.
    init(
        seed: UInt64? = nil,
        file: String? = nil,
        runs: Bool = true,
        clockError: Double = 0,
        holding log: [Message] = [],
        continuing earlier: SessionWorld? = nil,
        files: (any FileFolder)? = nil,
        script: (inout ServiceFake.Script) -> Void = { _ in }
    ) throws {
        let executor = SimulationExecutor(seed: seed ?? 1, schedule: seed == nil ? .inOrder : .shuffled)
        let time: @Sendable () -> Duration = { executor.clock.now.offset }
        let environment = ChatEnvironment(
            clock: executor.clock,
            now: { moment(time() / .seconds(1) + clockError) },
            calendar: Calendar(identifier: .gregorian),
            random: RandomSource(SplitMix64(seed: seed ?? 1))
        )
        self.executor = executor
        (push, sockets) = (LiveFake(now: time), LiveFake(now: time))
        service = ServiceFake(environment: environment, now: time)
        if let earlier { service.goOn(from: earlier.service) } else { service.hold(log) }
        var initial = ServiceFake.Script()
        script(&initial)
        service.script = initial
        let database = try ChatDatabase(file.map { .file(path: $0) } ?? .memory)
        if let files { database.files = files }
        folder = database.files
        session = Session(
            environment: environment,
            database: database,
            service: service,
            pushes: push,
            sockets: sockets
        )
        if runs { run() }
    }

    deinit {
        stop()
    }

    /// Runs the session from now on.
    @discardableResult
    func run() -> Task<Void, Never> {
        begin { await $0.run() }
    }

    /// Ends all that was begun, as when the program is quit.
    func stop() {
        for task in tasks.withLock({ $0 }) { task.cancel() }
        executor.run(for: .seconds(1))
    }

    /// Begins work that goes on until it ends or is cancelled.
    @discardableResult
    func begin(_ work: @escaping @Sendable (Session) async -> Void) -> Task<Void, Never> {
        let task = Task(executorPreference: executor) { [session] in await work(session) }
        tasks.withLock { $0.append(task) }
        return task
    }

    func run(for duration: Duration) {
        executor.run(for: duration)
    }

    /// Runs `work` to its end, however long it takes in virtual time.
    @discardableResult
    func perform<Answer: Sendable>(_ work: @escaping @Sendable (Session) async throws -> Answer) throws -> Answer {
        let outcome = Outcome<Answer>()
        begin { session in
            do {
                let answer = try await work(session)
                outcome.value.withLock { $0 = .success(answer) }
            } catch {
                outcome.value.withLock { $0 = .failure(error) }
            }
        }
        // Time passes only when nothing is left to do now: a look at the history does not make it later.
        while outcome.value.withLock({ $0 == nil }), executor.step(by: executor.clock.now) || executor.step() {}
        guard let value = outcome.value.withLock({ $0 }) else { throw NeverEnded() }
        return try value.get()
    }

    var seconds: Double { executor.clock.now.offset / .seconds(1) }
}

struct NeverEnded: Error {}

private final class Outcome<Answer: Sendable>: Sendable {
    let value = Mutex<Result<Answer, any Error>?>(nil)
}
