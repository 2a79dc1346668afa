import ChatTypes
import RuntimeKit
import Synchronization

/// How long to wait before trying again: twice as long after each failure up to a cap, with jitter, so that clients
/// that failed together do not come back together.
final class Backoff: Sendable {
    static let first: Duration = .milliseconds(500)
    static let cap: Duration = .seconds(30)

    private struct State {
        var failures = 0
        /// How far the file has come that moved last, in whichever attempt.
        var furthest: (file: String, offset: Int64) = ("", 0)
    }

    private let random: RandomSource
    private let state = Mutex(State())

    init(random: RandomSource) {
        self.random = random
    }

    /// From half of the full delay up to all of it; never less than what the server asked for, up to an hour.
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

    /// Begins anew when a file has come further than in any attempt before: a network that loses much is tried again soon, as
    /// long as it takes something.
    func note(_ offset: Int64, of file: String) {
        state.withLock { state in
            if state.furthest.file != file { state.furthest = (file, 0) }
            guard offset > state.furthest.offset else { return }
            state.furthest.offset = offset
            state.failures = 0
        }
    }

    /// A server that asks for more than an hour is asked again after one.
    private static let longestAsked: Duration = .seconds(3600)
}
