import Foundation
import SimulationKit
import Synchronization
import Transport

/// What goes on whether or not the app's process lives: time, the server, the network, the disk, and what was seen.
final class SimulatedWorld: Sendable {
    let executor: SimulationExecutor
    /// Runs the app, one life after the other.
    let process: ProcessExecutor
    /// Runs what shows the app: part of its process, and a moment later.
    let host: ProcessExecutor
    let server: SimulatedServer
    let connection: SimulatedConnection
    /// The adapter for Matrix and its homeserver, when the app is to be tried over them.
    let matrix: MatrixWorld?
    let disk = SimulatedDisk()
    /// What the disk would lose with the power; nil in a session in which that does not fail.
    let unsynced: UnsyncedWrites?
    let evidence: Evidence
    let folder: URL
    let moods = ServerMoods()
    let refusals = Refusals()
    let words = WordIndex()
    let bounded = BoundedMessages()
    let seed: UInt64
    private let clockOffset = Mutex(0.0)
    private let serverTask: Task<Void, Never>

    /// Half past midnight in Berlin, an hour and a half before the clocks go forward, so that sessions run over the
    /// change.
    private static let start = Date(timeIntervalSince1970: 1_648_337_400)

    init(_ plan: SessionPlan, in folder: URL, isTracing: Bool) throws {
        let seed = plan.seed
        self.seed = seed
        self.folder = folder
        unsynced = plan.losesPower ? UnsyncedWrites(in: folder) : nil
        if let unsynced { UnsyncedVFS.watch(unsynced) }
        evidence = Evidence(isTracing: isTracing)
        let executor = SimulationExecutor(seed: seed)
        self.executor = executor
        process = ProcessExecutor(world: executor)
        host = ProcessExecutor(world: executor)
        let clock = executor.clock
        let begin = clock.now
        func environment(_ salt: UInt64) -> ChatEnvironment {
            ChatEnvironment(
                clock: clock,
                now: { Self.start.addingTimeInterval(begin.duration(to: clock.now) / .seconds(1)) },
                calendar: .simulated,
                random: RandomSource(SplitMix64(seed: seed &* 31 &+ salt))
            )
        }
        let server = try SimulatedServer(
            environment: environment(1),
            journal: ServerJournal(file: Self.journal(in: folder))
        )
        self.server = server
        connection = SimulatedConnection(server: server, environment: environment(2), conditions: .perfect)
        matrix =
            plan.server == .matrix
            ? MatrixWorld(server: server, network: connection, environment: environment(3), folder: folder) : nil
        serverTask = Task(executorPreference: executor) { await server.run() }
    }

    static func journal(in folder: URL) -> URL { folder.appending(path: "server.journal") }

    /// What one life of the app is given: its own randomness, and a clock that may be wrong.
    func environment(life: Int) -> ChatEnvironment {
        let clock = executor.clock
        return ChatEnvironment(
            clock: clock,
            now: { [self] in
                Self.start.addingTimeInterval(clock.now.offset / .seconds(1) + clockOffset.withLock { $0 })
            },
            calendar: .simulated,
            random: RandomSource(SplitMix64(seed: seed &* 31 &+ 1000 &+ UInt64(life)))
        )
    }

    func setClock(forwardBy seconds: Int) {
        clockOffset.withLock { $0 += Double(seconds) }
    }

    /// The app's file.
    var history: URL { folder.appending(path: "history.sqlite") }

    /// The way to the server that one life of the app is given.
    func way(
        to environment: ChatEnvironment,
        plant: PlantedFault?,
        diskFault: @escaping @Sendable () throws -> Void
    ) throws -> any ChatService & PushSource & SocketSource {
        try matrix?.transport(environment, plant: plant, diskFault: diskFault) ?? connection
    }

    /// What is asked of the world between two steps of its schedule. No death strikes meanwhile, and nothing is counted.
    func result<Answer: Sendable>(_ ask: @escaping @Sendable () async -> Answer) -> Answer? {
        let answer = Box<Answer>()
        Task(executorPreference: executor) { answer.set(await ask()) }
        _ = executor.run { answer.value != nil }
        return answer.value
    }

    var time: Duration { executor.clock.now.offset }

    /// By the server's clock, which is right.
    var serverNow: Date { Self.start.addingTimeInterval(time / .seconds(1)) }

    /// Ends the server's life with the session.
    func end() {
        serverTask.cancel()
        run(for: .seconds(1))
    }

    /// Frees what a session that was broken off has left waiting: each of its tasks holds the whole world until it ends.
    func free() {
        run(for: .seconds(600))
        // It holds a clock, which holds this.
        matrix?.closeLedger()
        if let unsynced { UnsyncedVFS.unwatch(unsynced) }
    }

    /// What goes on without a pause is left behind.
    private func run(for duration: Duration) {
        let end = executor.clock.now.advanced(by: duration)
        var steps = 0
        while steps < 400_000, executor.step(by: end) { steps += 1 }
    }
}

extension Calendar {
    /// Where the clocks change.
    fileprivate static let simulated = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        calendar.locale = Locale(identifier: "en_US")
        return calendar
    }()
}
