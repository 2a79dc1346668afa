import Synchronization

/// A clock whose time moves only when the simulation moves it.
public final class VirtualClock: Clock {
    /// A moment of virtual time.
    public struct Instant: InstantProtocol {
        /// Time since the clock was made.
        public var offset: Duration

        public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        public func duration(to other: Self) -> Duration { other.offset - offset }
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers = SleeperQueue()
        var cancelledEarly: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleepers with the same deadline wake in the order in which they fell asleep.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let order = state.withLock { state in
            state.count += 1
            return state.count
        }
        defer { _ = state.withLock { $0.cancelledEarly.remove(order) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let isCancelled = state.withLock { state in
                    if state.cancelledEarly.remove(order) != nil { return true }
                    state.sleepers.insert(Sleeper(deadline: deadline, order: order, wake: wake))
                    return false
                }
                if isCancelled { wake.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            cancel(order)
        }
    }

    /// Moves to the earliest deadline, if it is not after `end`, and wakes the sleeper that waits for it; false when none does.
    func wakeNextSleeper(by end: Instant?) -> Bool {
        let next = state.withLock { state -> Sleeper? in
            guard let sleeper = state.sleepers.takeFirst(by: end) else { return nil }
            state.now = max(state.now, sleeper.deadline)
            return sleeper
        }
        next?.wake.resume()
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
        sleeper?.wake.resume(throwing: CancellationError())
    }
}

struct Sleeper {
    let deadline: VirtualClock.Instant
    let order: Int
    let wake: CheckedContinuation<Void, any Error>
}
