/// A meter for work done without any time passing. It detects endless loops.
struct RestMeter {
    /// The most jobs allowed at one instant, far more than any session needs.
    static let limit = 1_000_000

    private var instant = Duration.zero
    private var count = 0

    /// Counts a job. Returns `false` if there were too many at this instant.
    mutating func take(at time: Duration) -> Bool {
        if time != instant { (instant, count) = (time, 0) }
        count += 1
        return count <= Self.limit
    }
}
