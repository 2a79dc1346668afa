public import Foundation
public import RuntimeKit

extension ChatEnvironment {
    /// How a moment is written beside a chat: "10:00 am" today, "Yesterday", or the date.
    ///
    /// Locale, time zone and now are this environment's; the narrow no-break space that some locales put before "am" is
    /// written as a plain one, and the day's halves in lower case, so that the text is the same everywhere.
    public func timeText(for date: Date) -> String {
        isToday(date) ? clockText(for: date) : dayText(for: date)
    }

    /// How a moment is written beside a message: as in a list, with the time of day behind every day but today.
    public func messageTimeText(for date: Date) -> String {
        isToday(date) ? clockText(for: date) : "\(dayText(for: date)) \(clockText(for: date))"
    }

    private func isToday(_ date: Date) -> Bool { calendar.isDate(date, inSameDayAs: now()) }

    /// The day alone, of one that is not today: "Yesterday", or the date.
    public func dayText(for date: Date) -> String {
        if let yesterday = calendar.date(byAdding: .day, value: -1, to: now()),
            calendar.isDate(date, inSameDayAs: yesterday)
        {
            return "Yesterday"
        }
        return date.formatted(style.day().month(.defaultDigits).year())
    }

    /// The next moment at which `timeText(for:)` will answer differently for the same date.
    func nextMidnight() -> Date {
        let now = now()
        let today = calendar.startOfDay(for: now)
        return calendar.date(byAdding: .day, value: 1, to: today) ?? now.addingTimeInterval(86_400)
    }

    /// The time of day alone: "10:00 am".
    public func clockText(for date: Date) -> String {
        date.formatted(style.hour(.defaultDigits(amPM: .abbreviated)).minute(.twoDigits))
            .replacingOccurrences(of: "\u{202F}", with: " ")
            .lowercased()
    }

    private var style: Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
    }
}

extension ChatEnvironment {
    /// The day on which texts like "Yesterday" are right; what was written on another day is to be written anew.
    public var today: Date { calendar.startOfDay(for: now()) }

    /// Calls `remind` at each midnight and at least once a minute, until the caller's task is cancelled.
    ///
    /// The wall clock may be set at any time without notice: a screen that shows times looks again.
    public func followDays(_ remind: () -> Void) async {
        while !Task.isCancelled {
            let pause = Duration.seconds(max(1, min(nextMidnight().timeIntervalSince(now()), 60)))
            try? await clock.sleep(for: pause)
            if !Task.isCancelled { remind() }
        }
    }
}
