package import ChatApp
import ChatStore
package import Foundation
package import HTTPClient
import MatrixTransport
package import RuntimeKit
import SimulationKit
package import Transport

/// Everything a session runs on: the app, the server it talks to, and the time that both live in.
package struct AppContainer: Sendable {
    package let environment: ChatEnvironment
    /// Runs the simulated server until the task is cancelled; a real one runs by itself.
    package let runServer: @Sendable () async -> Void
    package let application: Application
    /// What to tell the person about the place where the data lives.
    package let notices: [String]
    /// Whether what happens can be kept; where it cannot, a notice says so.
    let takesChanges: Bool
    private let lock: ProfileLock?

    /// An app on a server that needs no running, with data of its own.
    package init(environment: ChatEnvironment, application: Application) {
        (self.environment, self.application) = (environment, application)
        (notices, takesChanges, lock) = ([], true, nil)
        runServer = { _ = await CoalescingQueue<Void>().takeAll() }
    }

    /// A world with the simulated server, or with the one that the profile's account is on.
    ///
    /// - Parameter profile: where the data lives; nil for a world that is gone when the program ends.
    /// - Throws: `StorageError`, `JournalError`, `SQLiteError`, `ChatDatabaseError`, `AccountFileError` or `LedgerError`.
    package init(
        time: ContainerTime,
        network: NetworkConditions,
        seed: UInt64,
        profile: Profile?,
        makeClient: () -> any HTTPClient = { CurlClient() }
    ) throws {
        let storage = try Storage(profile, at: time.now())
        (lock, notices, takesChanges) = (storage.lock, storage.notices, storage.takesChanges)
        var seeds = SplitMix64(seed: try storage.mixed(seed))
        func environment() -> ChatEnvironment {
            ChatEnvironment(
                clock: time.clock,
                now: time.now,
                calendar: time.calendar,
                random: RandomSource(SplitMix64(seed: seeds.next()))
            )
        }
        self.environment = environment()
        let server: any ChatService & PushSource & SocketSource
        if let profile, let account = try profile.account.read() {
            server = try profile.homeserver(of: account, over: makeClient(), environment())
            runServer = { _ = await CoalescingQueue<Void>().takeAll() }
        } else {
            let simulated = try SimulatedServer(environment: environment(), journal: storage.journal)
            server = SimulatedConnection(server: simulated, environment: environment(), conditions: network)
            runServer = { await simulated.run() }
        }
        application = Application(
            environment: self.environment,
            database: storage.database,
            service: server,
            pushes: server,
            sockets: server
        )
    }
}

/// The time that a world lives in, and how people there write it.
package struct ContainerTime: Sendable {
    package let clock: any Clock<Duration>
    package let now: @Sendable () -> Date
    package let calendar: Calendar

    package init(clock: any Clock<Duration>, now: @escaping @Sendable () -> Date, calendar: Calendar) {
        (self.clock, self.now, self.calendar) = (clock, now, calendar)
    }
}

/// The files of a world, opened.
private struct Storage {
    let database: ChatDatabase
    var journal: ServerJournal?
    var lock: ProfileLock?
    var notices: [String] = []
    var takesChanges = true
    private var journalLength: UInt64 = 0

    /// The seed for what comes next: a world that is gone on with must not draw what it drew before, ids least of all.
    ///
    /// Whatever has drawn an id shows in the journal's length, or in how many lives have changed the history.
    func mixed(_ seed: UInt64) throws -> UInt64 {
        let ages = [journalLength, UInt64(try database.read { try $0.lifeCount() })]
        return ages.filter { $0 > 0 }.reduce(seed) { seed, age in
            var generator = SplitMix64(seed: seed)
            return generator.next() ^ age
        }
    }

    init(_ profile: Profile?, at now: Date) throws {
        guard let profile else {
            database = try ChatDatabase(.memory)
            return
        }
        try profile.prepare()
        lock = try profile.lock()
        journalLength = profile.journalLength
        let opened = try profile.history.open(at: now)
        database = opened.database
        notices = opened.notices
        takesChanges = opened.readOnlyReason == nil
        if takesChanges, !profile.account.exists { journal = profile.journal }
    }
}

extension NetworkName {
    package var conditions: NetworkConditions {
        switch self {
        case .perfect: .perfect
        case .mobile: .mobile
        case .storm: .storm
        }
    }
}
