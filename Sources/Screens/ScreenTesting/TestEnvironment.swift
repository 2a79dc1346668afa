public import Foundation
public import RuntimeKit
public import SimulationKit
import Synchronization

extension Date {
    /// 2022-03-11T12:00:00Z, a Friday: the time at which every test begins.
    public static let noon = Date(timeIntervalSince1970: 1_647_000_000)
}

extension ChatEnvironment {
    /// An environment in American English and UTC, with seeded randomness. The wall clock shows noon when virtual
    /// time begins, and follows it; a given clock goes on from the time it is set to.
    public static func test(
        on executor: SimulationExecutor,
        seed: UInt64 = 1,
        from wallClock: WallClockFake = WallClockFake()
    ) -> ChatEnvironment {
        test(clock: executor.clock, seed: seed) { wallClock.date + executor.clock.now.offset / .seconds(1) }
    }

    /// An environment in American English and UTC, at the time that `now` returns, for tests without an executor.
    public static func test(
        clock: any Clock<Duration> = VirtualClock(),
        seed: UInt64 = 1,
        now: @escaping @Sendable () -> Date = { .noon }
    ) -> ChatEnvironment {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "en_US")
        calendar.timeZone = .gmt
        return ChatEnvironment(
            clock: clock,
            now: now,
            calendar: calendar,
            random: RandomSource(SplitMix64(seed: seed))
        )
    }
}

/// A wall clock that shows noon until it is set.
///
/// Safe to use from any thread.
public final class WallClockFake: Sendable {
    private let shown = Mutex(Date.noon)

    public init() {}

    /// The time that the clock shows.
    public var date: Date {
        get { shown.withLock { $0 } }
        set { shown.withLock { $0 = newValue } }
    }
}
