public import ChatTypes
public import Foundation

/// What is never taken from the machine directly: time, randomness, and how people here write dates.
///
/// Injected everywhere, so that a whole session can be replayed: one seed, one history.
public struct ChatEnvironment: Sendable {
    /// Measures every pause.
    public var clock: any Clock<Duration>
    /// What the wall clock says; it may be wrong, and may jump.
    public var now: @Sendable () -> Date
    /// Carries the locale and the time zone.
    public var calendar: Calendar
    /// Where every id, jitter and draw comes from.
    public var random: RandomSource

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

    /// How people here write; US English where the calendar does not say.
    public var locale: Locale { calendar.locale ?? Locale(identifier: "en_US") }
    /// The calendar's, in which people here read the time.
    public var timeZone: TimeZone { calendar.timeZone }

    /// A new id for a message of one's own: 128 random bits, as 32 hexadecimal digits.
    public func makeMessageID() -> MessageID {
        MessageID(random.hexadecimalDigits(wordCount: 2))
    }
}
