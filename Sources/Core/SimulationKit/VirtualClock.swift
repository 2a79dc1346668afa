import Synchronization

/// A clock that only the simulation advances.
public final class VirtualClock: Clock {
    /// A moment of virtual time.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public var offset: Duration

        /// Returns the instant that is `duration` later.
        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        /// Returns the time from this instant to another.
        public func duration(to other: Self) -> Duration { other.offset - offset }
        /// Whether the first instant is earlier.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers = SleeperQueue()
        var cancelledEarly: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())

    /// Creates a clock at offset zero.
    public init() {}

    /// The current instant.
    public var now: Instant { state.withLock { $0.now } }
    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until a deadline. Tasks with the same deadline wake in the order in which they fell asleep.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let order = state.withLock { state in
            state.count += 1
            return state.count
        }
        defer { _ = state.withLock { $0.cancelledEarly.remove(order) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelledEarly.remove(order) != nil { return true }
                    state.sleepers.insert(Sleeper(deadline: deadline, order: order, continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            cancel(order)
        }
    }

    /// Advances to the earliest deadline and wakes its sleeper. Returns false if there is no deadline by `end`.
    func wakeNextSleeper(by end: Instant?) -> Bool {
        let next = state.withLock { state -> Sleeper? in
            guard let sleeper = state.sleepers.takeFirst(by: end) else { return nil }
            state.now = max(state.now, sleeper.deadline)
            return sleeper
        }
        next?.continuation.resume()
        return next != nil
    }

    func advance(to end: Instant) {
        state.withLock { $0.now = max($0.now, end) }
    }

    private func cancel(_ order: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            if let sleeper = state.sleepers.remove(order) { return sleeper }
            state.cancelledEarly.insert(order)
            return nil
        }
        sleeper?.continuation.resume(throwing: CancellationError())
    }
}
