public import ChatStore
public import ChatTypes
public import RuntimeKit
import Synchronization
public import Transport

/// The one path by which anything changes: it takes push, socket, sync and responses in, commits them, and only then
/// tells the screens, the person and the server.
///
/// An actor around the history: between a check and the write that depends on it nothing else runs (no reentrancy). What
/// must outlive a screen, such as a message to send or a receipt, is committed here and carried on by `run()`.
public actor Session {
    nonisolated let environment: ChatEnvironment
    nonisolated let service: PatientService
    nonisolated let pushes: any PushSource
    nonisolated let sockets: any SocketSource
    let database: ChatDatabase
    nonisolated let reader: HistoryReader
    /// Where files lie that are to be sent, and those that were fetched.
    nonisolated let files: any FileFolder
    nonisolated let moves: FileMoves
    nonisolated let givenFiles: FileQueue

    nonisolated let feed = ChangeFeed()
    /// Given when the server is reached again, so that pauses between attempts end early.
    nonisolated let reconnected = Signal()
    nonisolated let outbox: ChatWorkers
    nonisolated let receipts: ChatWorkers
    nonisolated let mutes: ChatWorkers
    nonisolated let backfill: ChatWorkers
    nonisolated let fetches: ChatWorkers
    /// Chats with a gap that the server has refused to fill, until they are asked for again; and how often it has.
    nonisolated let refusedGaps: ExpiringSet<ChatID>
    var refusalCounts: [ChatID: Int] = [:]
    /// How often the filling of a chat's gaps has rested since they opened.
    var restCounts: [ChatID: Int] = [:]
    nonisolated let syncRequests = CoalescingQueue<Void>()
    nonisolated let presences = CoalescingQueue<Presence>()

    /// Who types, and where.
    nonisolated let typists: ExpiringSet<TypingUser>
    nonisolated let typingNotices = CoalescingQueue<ChatID>()

    /// Groups that were asked for and have not come about, with the ids under which they were.
    var groupWishes: [GroupWish: MessageID] = [:]

    /// Drafts that the disk has not taken yet, kept for when their chat is entered again.
    public nonisolated let unsavedDrafts = UnsavedDrafts()

    /// What a person looks at.
    public nonisolated let attention = FocusTracker()

    /// Messages to tell the person about, each at most once.
    nonisolated let notifications = CoalescingQueue<ChatNotification>()
    /// How often something was read, taken back or muted: what was to be announced before may be no news any more.
    nonisolated let retractions = Atomic(0)

    /// How it stands with the server and the disk.
    public internal(set) var status = ModelStatus()
    /// Whether a first attempt to sync has ended, well or not.
    var hasTriedSync = false
    nonisolated let firstSyncEnded = Signal()

    /// Takes a history of which it is the one writer, and the three ways to the server; `run()` sets them to work.
    public init(
        environment: ChatEnvironment,
        database: sending ChatDatabase,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource
    ) {
        self.environment = environment
        reader = database.reader
        // What an earlier life had begun to copy or to fetch, and is not wanted.
        database.removeStrayFiles()
        files = database.files
        moves = FileMoves(clock: environment.clock, telling: feed)
        givenFiles = FileQueue(random: environment.random)
        self.database = database
        self.service = PatientService(service: service, clock: environment.clock)
        self.pushes = pushes
        self.sockets = sockets
        outbox = ChatWorkers(limit: 64, random: environment.random)
        receipts = ChatWorkers(limit: 8, random: environment.random)
        mutes = ChatWorkers(limit: 4, random: environment.random)
        backfill = ChatWorkers(limit: 4, random: environment.random)
        fetches = ChatWorkers(limit: 4, random: environment.random)
        refusedGaps = ExpiringSet(clock: environment.clock)
        typists = ExpiringSet(clock: environment.clock)
    }

    /// Keeps the history and the server in step until the caller's task is cancelled. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followPushes() }
            group.addTask { await self.keepInSync() }
            group.addTask { await self.copyFiles() }
            group.addTask { await self.sendOutbox() }
            group.addTask { await self.sendReceipts() }
            group.addTask { await self.sendMutes() }
            group.addTask { await self.fillGaps() }
            group.addTask { await self.sendPresence() }
            group.addTask { await self.sendTyping() }
            group.addTask { [typists, feed] in await typists.run { feed.post([$0.chat]) } }
            group.addTask { await self.fetchFiles() }
            group.addTask { [moves] in await moves.run() }
        }
    }

    /// Reads the history beside the session, as it stands at one moment; a long query holds up no change.
    ///
    /// Throws what `query` throws, `SQLiteError`, or `CancellationError` soon after the caller's task is cancelled.
    public nonisolated func read<Value: Sendable>(
        _ query: @Sendable (borrowing ChatReader) throws -> Value
    ) async throws -> Value {
        try await reader.read(query)
    }

    /// A query of the history that is asked again after each change that `scope` covers, with how the session stands.
    public nonisolated func query<Request, Content>(
        _ request: Request,
        dependingOn scope: ChangeScope,
        _ ask: @escaping @Sendable (Request, borrowing ChatReader) throws -> Content
    ) -> LiveQuery<Request, QueryResult<Content>> {
        let query = LiveQuery(request) { [weak self, reader] request -> QueryResult<Content> in
            do {
                let content = try await reader.read { try ask(request, $0) }
                return QueryResult(.success(content), status: await self?.status ?? ModelStatus())
            } catch {
                return QueryResult(.failure(StorageProblem(error)), status: await self?.status ?? ModelStatus())
            }
        }
        feed.follow(scope, query.invalidation)
        return query
    }

    /// How many messages are unread in the chats that are not muted, counted again after each change; nil when that cannot be read.
    ///
    /// Asked of the writer's own connection, one row: a reader would begin and end a transaction for it.
    public nonisolated func unreadCounts() -> LiveQuery<Void, Int?> {
        let query = LiveQuery(()) { [weak self] in
            await self?.unreadCount()
        }
        feed.follow(.account, query.invalidation)
        return query
    }

    private func unreadCount() -> Int? {
        try? stored { try $0.unreadCount() }
    }

    /// How many statements have been run so far, by the writer and by all who read; for benchmarks.
    public var statementCount: Int {
        get async { await reader.statementCount + database.statementCount }
    }

    /// How many rows have been read so far, by the writer and by all who read; for benchmarks.
    public var rowCount: Int {
        get async { await reader.rowCount + database.rowCount }
    }

    /// Lends the writer's own history. For simulations and tests that plant faults.
    package func withDatabase<Value>(_ body: (ChatDatabase) throws -> Value) rethrows -> Value {
        try body(database)
    }

    /// What the history holds between two changes, as the session itself asks it. Throws a `StorageProblem`.
    func stored<Value>(_ query: (borrowing ChatReader) throws -> Value) throws -> Value {
        do { return try database.read(query) } catch { throw StorageProblem(error) }
    }

    /// Changes the status. If it is another one then, the screens are told; if the server is back, pauses between attempts
    /// end.
    func report(_ change: (inout ModelStatus) -> Void) {
        let old = status
        change(&status)
        if status != old { feed.postAll() }
        if status.connection.requests == .working, old.connection.requests != .working { reconnected.give() }
    }
}
