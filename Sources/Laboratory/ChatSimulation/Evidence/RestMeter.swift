/// How much is done in one moment: where time never passes, something goes on and on without a pause.
struct RestMeter {
    /// How many jobs may be done at one instant: by far more than any session needs.
    static let limit = 1_000_000

    private var instant = Duration.zero
    private var count = 0

    /// Counts a job; false when there were too many at this instant.
    mutating func take(at time: Duration) -> Bool {
        if time != instant { (instant, count) = (time, 0) }
        count += 1
        return count <= Self.limit
    }
}
