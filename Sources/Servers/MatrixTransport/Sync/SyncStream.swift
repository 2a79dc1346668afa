import ChatTypes
import HTTPClient
import RuntimeKit
import Transport

/// The one reader of the account's news: one request at a time, each from where the last answer ended.
///
/// So whatever is new in an answer stands behind all that was known when it was asked for. What a long poll brings is live;
/// what came before it is a backlog, fetched when the session asks. What a poll brought is also remembered until the session
/// has asked from behind it: then its own cursor goes on without a request.
actor SyncStream {
    /// What an answer brought.
    struct News: Sendable {
        var updates: [ChatUpdate]
        var next: String
        /// False when the rest of the first news waits behind `next`.
        var isComplete = true
    }

    private struct Remembered {
        let since: String
        let updates: [ChatUpdate]
    }

    private let api: MatrixAPI
    private let ledger: MatrixLedger
    private let filter: String
    private let messagesPerRoom: Int
    private let clock: any Clock<Duration>

    /// Where the last answer ended; nil before the first.
    private var end: String?
    /// What the polls have brought since the session last asked, oldest first.
    private var remembered: [Remembered] = []
    /// What the last poll brought and has not been handed on.
    private var waiting: [ChatUpdate] = []
    private var typing = TypingNotices()
    private var isPolling = false
    /// Whether what happened before the connection opened has still to be fetched.
    private var isBehind = true
    /// Since the last answer came, if it came in time; nil before the first of this connection, and until the last is taken in.
    private var answered: Stopwatch?
    private var isTaken = false
    private var askerCount = 0
    private var presence = Presence.active
    private var requestCount = 0
    /// Given whenever one of these changes.
    private let changed = Signal()

    init(api: MatrixAPI, ledger: MatrixLedger, messagesPerRoom: Int, clock: any Clock<Duration>) {
        (self.api, self.ledger, self.clock) = (api, ledger, clock)
        self.messagesPerRoom = messagesPerRoom
        filter = EventFilter.sync(messagesPerRoom: messagesPerRoom)
    }

    func setPresence(_ presence: Presence) { self.presence = presence }

    /// Whether what happens is taken in at once: not before the first answer, nor while the connection stands still.
    var isUpToDate: Bool {
        guard isPolling, !isBehind, let answered else { return false }
        return answered.now < Self.pollTimeout + Self.delay
    }

    /// What is new since a token: what polls have brought, or what the homeserver answers now.
    func sync(since: String?) async throws -> News {
        if let news = remembered(since: since) { return news }
        askerCount += 1
        changed.give()
        defer {
            askerCount -= 1
            changed.give()
        }
        return try await alone {
            // It may have been fetched meanwhile.
            if let news = remembered(since: since) { return news }
            if let part = try await fetchInitial(since: since) { return part }
            let answer = try await fetch(since: since, timeout: .zero)
            (end, remembered, isBehind) = (answer.next, [], false)
            return answer
        }
    }

    /// Waits for news again and again and hands it on, even when it is none; ends by throwing.
    ///
    /// `opened` is called at once; nothing is polled for before what happened until then has been fetched by `sync`.
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

    private func remembered(since: String?) -> News? {
        guard isPolling, !isBehind, let since, let end else { return nil }
        if since != end {
            guard let first = remembered.firstIndex(where: { $0.since == since }) else { return nil }
            remembered.removeSubrange(..<first)
        } else {
            remembered = []
        }
        return News(updates: remembered.flatMap(\.updates), next: end)
    }

    /// Holds a request for news, until there is some or something else is to be asked; returns why it failed.
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
        let answer = try await fetch(since: since, timeout: typing.renewal ?? Self.pollTimeout)
        end = answer.next
        waiting += answer.updates
        typing.renew()
        remembered.append(Remembered(since: since, updates: answer.updates))
        // What is forgotten here is asked for anew.
        if remembered.count > Self.rememberedLimit { remembered.removeFirst() }
    }

    private func waitForAsker() async {
        while askerCount == 0, !Task.isCancelled { await changed.wait() }
    }

    /// Runs `body` while no other request for news runs.
    private func alone<Result>(_ body: () async throws -> Result) async throws -> Result {
        while isTaken {
            await changed.wait()
            try Task.checkCancellation()
        }
        isTaken = true
        defer {
            isTaken = false
            changed.give()
        }
        return try await body()
    }

    /// A part of the first news; nil where it comes in one, or has all come.
    private func fetchInitial(since: String?) async throws -> News? {
        guard var first = if let since { InitialSync(since) } else { try await api.beginInitialSync() } else {
            return nil
        }
        let json: JSONValue
        do { json = try await api.rooms(after: first, messagesPerRoom: messagesPerRoom) } catch ServiceError.refused {
            guard since != nil else { return nil }
            throw ServiceError.unknownSyncCursor
        }
        guard var answer = SlidingSyncResponse(json, token: first.token, user: ledger.user) else {
            throw ServiceError.responseLost
        }
        try await TimelineBackfill(api: api, clock: clock).uncover(&answer.news.joined)
        let updates = try await ledger.apply(answer.news, since: nil)
        (first.roomCount, first.position) = (first.nextRoomCount, answer.position)
        guard answer.roomCount <= first.roomCount else {
            return News(updates: updates, next: first.text, isComplete: false)
        }
        (end, remembered, isBehind) = (first.token, [], false)
        return News(updates: updates, next: first.token)
    }

    private func fetch(since: String?, timeout: Duration) async throws -> News {
        requestCount += 1
        // A homeserver may answer the same question out of its memory, with what was news before. A first answer is another
        // thing: it takes long to make, and is worth keeping there.
        let wait = since == nil ? 0 : Int(timeout / .milliseconds(1)) + requestCount % 10
        var query = [
            (name: "filter", value: filter), (name: "timeout", value: "\(wait)"),
            (name: "set_presence", value: presence == .active ? "online" : "unavailable"),
        ]
        if let since { query.append((name: "since", value: since)) }
        let limits = HTTPLimits(total: timeout + .seconds(58), silence: timeout + .seconds(58), bodyBytes: 1 << 28)
        let asked = Stopwatch(clock: clock)
        let json: JSONValue
        do { json = try await api.get(["v3", "sync"], query: query, limits: limits) } catch ServiceError.refused
            where since != nil
        {
            throw ServiceError.unknownSyncCursor
        }
        // What was long under way may be old: the machine may have slept meanwhile. Nor is it known here before it is taken in.
        answered = nil
        let come = asked.now < timeout + Self.delay ? Stopwatch(clock: clock) : nil
        guard var answer = SyncResponse(json) else { throw ServiceError.responseLost }
        let uncovering = TimelineBackfill(api: api, clock: clock)
        try await uncovering.uncover(&answer.joined)
        try await uncovering.uncover(&answer.left)
        if answer.joined.contains(where: { $0.news.typists != nil }) {
            typing.receive(answer.joined, unheard: try await ledger.read { try $0.people.ignored() } + [ledger.user])
        }
        typing.forget(answer.left.map(\.id))
        let updates = try await ledger.apply(answer, since: since)
        answered = come
        return News(updates: updates, next: answer.next)
    }

    /// How long the homeserver holds a request for news before it answers that there is none.
    private static let pollTimeout: Duration = .seconds(30)
    /// How long an answer may be under way and still be of now.
    private static let delay: Duration = .seconds(5)
    /// A session asks every minute.
    private static let rememberedLimit = 1000
}
