import CCurl

/// One transfer that a caller waits for.
struct CurlOrder: Sendable {
    let id: UInt64
    let request: HTTPRequest
    let address: HTTPAddress
    /// What goes in parts comes from here, or goes here.
    let pipe: PartPipe
    /// Resumed exactly once, by the loop.
    let caller: CheckedContinuation<CurlAnswer, any Error>
}

/// What came of a transfer that has reached its end.
struct CurlAnswer: Sendable {
    let response: HTTPResponse
    /// Where a redirection leads, as an absolute address.
    let redirection: String?
    let took: Duration
}

/// What callers, on any thread, tell the thread that runs the transfers.
final class CurlCommands: Sendable {
    enum Command: Sendable {
        case begin(CurlOrder)
        /// Of a transfer that has ended, or was never begun, it means nothing.
        case cancel(UInt64)
        /// Has a transfer go on that was held.
        case resume(UInt64)
    }

    private struct State {
        var waiting: [Command] = []
        var isClosed = false
        /// Whether there is no loop, and there will be none.
        var isRefusing = false
        var lastID: UInt64 = 0
        /// Nil before the loop has begun and after it has ended.
        var waker: CurlWaker?
    }

    private let state = Locked(State())

    func makeID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Has a transfer begun, by the caller's task itself: one that is cancelled already sends nothing.
    func begin(_ order: CurlOrder) {
        let isRefused = state.withLock { state in
            if state.isRefusing { return true }
            state.waiting.append(.begin(order))
            // Asked under the lock: a cancellation that came to it before this found nothing to cancel.
            if Task.isCancelled { state.waiting.append(.cancel(order.id)) }
            state.waker?.wake()
            return false
        }
        if isRefused { refuse(.begin(order)) }
    }

    /// Has a transfer ended; one that has ended stays as it is.
    func cancel(_ id: UInt64) {
        state.withLock { state in
            state.waiting.append(.cancel(id))
            state.waker?.wake()
        }
    }

    /// Has a transfer go on that was held; one that has ended stays as it is.
    func resume(_ id: UInt64) {
        state.withLock { state in
            state.waiting.append(.resume(id))
            state.waker?.wake()
        }
    }

    /// Fails what waits and what comes, since no loop could be begun.
    func refuseAll() {
        let waiting = state.withLock { state in
            state.isRefusing = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for command in waiting { refuse(command) }
    }

    private func refuse(_ command: Command) {
        guard case .begin(let order) = command else { return }
        order.caller.resume(
            throwing: HTTPFailure(.clientFailed, host: order.address.host, mayHaveReachedServer: false)
        )
    }

    /// No command comes after this one.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waker?.wake()
        }
    }

    /// From now on the loop is woken for each command; with nil, never again.
    func wake(by waker: CurlWaker?) {
        state.withLock { $0.waker = waker }
    }

    /// Takes all that waits, in the order of posting.
    func takeAll() -> (commands: [Command], isClosed: Bool) {
        state.withLock { state in
            defer { state.waiting = [] }
            return (state.waiting, state.isClosed)
        }
    }
}

/// Ends the wait of a loop, from any thread.
struct CurlWaker: @unchecked Sendable {
    // Unchecked since it holds a pointer. libcurl lets any thread call this one function on a multi handle, and this type has
    // no other. `CurlCommands` calls it under its lock, where it is taken away before the handle is freed.
    private let multi: UnsafeMutableRawPointer

    init(_ multi: UnsafeMutableRawPointer) { self.multi = multi }

    func wake() { curl_multi_wakeup(multi) }
}
