public import Foundation
import Synchronization

/// The clock, the date, the calendar and the randomness of an app, never taken from the machine directly.
///
/// Every module gets them from here, so that a whole session can be replayed: one seed, one history.
public struct ChatEnvironment: Sendable {
    /// The clock that measures every pause.
    public var clock: any Clock<Duration>
    /// The current date; it may be wrong, and may jump.
    public var now: @Sendable () -> Date
    /// The calendar, with the user's locale and time zone.
    public var calendar: Calendar
    /// The source of every id, jitter and random choice.
    public var random: RandomSource

    /// Creates an environment.
    public init(
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date,
        calendar: Calendar,
        random: RandomSource
    ) {
        self.clock = clock
        self.now = now
        self.calendar = calendar
        self.random = random
    }

    /// The calendar's locale; US English if it has none.
    public var locale: Locale { calendar.locale ?? Locale(identifier: "en_US") }
    /// The calendar's time zone.
    public var timeZone: TimeZone { calendar.timeZone }
}

/// A random number generator that tasks can share.
///
/// Safe to use from any thread. The numbers depend on the generator alone: a seeded one returns the same numbers to the same
/// calls in the same order.
public final class RandomSource: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    /// Creates a source that draws from a generator.
    public init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = Mutex(generator)
    }

    /// Returns 64 random bits.
    public func next() -> UInt64 {
        generator.withLock { $0.next() }
    }

    /// Returns a uniformly distributed integer in the range, both bounds included.
    public func integer(in range: ClosedRange<Int>) -> Int {
        generator.withLock { Int.random(in: range, using: &$0) }
    }

    /// Returns a uniformly distributed duration in the range.
    public func duration(in range: ClosedRange<Duration>) -> Duration {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    /// Returns true with the given probability: never at 0, always at 1.
    public func chance(_ probability: Double) -> Bool {
        unit() < probability
    }

    /// Returns a uniformly distributed number from 0 up to, but not including, 1.
    public func unit() -> Double {
        generator.withLock { Double.random(in: 0..<1, using: &$0) }
    }

    /// Returns 16 random hexadecimal digits per word.
    public func hexadecimalDigits(wordCount: Int) -> String {
        (0..<wordCount).map { _ in String(format: "%016lx", next()) }.joined()
    }
}
