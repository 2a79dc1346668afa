import ChatApp
import ChatStore
import Foundation
import SimulationKit
import Transport

/// Everything a session runs on: the app, the simulated server it talks to, and the time that both live in.
struct World: Sendable {
    let environment: ChatEnvironment
    let server: SimulatedServer
    let application: Application
    /// What to tell the person about the place where the data lives.
    let notices: [String]
    private let lock: ProfileLock?

    /// - Parameter profile: where the data lives; nil for a world that is gone when the program ends.
    /// - Throws: `StorageError`, `JournalError`, `SQLiteError` or `ChatDatabaseError`.
    init(time: WorldTime, network: NetworkConditions, seed: UInt64, profile: Profile?) throws {
        // A world that is gone on with must not draw what it drew before, ids least of all.
        var seeds = SplitMix64(seed: seed ^ (profile?.age ?? 0))
        func environment() -> ChatEnvironment {
            ChatEnvironment(
                clock: time.clock,
                now: time.now,
                calendar: time.calendar,
                random: RandomSource(SplitMix64(seed: seeds.next()))
            )
        }
        self.environment = environment()
        let storage = try Storage(profile, at: time.now())
        (lock, notices) = (storage.lock, storage.notices)
        server = try SimulatedServer(environment: environment(), journal: storage.journal)
        let connection = SimulatedConnection(server: server, environment: environment(), conditions: network)
        application = Application(
            environment: self.environment,
            database: storage.database,
            service: connection,
            pushes: connection,
            sockets: connection
        )
    }
}

/// The time that a world lives in, and how people there write it.
struct WorldTime: Sendable {
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let calendar: Calendar
}

/// The files of a world, opened.
private struct Storage {
    let database: ChatDatabase
    var journal: ServerJournal?
    var lock: ProfileLock?
    var notices: [String] = []

    init(_ profile: Profile?, at now: Date) throws {
        guard let profile else {
            database = try ChatDatabase(.memory)
            return
        }
        try profile.prepare()
        lock = try profile.lock()
        let opened = try profile.history.open(at: now)
        database = opened.database
        notices = opened.notices
        if opened.readOnlyReason == nil { journal = profile.journal }
    }
}

extension NetworkName {
    var conditions: NetworkConditions {
        switch self {
        case .perfect: .perfect
        case .mobile: .mobile
        case .storm: .storm
        }
    }
}
