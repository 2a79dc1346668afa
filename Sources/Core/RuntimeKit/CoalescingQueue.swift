import Synchronization

/// A queue whose single reader takes everything that waits at once (coalescing).
///
/// Posting is safe from any thread and never waits. Elements are taken in the order in which they were posted.
public final class CoalescingQueue<Element: Sendable>: Sendable {
    private struct State {
        var waiting: [Element] = []
        var reader: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Creates an empty queue.
    public init() {}

    /// Adds an element; drops it if the queue is closed. Must not be called while the caller holds a lock.
    public func post(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.isClosed else { return nil }
            state.waiting.append(element)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
        Interleaving.runOtherWork()
    }

    /// Waits until there is at least one element, then takes all of them.
    ///
    /// Returns an empty array if the caller's task is cancelled or the queue is closed, and only then.
    public func takeAll() async -> [Element] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let isReady = state.withLock { state in
                    if !state.waiting.isEmpty || state.isClosed || Task.isCancelled { return true }
                    precondition(state.reader == nil, "a queue has one reader")
                    state.reader = reader
                    return false
                }
                if isReady { reader.resume() }
            }
        } onCancel: {
            state.withLock { state -> CheckedContinuation<Void, Never>? in
                defer { state.reader = nil }
                return state.reader
            }?.resume()
        }
        guard !Task.isCancelled else { return [] }
        return drain()
    }

    /// Takes all elements without waiting.
    @discardableResult
    public func drain() -> [Element] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Drops all elements, and all that are posted later; the reader gets an empty array.
    public func close() {
        let (dropped, reader) = state.withLock { state in
            defer { state = State(isClosed: true) }
            return (state.waiting, state.reader)
        }
        // Released outside the lock: the deinitialiser of an element may post to this queue.
        withExtendedLifetime(dropped) {}
        reader?.resume()
    }
}
