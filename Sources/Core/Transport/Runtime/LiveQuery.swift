import Synchronization

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

    /// Hands each newest answer to `take`, one after the other, until the caller's task is cancelled. One call at a time.
    public func follow(_ take: @escaping @Sendable (Answer) async -> Void) async {
        defer { state.stopSettling() }
        while !Task.isCancelled {
            state.asked.takeWaiting()
            await withTaskGroup { group in
                group.addTask { await self.answer(take) }
                group.addTask { _ = await self.state.asked.takeAll() }
                await group.next()
                group.cancelAll()
            }
        }
    }

    /// Follows until an answer is wanted, and returns that one; nil when the caller's task is cancelled first.
    public func first(where isWanted: @escaping @Sendable (Answer) async -> Bool) async -> Answer? {
        let found = Mailbox<Answer>()
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

    private func answer(_ take: @Sendable (Answer) async -> Void) async {
        while await !state.changed.takeAll().isEmpty {
            let reading = state.beginReading()
            let answer = await read(reading.request)
            // What was not taken is still to be answered.
            guard !Task.isCancelled else { return state.changed.post(()) }
            guard state.isWanted(reading) else { continue }
            await take(answer)
            state.endReading(reading)
        }
    }
}

/// Something whose answer may change.
public protocol Invalidatable: AnyObject, Sendable {
    /// Says that the answer may have changed. Never waits.
    func invalidate()
}

/// What a query is asked for, and how far it has been answered.
final class LiveQueryState<Request: Sendable>: Invalidatable {
    struct Reading {
        let request: Request
        fileprivate let asks: Int
        fileprivate let changes: Int
    }

    private struct State {
        var request: Request
        /// How often something else was asked for.
        var asks = 0
        /// How many changes there were, the query's beginning included.
        var changes = 1
        /// How many of them the last answer that was taken knows of.
        var answered = 0
        var settling: [(changes: Int, completion: Completion)] = []
    }

    let changed = Mailbox<Void>()
    let asked = Mailbox<Void>()
    private let state: Mutex<State>

    init(_ request: Request) {
        state = Mutex(State(request: request))
        changed.post(())
    }

    var request: Request { state.withLock { $0.request } }

    func ask(_ request: Request) {
        state.withLock { state in
            state.request = request
            state.asks += 1
            state.changes += 1
        }
        changed.post(())
        asked.post(())
    }

    func invalidate() {
        state.withLock { $0.changes += 1 }
        changed.post(())
    }

    func beginReading() -> Reading {
        state.withLock { Reading(request: $0.request, asks: $0.asks, changes: $0.changes) }
    }

    /// Whether nothing else has been asked for since.
    func isWanted(_ reading: Reading) -> Bool {
        state.withLock { $0.asks == reading.asks }
    }

    func endReading(_ reading: Reading) {
        let settled = state.withLock { state in
            state.answered = max(state.answered, reading.changes)
            let settled = state.settling.filter { $0.changes <= state.answered }
            state.settling.removeAll { $0.changes <= state.answered }
            return settled
        }
        for waiting in settled { waiting.completion.finish() }
    }

    func settle() async {
        await Completion.wait { completion in
            state.withLock { state in
                if state.answered < state.changes { state.settling.append((state.changes, completion)) }
            }
        }
    }

    /// No further answer comes: tasks that wait for one go on.
    func stopSettling() {
        let settling = state.withLock { state in
            defer { state.settling = [] }
            return state.settling
        }
        for waiting in settling { waiting.completion.finish() }
    }
}
