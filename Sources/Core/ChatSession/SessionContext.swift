import ChatStore
import ChatTypes
import RuntimeKit
import Transport

/// The dependencies that all duties of a session share.
struct SessionContext: Sendable {
    let environment: ChatEnvironment
    let history: History
    let service: TimeLimitedService
    let queues: SessionQueues
    /// Whether the Markdown in the texts that the user types is read.
    let readsMarkdown: Bool
    /// Waits between two attempts.
    let pause: RetryPause

    init(
        environment: ChatEnvironment,
        database: sending ChatDatabase,
        service: any ChatService,
        readsMarkdown: Bool = true
    ) {
        (self.environment, self.readsMarkdown) = (environment, readsMarkdown)
        history = History(database)
        self.service = TimeLimitedService(service, clock: environment.clock)
        pause = RetryPause(clock: environment.clock, reconnected: history.status.reconnected)
        queues = SessionQueues(random: environment.random, pause: pause)
    }

    var feed: ChangeFeed { history.feed }

    func makeBackoff() -> Backoff { Backoff(random: environment.random) }
}

/// The queues of work for `Session.run()`.
///
/// Each belongs to the duty that runs it; any duty may post to it after its commit.
struct SessionQueues: Sendable {
    /// Requests for a sync, in addition to the one each minute.
    let sync = CoalescingQueue<Void>()
    /// Chats with something to send.
    let outbox: ChatWorkers
    /// Chats whose receipt the server does not have.
    let receipts: ChatWorkers
    /// Chats whose mute setting the server does not have.
    let notifications: ChatWorkers
    /// Chats with marks that the server does not have.
    let marks: ChatWorkers
    /// Chats with gaps to fill.
    let backfill: ChatWorkers
    /// Chats with files to download.
    let downloads: ChatWorkers
    /// Chats with files to copy before they can be sent.
    let copies: ChatWorkers

    init(random: RandomSource, pause: RetryPause) {
        outbox = ChatWorkers(limit: 64, random: random, pause: pause)
        receipts = ChatWorkers(limit: 8, random: random, pause: pause)
        notifications = ChatWorkers(limit: 4, random: random, pause: pause)
        marks = ChatWorkers(limit: 4, random: random, pause: pause)
        backfill = ChatWorkers(limit: 4, random: random, pause: pause)
        downloads = ChatWorkers(limit: 4, random: random, pause: pause)
        copies = ChatWorkers(limit: 4, random: random, pause: pause)
    }

    func requestSync() { sync.post(()) }
}
