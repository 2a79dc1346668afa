import Foundation
import RuntimeKit
import SimulatedServer
import SimulationKit
import Synchronization
import Transport

/// Everything that exists independently of the app's process: time, the server, the network, the disk, and the
/// evidence.
final class SimulatedWorld: Sendable {
    let executor: SimulationExecutor
    /// The executor of the app, one process after the other.
    let process: ProcessExecutor
    /// The executor of the app's host. It belongs to the process, and runs a moment later.
    let host: ProcessExecutor
    let server: SimulatedChatServer
    let connection: SimulatedConnection
    /// The Matrix adapter with its homeserver; `nil` for the simulated server's own protocol.
    let matrix: MatrixWorld?
    let disk = SimulatedDisk()
    /// The writes that the disk would lose in a power failure; `nil` in a session without one.
    let unsynced: UnsyncedWrites?
    let evidence: Evidence
    let folder: URL
    let moods = ServerMoods()
    let refusals = Refusals()
    let lostFiles = LostFiles()
    let words = WordIndex()
    let bounded = BoundedMessages()
    let seed: UInt64
    private let clockOffset = Mutex(0.0)
    private let serverTask: Task<Void, Never>

    /// Half past midnight in Berlin, an hour and a half before daylight saving time begins, so that sessions run over
    /// the change.
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
        let server = try SimulatedChatServer(
            environment: environment(1),
            journal: ServerJournal(file: Self.journal(in: folder)),
            tellsEvents: plan.server == .matrix
        )
        self.server = server
        connection = SimulatedConnection(server: server, environment: environment(2), conditions: .perfect)
        let encryption =
            plan.server == .matrix && SimulatedEncryption.isPart(of: seed)
            ? try SimulatedEncryption(
                seed: seed,
                moves: plan.moves,
                environment: environment(4),
                network: connection,
                evidence: evidence
            )
            : nil
        matrix =
            plan.server == .matrix
            ? MatrixWorld(
                server: server,
                network: connection,
                environment: environment(3),
                folder: folder,
                encryption: encryption
            ) : nil
        serverTask = Task(executorPreference: executor) { await server.run() }
    }

    static func journal(in folder: URL) -> URL { folder.appending(path: "server.journal") }

    /// Returns the environment of one process, with its own random numbers and a clock that may be wrong.
    func environment(run number: Int) -> ChatEnvironment {
        let clock = executor.clock
        return ChatEnvironment(
            clock: clock,
            now: { [self] in
                Self.start.addingTimeInterval(clock.now.offset / .seconds(1) + clockOffset.withLock { $0 })
            },
            calendar: .simulated,
            random: RandomSource(SplitMix64(seed: seed &* 31 &+ 1000 &+ UInt64(number)))
        )
    }

    func setClock(forwardBy seconds: Int) {
        // The adapter takes a time that is more than five minutes ahead for a wrong one.
        let least = matrix == nil ? -Double.infinity : -240
        clockOffset.withLock { $0 = max($0 + Double(seconds), least) }
    }

    /// The app's database file.
    var history: URL { folder.appending(path: "history.sqlite") }

    /// Returns the connection to the server for one process of the app.
    func way(
        to environment: ChatEnvironment,
        bug: PlantedBug?,
        diskFault: @escaping @Sendable () throws -> Void
    ) throws -> any ChatService & PushSource & SocketSource {
        try matrix?.transport(environment, bug: bug, diskFault: diskFault) ?? connection
    }

    /// Runs a query between two steps of the schedule. No process death interrupts it, and its jobs are not counted.
    func result<Answer: Sendable>(_ ask: @escaping @Sendable () async -> Answer) -> Answer? {
        let answer = Box<Answer>()
        Task(executorPreference: executor) { answer.set(await ask()) }
        _ = executor.run { answer.value != nil }
        return answer.value
    }

    var time: Duration { executor.clock.now.offset }

    /// The time on the server's clock, which is correct.
    var serverNow: Date { Self.start.addingTimeInterval(time / .seconds(1)) }

    /// Stops the server at the end of a session.
    func end() {
        serverTask.cancel()
        run(for: .seconds(1))
    }

    /// Runs the tasks left by an interrupted session to their ends. Each of them retains the whole world until it
    /// ends.
    func free() {
        run(for: .seconds(600))
        // The ledger retains a clock, which retains the world.
        matrix?.closeLedger()
        if let unsynced { UnsyncedVFS.unwatch(unsynced) }
    }

    /// Runs jobs for a duration, and abandons those that repeat without a pause.
    private func run(for duration: Duration) {
        let end = executor.clock.now.advanced(by: duration)
        var steps = 0
        while steps < 400_000, executor.step(by: end) { steps += 1 }
    }
}

extension Calendar {
    /// A calendar in a time zone with daylight saving time.
    fileprivate static let simulated = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        calendar.locale = Locale(identifier: "en_US")
        return calendar
    }()
}
