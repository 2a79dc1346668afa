/// Counts the time since it was made, on any clock: what a simulation's deadlines are written in.
public struct Stopwatch: Sendable {
    let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration

    public init(clock: any Clock<Duration>) {
        self.clock = clock
        elapsed = Self.measure(clock)
    }

    /// Time since it was made.
    public var now: Duration { elapsed() }

    /// Returns at once when the time has passed; throws `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Duration) async throws {
        try await sleep(for: deadline - now)
    }

    /// Returns at once for zero and less; throws `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        if duration > .zero { try await clock.sleep(for: duration) }
    }

    private static func measure<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
