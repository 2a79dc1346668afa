import ChatTypes
import Foundation
import RuntimeKit
import SimulationKit

@testable import ChatSession
@testable import ChatStore

/// A session on fakes, in virtual time. All tasks end with it.
final class SessionWorld: Sendable {
    let service: ServiceFake
    let push: LiveFake
    let sockets: LiveFake
    let session: Session
    /// The folder beside the history.
    let folder: any FileFolder
    private let tasks: VirtualTasks

    var executor: SimulationExecutor { tasks.executor }
    var seconds: Double { tasks.time / .seconds(1) }

    /// With a seed, ready work runs in any order and sometimes late; without one, first come, first served.
    init(
        seed: UInt64? = nil,
        file: String? = nil,
        runs: Bool = true,
        clockError: Double = 0,
        holding log: [Message] = [],
        continuing earlier: SessionWorld? = nil,
        files: (any FileFolder)? = nil,
        readsMarkdown: Bool = true,
        script: (inout ServiceFake.Script) -> Void = { _ in }
    ) throws {
        let tasks = VirtualTasks(seed: seed)
        let environment = tasks.environment(seed: seed ?? 1, clockError: clockError)
        self.tasks = tasks
        (push, sockets) = (LiveFake(now: { tasks.time }), LiveFake(now: { tasks.time }))
        service = ServiceFake(environment: environment, now: { tasks.time })
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
            sockets: sockets,
            readsMarkdown: readsMarkdown
        )
        if runs { run() }
    }

    deinit { stop() }

    /// Runs the session from now on.
    @discardableResult
    func run() -> Task<Void, Never> {
        begin { await $0.run() }
    }

    /// Ends all tasks, as when the program quits.
    func stop() { tasks.stop() }

    /// Begins work that goes on until it ends or is cancelled.
    @discardableResult
    func begin(_ work: @escaping @Sendable (Session) async -> Void) -> Task<Void, Never> {
        tasks.begin { [session] in await work(session) }
    }

    func run(for duration: Duration) { tasks.executor.run(for: duration) }

    /// Runs until a condition holds. Throws `NeverEnded` after a minute.
    func run(until isMet: (SessionWorld) -> Bool) throws {
        for _ in 1...60_000 where !isMet(self) { run(for: .milliseconds(1)) }
        if !isMet(self) { throw NeverEnded() }
    }

    /// Runs `work` to its end, however long it takes in virtual time.
    @discardableResult
    func perform<Answer: Sendable>(_ work: @escaping @Sendable (Session) async throws -> Answer) throws -> Answer {
        try tasks.perform { [session] in try await work(session) }
    }
}
