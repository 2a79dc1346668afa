import ChatTypes
import HTTPClient
import JSONKit
import MatrixCrypto
import RuntimeKit
import Transport

/// The account's one sync connection: one request at a time, each from where the last response ended.
///
/// Responses are in order, so new events follow all known ones. Events from a long poll are live. Earlier ones are a backlog,
/// requested when the session syncs. Responses of polls are also kept until the session has synced past them: its cursor
/// advances without a request.
actor SyncStream {
    /// The updates in a response.
    struct Batch: Sendable {
        var updates: [ChatUpdate]
        var next: String
        /// False while more of the initial sync follows `next`.
        var isComplete = true
        /// Whether a user is no longer ignored: the response may contain what they wrote meanwhile, which is not new.
        var isBacklog = false
    }

    private struct Polled {
        let since: String
        let updates: [ChatUpdate]
    }

    private let api: MatrixAPI
    private let ledger: MatrixLedger
    private let encryption: MatrixEncryption?
    private let filter: String
    private let messagesPerRoom: Int
    private let clock: any Clock<Duration>

    /// The token at which the last response ended; nil before the first.
    private var end: String?
    /// The updates from polls since the session last synced, oldest first.
    private var polled: [Polled] = []
    /// The updates of the last poll, before delivery.
    private var waiting: [ChatUpdate] = []
    private var typing = TypingNotices()
    private var isPolling = false
    /// Whether the backlog from before the connection opened is still missing.
    private var isBehind = true
    /// The time since the last response, if it was fast enough; nil before the first of this connection and while one is stored.
    private var answered: Stopwatch?
    private var isTaken = false
    private var askerCount = 0
    private var presence = Presence.active
    private var requestCount = 0
    /// Given when any of these change.
    private let changed = Signal()

    init(
        api: MatrixAPI,
        ledger: MatrixLedger,
        encryption: MatrixEncryption? = nil,
        messagesPerRoom: Int,
        clock: any Clock<Duration>
    ) {
        (self.api, self.ledger, self.encryption, self.clock) = (api, ledger, encryption, clock)
        self.messagesPerRoom = messagesPerRoom
        filter = EventFilter.sync(messagesPerRoom: messagesPerRoom)
    }

    func setPresence(_ presence: Presence) { self.presence = presence }

    /// Whether events are stored as they happen: false before the first response and while the connection is stalled.
    var isUpToDate: Bool {
        guard isPolling, !isBehind, let answered else { return false }
        return answered.now < Self.pollTimeout + Self.delay
    }

    /// Returns the updates since a token: those of polls, or a new response.
    func sync(since: String?) async throws -> Batch {
        // A refusal of any request is news that only another request confirms.
        if api.access?.hasEnded != true, let batch = polled(since: since) { return batch }
        askerCount += 1
        changed.wakeAll()
        defer {
            askerCount -= 1
            changed.wakeAll()
        }
        return try await alone {
            // A poll may have brought them meanwhile.
            if api.access?.hasEnded != true, let batch = polled(since: since) { return batch }
            if let part = try await fetchInitial(since: since) { return part }
            let batch = try await fetch(since: since, timeout: .zero)
            (end, polled, isBehind) = (batch.next, [], false)
            return batch
        }
    }

    /// Polls for ever and delivers the updates of each response, even if there are none; ends by throwing.
    ///
    /// Calls `opened` at once. Does not poll before `sync` has fetched the backlog.
    func poll(opened: () async -> Void, _ body: ([ChatUpdate], [TypingNotices.Notice]) async -> Void) async throws {
        (isPolling, isBehind, answered, typing) = (true, true, nil, TypingNotices())
        defer { isPolling = false }
        await opened()
        while true {
            try Task.checkCancellation()
            guard !isBehind, askerCount == 0, !isTaken, let since = end else {
                await changed.wait()
                continue
            }
            let failure = await pollOnce(since: since)
            let updates = waiting
            waiting = []
            await body(updates, typing.takeAll())
            if let failure { throw failure }
        }
    }

    private func polled(since: String?) -> Batch? {
        guard isPolling, !isBehind, let since, let end else { return nil }
        if since != end {
            guard let first = polled.firstIndex(where: { $0.since == since }) else { return nil }
            polled.removeSubrange(..<first)
        } else {
            polled = []
        }
        return Batch(updates: polled.flatMap(\.updates).withNewestCounts, next: end)
    }

    /// Holds one long poll until it returns or `sync` is called; returns the error if it fails.
    private func pollOnce(since: String) async -> (any Error)? {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.alone { try await self.pollOnceAlone(since: since) } }
                group.addTask { await self.waitForAsker() }
                defer { group.cancelAll() }
                try await group.next()
            }
            return nil
        } catch {
            return error
        }
    }

    private func pollOnceAlone(since: String) async throws {
        let batch = try await fetch(since: since, timeout: typing.renewal ?? Self.pollTimeout)
        end = batch.next
        // The session's next sync brings a backlog.
        if !batch.isBacklog { waiting += batch.updates }
        typing.renew()
        polled.append(Polled(since: since, updates: batch.updates))
        // A session that is further behind requests the updates again.
        if polled.count > Self.polledLimit { polled.removeFirst() }
    }

    private func waitForAsker() async {
        while askerCount == 0, !Task.isCancelled { await changed.wait() }
    }

    /// Runs `body` while no other sync request runs.
    private func alone<Result>(_ body: () async throws -> Result) async throws -> Result {
        while isTaken {
            await changed.wait()
            try Task.checkCancellation()
        }
        isTaken = true
        defer {
            isTaken = false
            changed.wakeAll()
        }
        return try await body()
    }

    /// Fetches a part of the initial sync; returns nil if it comes in one response, or is complete.
    private func fetchInitial(since: String?) async throws -> Batch? {
        guard var first = if let since { InitialSync(since) } else { try await beginInitialSync() } else { return nil }
        let json: JSONValue
        do { json = try await api.rooms(after: first, messagesPerRoom: messagesPerRoom) } catch ServiceError.refused {
            guard since != nil else { return nil }
            throw ServiceError.unknownSyncCursor
        }
        guard var response = SlidingSyncResponse(json, token: first.token, user: ledger.user) else {
            throw ServiceError.responseLost
        }
        try await TimelineBackfill(api: api, clock: clock).fill(&response.sync.joined)
        try await encryption?.machine.follow(joined: response.sync.joined.map(\.id), left: response.sync.left.map(\.id))
        try await encryption?.read(&response.sync.joined)
        try await encryption?.read(&response.sync.left)
        let updates = try await ledger.apply(response.sync, since: nil)
        (first.roomCount, first.position) = (first.nextRoomCount, response.position)
        guard response.roomCount <= first.roomCount else {
            return Batch(updates: updates, next: first.text, isComplete: false)
        }
        let counts = try await unreadCounts()
        (end, polled, isBehind) = (first.token, [], false)
        return Batch(updates: updates + counts, next: first.token)
    }

    private func beginInitialSync() async throws -> InitialSync? {
        guard let response = try await api.beginInitialSync() else { return nil }
        // The sync continues from behind this response.
        try await encryption?.receive(response, since: nil)
        return response["next_batch"]?.string.map { InitialSync(token: $0) }
    }

    /// Returns the unread count of each joined room, which sliding sync leaves out (Synapse); none if the homeserver refuses.
    private func unreadCounts() async throws -> [ChatUpdate] {
        let json: JSONValue
        do { json = try await api.unreadCounts() } catch ServiceError.refused { return [] }
        let rooms = SyncResponse(json, user: ledger.user)?.joined ?? []
        return try await ledger.write { tables in
            try rooms.compactMap { id, update in
                guard let room = try tables.rooms.room(id)?.key,
                    let counts = try tables.rooms.counts(update, of: room),
                    let header = try tables.rooms.header(of: room)
                else { return nil }
                return try tables.counted(ChatUpdate(chat: header), by: counts, in: room)
            }
        }
    }

    private func fetch(since: String?, timeout: Duration) async throws -> Batch {
        requestCount += 1
        // Makes each request different, since a homeserver may repeat a cached response. The initial sync is worth caching there:
        // it takes long.
        let wait = since == nil ? 0 : Int(timeout / .milliseconds(1)) + requestCount % 10
        var query = [
            (name: "filter", value: filter), (name: "timeout", value: "\(wait)"),
            (name: "set_presence", value: presence == .active ? "online" : "unavailable"),
        ]
        if let since { query.append((name: "since", value: since)) }
        let limits = HTTPLimits(total: timeout + .seconds(58), silence: timeout + .seconds(58), bodyBytes: 1 << 28)
        var request = HTTPRequest(.get, api.url(["v3", "sync"], query), limits: limits)
        request.isLongPoll = true
        let asked = Stopwatch(clock: clock)
        let json: JSONValue
        do { json = try await api.json(request) } catch ServiceError.refused where since != nil {
            throw ServiceError.unknownSyncCursor
        }
        // A slow response may be old: the machine may have slept. It counts once it is stored.
        answered = nil
        let arrival = asked.now < timeout + Self.delay ? Stopwatch(clock: clock) : nil
        guard var response = SyncResponse(json, user: ledger.user) else { throw ServiceError.responseLost }
        let backfill = TimelineBackfill(api: api, clock: clock)
        try await backfill.fill(&response.joined)
        try await backfill.fill(&response.left)
        // Before the typing of this response, which is newer than its messages.
        typing.end(byMessagesIn: response.joined)
        if response.joined.contains(where: { $0.update.typingAuthors != nil }) {
            typing.receive(response.joined, unheard: try await ledger.read { try $0.people.ignored() } + [ledger.user])
        }
        typing.forget(response.left.map(\.id))
        // Committed before `end` moves: the next request makes the homeserver forget the keys in this response.
        try await encryption?.receive(json, since: since)
        encryption?.rooms.apply(response)
        try await encryption?.read(&response.joined)
        try await encryption?.read(&response.left)
        let isBacklog =
            if let ignored = response.ignored {
                try await !ledger.read { try $0.people.ignored() }.subtracting(ignored).isEmpty
            } else { false }
        var updates = try await ledger.apply(response, since: since)
        updates += try await encryption?.readWaiting() ?? []
        answered = arrival
        return Batch(updates: updates, next: response.next, isBacklog: isBacklog)
    }

    /// The time for which the homeserver holds a long poll without events.
    private static let pollTimeout: Duration = .seconds(30)
    /// The delay of a response that still counts as current.
    private static let delay: Duration = .seconds(5)
    /// A session syncs every minute.
    private static let polledLimit = 1000
}

extension [ChatUpdate] {
    /// The updates with only the newest counts of each chat: earlier ones may be from before the chat was read.
    fileprivate var withNewestCounts: [ChatUpdate] {
        var counted: Set<ChatID> = []
        return reversed().map { update in
            guard update.unreadCount != nil else { return update }
            return counted.insert(update.chat.id).inserted ? update : update.withoutCounts
        }.reversed()
    }
}
