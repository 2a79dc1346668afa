package import ChatApp
import ChatStore
package import ChatTypes
package import Foundation
package import HTTPClient
import MatrixTransport
package import RuntimeKit
import SimulatedServer
import SimulationKit
package import Transport

/// The parts that a session runs on: the app, its server, and the clock and calendar of both.
package struct AppContainer: Sendable {
    package let environment: ChatEnvironment
    /// Runs the simulated server until the task is cancelled. A real server needs no running: the function only
    /// waits.
    package let runServer: @Sendable () async -> Void
    package let application: Application
    /// Calls its parameter with sentences for the user as they come, such as of new logins, until the task is cancelled.
    package let followNews: @Sendable (_ tell: @escaping @Sendable (String) async -> Void) async -> Void
    /// Whether the server is simulated in this process, so that nothing is sent elsewhere.
    package let isSimulated: Bool
    /// Sentences to show the user about the state of the data.
    package private(set) var notices: [String]
    /// Makes the commands in a sentence whole ones for the profile, if there is one profile.
    let completing: @Sendable (String) -> String
    /// Whether changes can be saved. If not, a notice says so.
    let canSave: Bool
    private let lock: ProfileLock?
    /// The socket where other processes hand commands over; nil if they cannot.
    private let listener: CommandListener?
    /// The containers of the accounts that this one runs as one app; empty for one account.
    private var parts: [AppContainer] = []

    /// Creates a container with an application whose server needs no running.
    package init(environment: ChatEnvironment, application: Application) {
        (self.environment, self.application) = (environment, application)
        (isSimulated, notices, canSave, lock, listener, completing) = (false, [], true, nil, nil, { $0 })
        runServer = { _ = await CoalescingQueue<Void>().takeAll() }
        followNews = { _ in _ = await CoalescingQueue<Void>().takeAll() }
    }

    /// Creates a container that runs several accounts as one app. Each keeps its files, lock, clock and server.
    ///
    /// - Parameter parts: at least two containers of one account each, with names that differ.
    package init(joining parts: [(name: AccountName, container: AppContainer)]) {
        let containers = parts.map(\.container)
        environment = containers[0].environment
        application = Application(joining: parts.map { ($0.name, $0.container.application) })
        isSimulated = containers.allSatisfy(\.isSimulated)
        notices = parts.flatMap { part in part.container.notices.map { "\(part.name): \($0)" } }
        canSave = containers.allSatisfy(\.canSave)
        (lock, listener, self.parts, completing) = (nil, nil, containers, { $0 })
        runServer = {
            await withDiscardingTaskGroup { group in
                for container in containers { group.addTask { await container.runServer() } }
            }
        }
        followNews = { tell in
            await withDiscardingTaskGroup { group in
                for (name, container) in parts {
                    group.addTask { await container.followNews { await tell("\(name): \($0)") } }
                }
            }
        }
    }

    /// Returns the container with further sentences for the user.
    func adding(notices: [String]) -> AppContainer {
        var container = self
        container.notices += notices
        return container
    }

    /// Creates a container with the simulated server, or with the server of the profile's account.
    ///
    ///  - Parameters:
    ///    - profile: the place of the data; nil keeps everything in memory.
    ///    - takesCommands: whether `serveCommands()` takes commands of other processes on the profile.
    ///    - readsMarkdown: whether the Markdown in the texts that the user sends is read.
    ///  - Throws: `StorageError`, `JournalError`, `SQLiteError`, `ChatDatabaseError`, `AccountFileError`,
    ///    `LedgerError` or `CryptoStoreError`.
    package init(
        time: AppTime,
        network: NetworkConditions,
        seed: UInt64,
        profile: Profile?,
        takesCommands: Bool = false,
        readsMarkdown: Bool = true,
        makeClient: () -> any HTTPClient = { CurlClient() }
    ) throws {
        completing = { profile?.completing($0) ?? $0 }
        let storage = try Storage(profile, at: time.now())
        (lock, canSave) = (storage.lock, storage.canSave)
        var notices = storage.notices
        // Without a socket, commands of others are refused, because the lock is held.
        listener =
            if takesCommands, let profile {
                try? CommandListener(path: profile.socketPath, lock: storage.lock)
            } else {
                nil
            }
        var seeds = SplitMix64(seed: try storage.runSeed(seed))
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
            let client = makeClient()
            let homeserver = try profile.homeserver(of: account, over: client, environment())
            if homeserver.hasCopiedKeys { notices.append(Self.copiedKeys) }
            if homeserver.hasLostKeys { notices.append(Self.lostKeys) }
            (server, isSimulated) = (homeserver, false)
            runServer = { _ = await CoalescingQueue<Void>().takeAll() }
            let watch = profile.loginWatch(of: account, over: client, environment())
            followNews = { tell in
                await withDiscardingTaskGroup { group in
                    group.addTask { await watch.run(tell) }
                    group.addTask { await homeserver.followBackup { await tell(profile.completing($0)) } }
                }
            }
        } else {
            let simulated = try SimulatedChatServer(
                environment: environment(),
                journal: storage.journal,
                tellsEvents: true
            )
            server = SimulatedConnection(server: simulated, environment: environment(), conditions: network)
            isSimulated = true
            runServer = { await simulated.run() }
            followNews = { _ in _ = await CoalescingQueue<Void>().takeAll() }
        }
        self.notices = notices
        application = Application(
            environment: self.environment,
            database: storage.database,
            service: server,
            pushes: server,
            sockets: server,
            readsMarkdown: readsMarkdown
        )
    }
}

extension AppContainer {
    private static let lostKeys = """
        The encryption keys here were damaged and set aside: log in with another --profile to read and write in encrypted chats
        """
    private static let copiedKeys = """
        The encryption keys were put back from a copy, or used elsewhere: new ones encrypt from now on. Use each copy of a profile \
        in one place only
        """

    /// Runs the commands that other processes hand over, until the caller's task is cancelled.
    package func serveCommands() async {
        if !parts.isEmpty {
            await withDiscardingTaskGroup { group in
                for part in parts { group.addTask { await part.serveCommands() } }
            }
        } else if let listener {
            await CommandServer(container: self, listener: listener).run()
        } else {
            _ = await CoalescingQueue<Void>().takeAll()
        }
    }
}

/// The clock of a session, and the calendar in which the user reads dates.
package struct AppTime: Sendable {
    package let clock: any Clock<Duration>
    package let now: @Sendable () -> Date
    package let calendar: Calendar

    package init(clock: any Clock<Duration>, now: @escaping @Sendable () -> Date, calendar: Calendar) {
        (self.clock, self.now, self.calendar) = (clock, now, calendar)
    }
}

/// The opened files of a profile, or a history in memory.
private struct Storage {
    let database: ChatDatabase
    var journal: ServerJournal?
    var lock: ProfileLock?
    var notices: [String] = []
    var canSave = true
    private var journalLength: UInt64 = 0

    /// Returns the seed for this run. A profile that is opened again must not draw the same values again, above all
    /// the same IDs.
    ///
    /// Every run that drew an ID shows in the length of the journal, or in the number of runs that changed the
    /// history.
    func runSeed(_ seed: UInt64) throws -> UInt64 {
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
        canSave = opened.readOnlyReason == nil
        if canSave, !profile.account.exists { journal = profile.journal }
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
