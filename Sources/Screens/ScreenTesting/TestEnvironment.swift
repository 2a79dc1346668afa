public import Foundation
public import RuntimeKit
public import SimulationKit

extension Date {
    /// 2022-03-11T12:00:00Z, a Friday: when every test begins.
    public static let noon = Date(timeIntervalSince1970: 1_647_000_000)
}

extension ChatEnvironment {
    /// American English in UTC; randomness is seeded. The wall clock shows noon when virtual time begins, and follows it; one that
    /// is given goes on from what it is set to.
    public static func test(
        on executor: SimulationExecutor,
        seed: UInt64 = 1,
        from wallClock: WallClockFake = WallClockFake()
    ) -> ChatEnvironment {
        test(clock: executor.clock, seed: seed) { wallClock.date + executor.clock.now.offset / .seconds(1) }
    }

    /// American English in UTC, at the time that `now` says, for what needs no executor.
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
