import CCurl

/// A transfer that a caller waits for.
struct CurlJob: Sendable {
    let id: UInt64
    let request: HTTPRequest
    let address: HTTPAddress
    /// The source or destination of a body in parts.
    let pipe: PartPipe
    /// Resumed exactly once, by the loop.
    let caller: CheckedContinuation<CurlResponse, any Error>
    /// The time of the call, from which the limit for the whole request counts.
    let began = ContinuousClock.now

    var deadline: ContinuousClock.Instant { began + request.limits.total }

    /// The error of a request that was never sent.
    func failure(_ reason: HTTPError.Reason) -> HTTPError {
        HTTPError(reason, host: address.host, mayHaveReachedServer: false)
    }
}

/// The result of a transfer.
struct CurlResponse: Sendable {
    let response: HTTPResponse
    /// The absolute URL of a redirect.
    let redirection: String?
    let took: Duration
}

/// The commands of callers, on any thread, to the thread that runs the transfers.
final class CurlCommands: Sendable {
    enum Command: Sendable {
        case begin(CurlJob)
        /// Has no effect on a transfer that has ended or never began.
        case cancel(UInt64)
        /// Continues a transfer that was paused.
        case resume(UInt64)
    }

    private struct State {
        var waiting: [Command] = []
        var isClosed = false
        /// Whether the loop could not be started.
        var isRefusing = false
        var lastID: UInt64 = 0
        /// Wakes the loop; nil before it has begun and after it has ended.
        var waker: CurlWaker?
    }

    private let state = LockedValue(State())

    func makeID() -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
    }

    /// Begins a transfer, from the caller's task: if that is cancelled already, nothing is sent.
    func begin(_ job: CurlJob) {
        let isRefused = state.withLock { state in
            if state.isRefusing { return true }
            state.waiting.append(.begin(job))
            // Checked under the lock: an earlier cancellation found nothing to cancel.
            if Task.isCancelled { state.waiting.append(.cancel(job.id)) }
            state.waker?.wake()
            return false
        }
        if isRefused { refuse(.begin(job)) }
    }

    /// Cancels a transfer unless it has ended.
    func cancel(_ id: UInt64) {
        state.withLock { state in
            state.waiting.append(.cancel(id))
            state.waker?.wake()
        }
    }

    /// Continues a paused transfer unless it has ended.
    func resume(_ id: UInt64) {
        state.withLock { state in
            state.waiting.append(.resume(id))
            state.waker?.wake()
        }
    }

    /// Fails all present and future transfers, since the loop could not be started.
    func refuseAll() {
        let waiting = state.withLock { state in
            state.isRefusing = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for command in waiting { refuse(command) }
    }

    private func refuse(_ command: Command) {
        guard case .begin(let job) = command else { return }
        job.caller.resume(throwing: job.failure(.clientFailed))
    }

    /// Ends the loop after the running transfers; no command follows.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waker?.wake()
        }
    }

    /// Sets the waker for all further commands; nil at the end of the loop.
    func wake(by waker: CurlWaker?) {
        state.withLock { $0.waker = waker }
    }

    /// Removes and returns the waiting commands, in order.
    func takeAll() -> (commands: [Command], isClosed: Bool) {
        state.withLock { state in
            defer { state.waiting = [] }
            return (state.waiting, state.isClosed)
        }
    }
}

/// Wakes the loop from any thread.
struct CurlWaker: @unchecked Sendable {
    // Unchecked because of the pointer. libcurl allows this one function on a multi handle from any thread, and this type calls no
    // other. `CurlCommands` calls it under its lock, under which it is removed before the handle is freed.
    private let multi: UnsafeMutableRawPointer

    init(_ multi: UnsafeMutableRawPointer) { self.multi = multi }

    func wake() { curl_multi_wakeup(multi) }
}
