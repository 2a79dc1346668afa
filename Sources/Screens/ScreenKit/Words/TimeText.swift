public import Foundation
public import RuntimeKit

extension ChatEnvironment {
    /// Returns the text for a time in the list: "10:00 am" today, "Yesterday", or the date.
    ///
    /// Uses this environment's locale, time zone and time. A plain space replaces the narrow no-break space before
    /// "am", and the text is in lower case, so that it is the same on every platform.
    public func timeText(for date: Date) -> String {
        isToday(date) ? clockText(for: date) : dayText(for: date)
    }

    /// Returns the text for a message's time: as in the list, followed by the time of day unless it is today.
    public func messageTimeText(for date: Date) -> String {
        isToday(date) ? clockText(for: date) : "\(dayText(for: date)) \(clockText(for: date))"
    }

    /// Returns the shortest text for a time: "10:00 am" today, "Tue" in the last six days, else "Nov 17", with the
    /// year if it is not the current one.
    public func shortTimeText(for date: Date) -> String {
        if isToday(date) { return clockText(for: date) }
        let days = calendar.dateComponents([.day], from: calendar.startOfDay(for: date), to: today).day ?? 0
        if (1...6).contains(days) { return date.formatted(style.weekday(.abbreviated)).withoutDirectionMarks }
        return dateText(for: date, style.day().month(.abbreviated))
    }

    /// Returns the text above a day's messages: "Today", "Yesterday", or "Tue, Nov 17".
    public func dayHeadingText(for date: Date) -> String {
        if isToday(date) { return "Today" }
        if isYesterday(date) { return "Yesterday" }
        return dateText(for: date, style.weekday(.abbreviated).day().month(.abbreviated))
    }

    /// Returns the start of a day that a user types: `2026-11-03`, `today` or `yesterday`; `nil` for any other text, and for a day that no
    /// calendar has.
    public func startOfDay(named text: String) -> Date? {
        let daysAgo = ["today": 0, "yesterday": 1][text.lowercased()]
        if let daysAgo { return calendar.date(byAdding: .day, value: -daysAgo, to: calendar.startOfDay(for: now())) }
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { part in
            part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
        }
        guard numbers.count == 3, let year = numbers[0], let month = numbers[1], let day = numbers[2],
            (1...9999).contains(year)
        else { return nil }
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        let wanted = DateComponents(year: year, month: month, day: day)
        guard let date = gregorian.date(from: wanted) else { return nil }
        // The calendar turns February 30 into a day of March.
        let found = gregorian.dateComponents([.year, .month, .day], from: date)
        return found.year == year && found.month == month && found.day == day ? date : nil
    }

    private func dateText(for date: Date, _ style: Date.FormatStyle) -> String {
        let isThisYear = calendar.component(.year, from: date) == calendar.component(.year, from: now())
        return date.formatted(isThisYear ? style : style.year()).withoutDirectionMarks
    }

    private func isYesterday(_ date: Date) -> Bool {
        calendar.date(byAdding: .day, value: -1, to: now()).map { calendar.isDate(date, inSameDayAs: $0) } ?? false
    }

    /// Returns whether a time is of the current day.
    public func isToday(_ date: Date) -> Bool { calendar.isDate(date, inSameDayAs: now()) }

    /// Returns the text for a day other than today: "Yesterday", or the date.
    public func dayText(for date: Date) -> String {
        if isYesterday(date) { return "Yesterday" }
        return date.formatted(style.day().month(.defaultDigits).year()).withoutDirectionMarks
    }

    /// Returns the next time at which `timeText(for:)` changes for the same date.
    func nextMidnight() -> Date {
        let now = now()
        let today = calendar.startOfDay(for: now)
        return calendar.date(byAdding: .day, value: 1, to: today) ?? now.addingTimeInterval(86_400)
    }

    /// Returns the text for a time of day, such as "10:00 am".
    public func clockText(for date: Date) -> String {
        date.formatted(style.hour(.defaultDigits(amPM: .abbreviated)).minute(.twoDigits))
            .replacingOccurrences(of: "\u{202F}", with: " ")
            .lowercased()
            .withoutDirectionMarks
    }

    private var style: Date.FormatStyle {
        Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone)
    }
}

extension String {
    /// The text without the direction marks of some locales' dates and sizes, which a terminal would show as `�`.
    var withoutDirectionMarks: String {
        String(unicodeScalars.filter { !["\u{200E}", "\u{200F}", "\u{61C}"].contains($0) })
    }
}

extension ChatEnvironment {
    /// The start of the current day. Texts such as "Yesterday" must be rebuilt when it changes.
    public var today: Date { calendar.startOfDay(for: now()) }

    /// Calls `remind` at each midnight and at least once a minute, until the caller's task is cancelled.
    ///
    /// The wall clock may be set at any time without notice, so screens that show times check it.
    public func followDays(_ remind: () -> Void) async {
        while !Task.isCancelled {
            let pause = Duration.seconds(max(1, min(nextMidnight().timeIntervalSince(now()), 60)))
            try? await clock.sleep(for: pause)
            if !Task.isCancelled { remind() }
        }
    }
}
