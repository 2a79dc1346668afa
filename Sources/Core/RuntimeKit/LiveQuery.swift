/// A query that reads its answer again whenever it may have changed.
///
/// Delivers newest answers only: changes during a reading, or while an answer is handled, are coalesced into one more reading.
/// Copies are the same query. Safe to use from any thread.
public struct LiveQuery<Request: Sendable, Answer: Sendable>: Sendable {
    private let state: LiveQueryState<Request>
    private let read: @Sendable (Request) async -> Answer

    /// Creates a query that answers requests with `read`; cancels its task when the answer is no longer needed.
    public init(_ request: Request, read: @escaping @Sendable (Request) async -> Answer) {
        state = LiveQueryState(request)
        self.read = read
    }

    /// Creates a query that reads its answer from several others, and again whenever one of theirs may have changed.
    ///
    /// `read` receives for each of them a function that reads its answer to a request. Their own requests do not count, and nobody else
    /// may follow them.
    package init<Part, PartAnswer>(
        _ request: Request,
        joining parts: [LiveQuery<Part, PartAnswer>],
        read: @escaping @Sendable (Request, [@Sendable (Part) async -> PartAnswer]) async -> Answer
    ) {
        let state = LiveQueryState(request)
        for part in parts { part.state.join(state) }
        // Holding the parts keeps them informed of changes.
        self.init(state) { request in await read(request, parts.map(\.read)) }
    }

    private init(_ state: LiveQueryState<Request>, read: @escaping @Sendable (Request) async -> Answer) {
        self.state = state
        self.read = read
    }

    /// Returns the same query with transformed answers.
    public func map<Other>(_ transform: @escaping @Sendable (Answer) async -> Other) -> LiveQuery<Request, Other> {
        LiveQuery<Request, Other>(state) { [read] in await transform(await read($0)) }
    }

    /// Returns the same query with each answer next to its request, which may differ from `request` by the time it is handled.
    public func withRequests() -> LiveQuery<Request, (request: Request, answer: Answer)> {
        LiveQuery<Request, (request: Request, answer: Answer)>(state) { [read] in ($0, await read($0)) }
    }

    /// Returns the same query that answers a changed request; `request` stays as it is.
    package func answering(_ change: @escaping @Sendable (Request) -> Request) -> Self {
        LiveQuery(state) { [read] in await read(change($0)) }
    }

    /// The current request.
    public var request: Request { state.request }

    /// Replaces the request; drops an answer to an earlier request that is still being read.
    public func setRequest(_ request: Request) {
        state.setRequest(request)
    }

    /// Marks the answer as possibly changed. Never waits.
    public func invalidate() {
        state.invalidate()
    }

    /// The part of the query that is notified of changes, for as long as someone holds the query.
    public var invalidation: any Invalidatable { state }

    /// Passes each newest answer to `receive`, one at a time, until the caller's task is cancelled. Only one call at a time.
    public func follow(_ receive: @escaping @Sendable (Answer) async -> Void) async {
        while await !state.changed.takeAll().isEmpty {
            let reading = state.beginReading()
            let answer = await answer(to: reading)
            // If the query is followed again, it must deliver the answer that this call did not.
            guard !Task.isCancelled else {
                state.changed.post(())
                break
            }
            guard let answer, state.isCurrent(reading) else { continue }
            await receive(answer)
            state.endReading(reading)
        }
        state.stopSettling()
    }

    /// Returns nil if the request is replaced meanwhile.
    private func answer(to reading: LiveQueryState<Request>.Reading) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { group in
            group.addTask { [read] in await read(reading.request) }
            group.addTask {
                _ = await state.replaced.takeAll()
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Follows the query until an answer meets a condition, and returns it; nil if the caller's task is cancelled first.
    public func first(where isWanted: @escaping @Sendable (Answer) async -> Bool) async -> Answer? {
        let found = CoalescingQueue<Answer>()
        return await withTaskGroup(of: Answer?.self) { group in
            group.addTask {
                await self.follow { if await isWanted($0) { found.post($0) } }
                return nil
            }
            group.addTask { await found.takeAll().first }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Returns once an answer that includes every change until now has been handled, when `follow(_:)` ends, or when the
    /// caller's task is cancelled.
    public func settle() async {
        await state.settle()
    }
}

/// An object that is notified when an answer may have changed.
public protocol Invalidatable: AnyObject, Sendable {
    /// Marks the answer as possibly changed. Never waits.
    func invalidate()
}
