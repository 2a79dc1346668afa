public import ChatStore
public import ChatTypes
public import RuntimeKit
public import Transport

/// The history, kept in step with a server: every change goes through here.
///
/// Changes are committed first; screens, notifications and the server follow. Work that must outlive a screen, such as sending a
/// message, is committed by the screen and finished by `run()`, in this launch or a later one.
public final class Session: Sendable {
    private let inbox: Inbox
    let outbox: Outbox
    private let syncLoop: SyncLoop
    let backfill: Backfill
    let creator: ChatCreator
    private let presence: PresenceSender
    let copier: FileCopier
    let downloader: FileDownloader
    let progress: TransferProgress
    let typing: Typing
    // Tests reach these three.
    let context: SessionContext
    let liveLink: LiveLink
    let notifier: Notifier

    /// The chat that the user looks at.
    public let focus = FocusTracker()

    var history: History { context.history }
    var feed: ChangeFeed { context.feed }

    /// Makes a session that is the only writer of its history. It does nothing by itself before `run()`.
    ///
    /// Reads the Markdown in the texts that the user sends (see `TypedText`), unless told not to.
    public init(
        environment: ChatEnvironment,
        database: sending ChatDatabase,
        service: any ChatService,
        pushes: any PushSource,
        sockets: any SocketSource,
        readsMarkdown: Bool = true
    ) {
        context = SessionContext(
            environment: environment,
            database: database,
            service: service,
            readsMarkdown: readsMarkdown
        )
        typing = Typing(context)
        notifier = Notifier(context.history, focus: focus)
        inbox = Inbox(context, focus: focus, typing: typing, notifier: notifier)
        progress = TransferProgress(context.history, clock: environment.clock)
        outbox = Outbox(context, inbox: inbox, notifier: notifier, progress: progress)
        syncLoop = SyncLoop(context, inbox: inbox)
        liveLink = LiveLink(context, pushes: pushes, sockets: sockets, inbox: inbox, typing: typing)
        backfill = Backfill(context, inbox: inbox)
        creator = ChatCreator(context, inbox: inbox)
        presence = PresenceSender(context)
        copier = FileCopier(context)
        downloader = FileDownloader(context, progress: progress)
    }

    /// Keeps the history and the server in step until the caller's task is cancelled. Call it once.
    public func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.liveLink.followPushes() }
            group.addTask { await self.syncLoop.run() }
            group.addTask { await self.copier.run() }
            group.addTask { await self.outbox.run() }
            group.addTask { await DueSender.receipts(self.context).run() }
            group.addTask { await DueSender.notifications(self.context).run() }
            group.addTask { await DueSender.marks(self.context).run() }
            group.addTask { await self.backfill.run() }
            group.addTask { await self.presence.run() }
            group.addTask { await self.typing.run() }
            group.addTask { await self.downloader.run() }
            group.addTask { await self.progress.run() }
            if hasEncryption {
                group.addTask { await self.followVerification() }
                group.addTask { await self.keepWarnings() }
            }
        }
    }

    // MARK: Reading

    /// Reads the history at one moment, without delaying writes.
    ///
    /// Throws what `query` throws, `SQLiteError`, or `CancellationError` soon after the caller's task is cancelled.
    public func read<Value: Sendable>(
        _ query: @Sendable (borrowing ChatReader) throws -> Value
    ) async throws -> Value {
        try await history.reader.read(query)
    }

    /// Returns a query of the history that runs again after each change that `scope` covers.
    public func query<Request, Content>(
        _ request: Request,
        dependingOn scope: ChangeScope,
        _ ask: @escaping @Sendable (Request, borrowing ChatReader) throws -> Content
    ) -> LiveQuery<Request, QueryResult<Content>> {
        history.query(request, dependingOn: scope, ask)
    }

    /// Returns a query of the number of unread messages that notify the user; nil when it cannot be read.
    public func unreadCounts() -> LiveQuery<Void, Int?> { history.unreadCounts() }

    /// The state of the server and the disk.
    public var status: ModelStatus { get async { history.status.value } }

    /// Whether a first sync has brought all chats at some time. False if the history cannot be read.
    public var hasSynced: Bool {
        get async {
            let cursor = (try? await history.read { try $0.syncCursor() }) ?? nil
            return cursor.map { !context.service.isPartial($0) } ?? false
        }
    }

    /// The drafts that the disk has not accepted yet, for when their chats are opened again.
    public var unsavedDrafts: UnsavedDrafts { history.unsavedDrafts }

    /// The number of statements run so far by the writer and all readers. For benchmarks.
    public var statementCount: Int { get async { await history.statementCount } }

    /// The number of rows read so far by the writer and all readers. For benchmarks.
    public var rowCount: Int { get async { await history.rowCount } }

    /// Lends the writer's database to `body`. For simulations and tests that plant faults.
    package func withDatabase<Value: Sendable>(_ body: @Sendable (ChatDatabase) throws -> Value) async rethrows -> Value
    {
        try await history.withDatabase(body)
    }

    // MARK: Live

    /// Keeps a chat's socket open until the caller's task is cancelled: for as long as a screen shows the chat.
    public func connect(to chat: ChatID) async {
        backfill.open(chat)
        await markRestRead(in: chat)
        await followingEncryption(of: chat) { [liveLink] in await liveLink.connect(to: chat) }
    }

    /// Returns when a first sync has succeeded or failed, or the caller's task is cancelled.
    public func firstSync() async { await syncLoop.waitForFirstSync() }

    /// Hands each notification to `show`, once, until the caller's task is cancelled. Call it once.
    ///
    /// Skips messages that were looked at, read, deleted or muted meanwhile; edited messages have their new text.
    public func showNotifications(_ show: @escaping @Sendable (ChatNotification) async -> Void) async {
        await notifier.run(show)
    }

    /// Sets the chat on top of all screens, and the part of it that is shown; nil when there is none. Messages of a covered chat, and of
    /// another part, count as unseen.
    public func setTopChat(_ chat: ChatID?, showing part: TimelinePart = .main) {
        feed.post(focus.setTop(chat, part))
    }

    /// Sets whether the app has focus. Without it nothing is marked as read, and the server shows the user as away.
    public func setFocus(_ isFocused: Bool) {
        guard focus.setFocus(isFocused) else { return }
        presence.post(isFocused ? .active : .away)
        feed.postAll()
    }

    /// Returns the authors who type in a chat, by id. Cost: linear in all who type, who are bounded.
    public func typingAuthors(in chat: ChatID) -> [Author] { typing.authors(in: chat) }

    /// The authors who type, by chat. Cost: as for one chat.
    public var typingAuthorsByChat: [ChatID: [Author]] { typing.authorsByChat }

    /// Returns a query of the names of those who type in a chat. It reads no history while nobody types.
    public func typingNames(in chat: ChatID) -> LiveQuery<Void, [String]> { typing.names(in: chat) }
}
