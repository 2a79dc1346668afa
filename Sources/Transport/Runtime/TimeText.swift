public import Foundation

extension ChatEnvironment {
    /// How a moment is written beside a chat or a message: "10:00 am" today, "Yesterday", or the date.
    ///
    /// Locale, time zone and now are this environment's; the narrow no-break space that some locales put before "am" is
    /// written as a plain one, and the day's halves in lower case, so that the text is the same everywhere.
    public func timeText(for date: Date) -> String {
        let now = now()
        if calendar.isDate(date, inSameDayAs: now) { return clockText(for: date) }
        if let yesterday = calendar.date(byAdding: .day, value: -1, to: now),
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

    private func clockText(for date: Date) -> String {
        date.formatted(style.hour(.defaultDigits(amPM: .abbreviated)).minute(.twoDigits))
            .replacingOccurrences(of: "\u{202F}", with: " ")
            .lowercased()
    }

    private var style: Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
    }
}

extension ChatEnvironment {
    /// Calls `turned` each time the day turns, until the caller's task is cancelled.
    ///
    /// Looks at the wall clock at least every hour, since that clock may be set.
    public func followDays(_ turned: () -> Void) async {
        var day = calendar.startOfDay(for: now())
        while !Task.isCancelled {
            let pause = Duration.seconds(max(1, min(nextMidnight().timeIntervalSince(now()), 3600)))
            try? await clock.sleep(for: pause)
            let today = calendar.startOfDay(for: now())
            if today != day, !Task.isCancelled { turned() }
            day = today
        }
    }
}
