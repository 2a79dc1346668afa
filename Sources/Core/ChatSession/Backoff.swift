import Synchronization
import Transport

/// How long to wait before trying again: twice as long after each failure up to a cap, with jitter, so that clients
/// that failed together do not come back together.
final class Backoff: Sendable {
    static let first: Duration = .milliseconds(500)
    static let cap: Duration = .seconds(30)

    private let random: RandomSource
    private let failures = Mutex(0)

    init(random: RandomSource) {
        self.random = random
    }

    /// From half of the full delay up to all of it; never less than what the server asked for.
    func next(after error: (any Error)?) -> Duration {
        let count = failures.withLock { failures in
            defer { failures += 1 }
            return failures
        }
        let full = min(Self.first * (1 << min(count, 10)), Self.cap)
        let delay = random.duration(in: full / 2...full)
        guard case ServiceError.tryAgain(let asked)? = error as? ServiceError else { return delay }
        return max(delay, min(asked, Self.longestAsked))
    }

    func reset() {
        failures.withLock { $0 = 0 }
    }

    /// A server that asks for more than an hour is asked again after one.
    private static let longestAsked: Duration = .seconds(3600)
}
