/// A query whose answer is handed over again whenever it may have changed.
///
/// Newest only: changes that come while an answer is read or taken are coalesced into one more reading. Copies are the same
/// query. Safe to use from any thread.
public struct LiveQuery<Request: Sendable, Answer: Sendable>: Sendable {
    private let state: LiveQueryState<Request>
    private let read: @Sendable (Request) async -> Answer

    /// Takes how to answer a request; when its task is cancelled, the answer is no longer wanted.
    public init(_ request: Request, read: @escaping @Sendable (Request) async -> Answer) {
        state = LiveQueryState(request)
        self.read = read
    }

    private init(_ state: LiveQueryState<Request>, read: @escaping @Sendable (Request) async -> Answer) {
        self.state = state
        self.read = read
    }

    /// The same query with its answers turned into others.
    public func map<Other>(_ transform: @escaping @Sendable (Answer) -> Other) -> LiveQuery<Request, Other> {
        LiveQuery<Request, Other>(state) { [read] in transform(await read($0)) }
    }

    /// The same query with each answer beside what it answers: by the time it is taken, something else may be asked for.
    public func withRequests() -> LiveQuery<Request, (request: Request, answer: Answer)> {
        LiveQuery<Request, (request: Request, answer: Answer)>(state) { [read] in ($0, await read($0)) }
    }

    /// The same query, answered as if something else had been asked for: what is asked for now stays the same.
    package func answering(_ change: @escaping @Sendable (Request) -> Request) -> Self {
        LiveQuery(state) { [read] in await read(change($0)) }
    }

    /// What is asked for now.
    public var request: Request { state.request }

    /// Asks for something else; an answer to an earlier request that is still being read is dropped.
    public func ask(_ request: Request) {
        state.ask(request)
    }

    /// Says that the answer may have changed. Never waits.
    public func invalidate() {
        state.invalidate()
    }

    /// What tells the query of changes, for as long as the query is held.
    public var invalidation: any Invalidatable { state }

    /// Hands each newest answer to `receive`, one after the other, until the caller's task is cancelled. One call at a time.
    public func follow(_ receive: @escaping @Sendable (Answer) async -> Void) async {
        while await !state.changed.takeAll().isEmpty {
            let reading = state.beginReading()
            let answer = await answer(to: reading)
            // What was not received is still to be answered, if the query is followed again.
            guard !Task.isCancelled else {
                state.changed.post(())
                break
            }
            guard let answer, state.isWanted(reading) else { continue }
            await receive(answer)
            state.endReading(reading)
        }
        state.stopSettling()
    }

    /// Nil when something else was asked for meanwhile.
    private func answer(to reading: LiveQueryState<Request>.Reading) async -> Answer? {
        await withTaskGroup(of: Answer?.self) { group in
            group.addTask { [read] in await read(reading.request) }
            group.addTask {
                _ = await state.asked.takeAll()
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// Follows until an answer is wanted, and returns that one; nil when the caller's task is cancelled first.
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

    /// Returns when an answer that knows every change until now has been taken, when `follow(_:)` ends, or when the
    /// caller's task is cancelled.
    public func settle() async {
        await state.settle()
    }
}

/// Something whose answer may change.
public protocol Invalidatable: AnyObject, Sendable {
    /// Says that the answer may have changed. Never waits.
    func invalidate()
}
