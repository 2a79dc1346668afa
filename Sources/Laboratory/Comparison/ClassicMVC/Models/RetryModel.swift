import Transport

/// How long to wait before trying again: twice as long after each failure, up to half a minute, with jitter.
struct RetryModel {
    private let random: RandomSource
    private var failures = 0

    init(random: RandomSource) {
        self.random = random
    }

    mutating func delay(after error: any Error) -> Duration {
        let full = min(.milliseconds(500) * (1 << min(failures, 10)), .seconds(30))
        failures += 1
        let delay = random.duration(in: full / 2...full)
        guard case ServiceError.tryAgain(let asked) = error else { return delay }
        return max(delay, min(asked, .seconds(3600)))
    }

    mutating func reset() {
        failures = 0
    }
}
