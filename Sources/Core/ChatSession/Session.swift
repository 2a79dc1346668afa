public import ChatStore
public import Transport

/// The one path by which anything changes: it takes push, socket, sync and responses in, commits them, and only then
/// tells the screens, the person and the server.
///
/// An actor around the history: between a check and the write that depends on it nothing else runs. What must outlive a
/// screen, such as a message to send or a receipt, is committed here and carried on by `run()`.
public actor Session {
    nonisolated let environment: ChatEnvironment
    nonisolated let service: any ChatService
    nonisolated let pushes: any PushSource
    nonisolated let sockets: any SocketSource
    let database: ChatDatabase

    nonisolated let feed = ChangeFeed()
    /// Fires when the server is reached again, so that pauses between attempts end early.
    nonisolated let reconnections = ChangeFeed()
    nonisolated let outbox: ChatWorkers
    nonisolated let receipts: ChatWorkers
    nonisolated let backfill: ChatWorkers
    nonisolated let syncRequests = Mailbox<Void>()
    nonisolated let presences = Mailbox<Presence>()

    /// Messages to tell the person about, each at most once; whoever composes the app reads them.
    public nonisolated let notifications = Mailbox<ChatNotification>()

    /// How it stands with the server and the disk.
    public internal(set) var status = ModelStatus()
    /// How many attempts to sync have ended, well or not.
    public internal(set) var syncAttempts = 0
    /// Whether a person is looking at the app.
    public internal(set) var isFocused = true
    var attended: [ChatID: Int] = [:]

    /// Takes a history that nobody else writes, and the three ways to the server; `run()` sets them to work.
    public init(
        environment: ChatEnvironment,
        database: sending ChatDatabase,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource
    ) {
        self.environment = environment
        self.database = database
        self.service = service
        self.pushes = pushes
        self.sockets = sockets
        outbox = ChatWorkers(limit: 64, random: environment.random)
        receipts = ChatWorkers(limit: 8, random: environment.random)
        backfill = ChatWorkers(limit: 4, random: environment.random)
    }

    /// Keeps the history and the server in step until the caller's task is cancelled. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followPushes() }
            group.addTask { await self.keepInSync() }
            group.addTask { await self.sendOutbox() }
            group.addTask { await self.sendReceipts() }
            group.addTask { await self.fillGaps() }
            group.addTask { await self.sendPresence() }
        }
    }

    /// Reads the history between two changes.
    public func read<Result: Sendable>(_ query: (borrowing ChatReader) throws -> Result) rethrows -> Result {
        try database.read(query)
    }

    /// Fires at once, and after each change that `scope` covers; changes that nobody has looked at yet become one.
    public nonisolated func changes(of scope: ChangeScope) -> AsyncStream<Void> {
        feed.changes(of: scope)
    }

    /// Changes the status. If it is another one then, the screens are told; if the server is back, whoever pauses
    /// between attempts is woken.
    func report(_ change: (inout ModelStatus) -> Void) {
        let old = status
        change(&status)
        if status != old { feed.postAll() }
        if status.connection == .connected, old.connection != .connected { reconnections.postAll() }
    }
}
