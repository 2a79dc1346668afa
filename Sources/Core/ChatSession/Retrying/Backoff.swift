import ChatTypes
import RuntimeKit
import Synchronization

/// The delay before the next attempt.
///
/// It doubles after each failure up to a cap. Jitter spreads clients that failed at the same time.
final class Backoff: Sendable {
    static let first: Duration = .milliseconds(500)
    static let cap: Duration = .seconds(30)

    private struct State {
        var failures = 0
        /// The furthest offset of the file that moved last, in any attempt.
        var furthest: (file: String, offset: Int64) = ("", 0)
    }

    private let random: RandomSource
    private let state = Mutex(State())

    init(random: RandomSource) {
        self.random = random
    }

    /// Returns between half and all of the full delay, but at least what the server asked for, up to an hour.
    func next(after error: (any Error)?) -> Duration {
        let count = state.withLock { state in
            defer { state.failures += 1 }
            return state.failures
        }
        let full = min(Self.first * (1 << min(count, 10)), Self.cap)
        let delay = random.duration(in: full / 2...full)
        guard case ServiceError.tryAgain(let asked)? = error as? ServiceError else { return delay }
        return max(delay, min(asked, Self.longestAsked))
    }

    func reset() {
        state.withLock { $0.failures = 0 }
    }

    /// Resets the backoff if a file has come further than in any earlier attempt.
    ///
    /// A network that loses much is therefore retried soon as long as bytes move.
    func note(_ offset: Int64, of file: String) {
        state.withLock { state in
            if state.furthest.file != file { state.furthest = (file, 0) }
            guard offset > state.furthest.offset else { return }
            state.furthest.offset = offset
            state.failures = 0
        }
    }

    /// A server that asks for more than an hour is retried after one hour.
    private static let longestAsked: Duration = .seconds(3600)
}

/// The wait between two attempts.
struct RetryPause: Sendable {
    let clock: any Clock<Duration>
    /// Given when the server can be reached again.
    let reconnected: Signal

    /// A pause up to this length that the server asks for is never cut short. A longer one is told to the user.
    static let longestUntold: Duration = .seconds(60)

    /// Waits until the backoff is over or the server is reached again.
    ///
    /// A long pause that the server asked for (`tryAgain`) ends so only if there is a `retry`, and also when that is given.
    func callAsFunction(_ backoff: Backoff, after error: any Error, retry: Signal? = nil) async {
        let delay = backoff.next(after: error)
        guard case ServiceError.tryAgain = error else {
            return await clock.wait(atMost: delay) { [reconnected] in await reconnected.wait() }
        }
        guard delay > Self.longestUntold, let retry else {
            try? await clock.sleep(for: delay)
            return
        }
        await clock.wait(atMost: delay) { [reconnected] in
            await withTaskGroup { group in
                group.addTask { await reconnected.wait() }
                group.addTask { await retry.wait() }
                await group.next()
                group.cancelAll()
            }
        }
    }
}
