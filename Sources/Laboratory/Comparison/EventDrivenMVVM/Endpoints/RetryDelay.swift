import Transport

/// How long to wait before the next attempt: twice as long after each failure, up to half a minute, with jitter.
struct RetryDelay {
    private let random: RandomSource
    private var full = Duration.milliseconds(500)

    init(random: RandomSource) {
        self.random = random
    }

    /// Never less than what the server asked for, up to an hour.
    mutating func next(after error: any Error) -> Duration {
        let delay = random.duration(in: full / 2...full)
        full = min(full * 2, .seconds(30))
        guard case ServiceError.tryAgain(let asked) = error else { return delay }
        return max(delay, min(asked, .seconds(3600)))
    }

    mutating func reset() {
        self = RetryDelay(random: random)
    }
}
