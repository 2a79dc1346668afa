import Synchronization

/// A queue whose one reader takes all that waits in one go.
///
/// Safe to post to from any thread, and never waits: a reader that falls behind takes all that waits in one go (coalescing). Order
/// is the order of posting.
public final class CoalescingQueue<Element: Sendable>: Sendable {
    private struct State {
        var waiting: [Element] = []
        var reader: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    public init() {}

    /// Adds an element; drops it when the mailbox is closed. Not to be called with a lock held.
    public func post(_ element: Element) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.isClosed else { return nil }
            state.waiting.append(element)
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
        Interleaving.letOthersIn()
    }

    /// Waits until there is something, then takes everything.
    ///
    /// Returns an empty array, and only then, when the caller's task is cancelled or the mailbox is closed and empty.
    public func takeAll() async -> [Element] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let isReady = state.withLock { state in
                    if !state.waiting.isEmpty || state.isClosed || Task.isCancelled { return true }
                    precondition(state.reader == nil, "a mailbox has one reader")
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
        return takeWaiting()
    }

    /// Takes what is there without waiting.
    @discardableResult
    public func takeWaiting() -> [Element] {
        state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    /// Drops what waits and whatever comes later; the reader is told by an empty array.
    public func close() {
        let (dropped, reader) = state.withLock { state in
            defer { (state.waiting, state.reader, state.isClosed) = ([], nil, true) }
            return (state.waiting, state.reader)
        }
        // Released outside the lock: an element may run code of its own when it goes.
        withExtendedLifetime(dropped) {}
        reader?.resume()
    }
}
