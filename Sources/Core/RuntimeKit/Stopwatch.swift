/// Measures the time since it was created, on any clock, so that deadlines are plain durations.
public struct Stopwatch: Sendable {
    let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration

    /// Creates a stopwatch that starts now.
    public init(clock: any Clock<Duration>) {
        self.clock = clock
        elapsed = Self.measure(clock)
    }

    /// The time since the stopwatch was created.
    public var now: Duration { elapsed() }

    /// Sleeps until `now` reaches a deadline; returns at once if it has passed. Throws `CancellationError` if the task is
    /// cancelled.
    public func sleep(until deadline: Duration) async throws {
        try await sleep(for: deadline - now)
    }

    /// Sleeps for a duration; returns at once if it is not positive. Throws `CancellationError` if the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        if duration > .zero { try await clock.sleep(for: duration) }
    }

    private static func measure<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Waits until `event` returns, `duration` has passed or the caller's task is cancelled, then cancels `event`.
    public func wait(atMost duration: Duration, for event: @escaping @Sendable () async -> Void) async {
        await withTaskGroup { group in
            group.addTask { try? await self.sleep(for: duration) }
            group.addTask { await event() }
            await group.next()
            group.cancelAll()
        }
    }
}
