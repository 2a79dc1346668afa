import CSystem
package import Foundation

extension TimeZone {
    /// The time zone of the process, as the C library reads `TZ`.
    ///
    /// Foundation reads names such as `Europe/Berlin` only. It takes `UTC+5`, which is west of Greenwich, for east of it.
    package static var user: TimeZone { agreeing(with: libraryOffset, proposed: .current, at: Date()) }

    /// Returns a zone with the given offsets in the years around a date: the proposed zone if it has them, or else a fixed offset, or
    /// else the first known zone that has them. Returns the offset at that date as a last resort.
    static func agreeing(with offset: (Date) -> Int, proposed: TimeZone, at now: Date) -> TimeZone {
        // Ten days apart, so that the days on which the clocks change are found.
        let samples = (-73...73).map { now.addingTimeInterval(Double($0) * 864_000) }
        let offsets = samples.map(offset)
        func agrees(_ zone: TimeZone) -> Bool {
            zip(samples, offsets).allSatisfy { zone.secondsFromGMT(for: $0) == $1 }
        }
        if agrees(proposed) { return proposed }
        let fixed = TimeZone(secondsFromGMT: offset(now)) ?? .gmt
        if agrees(fixed) { return fixed }
        return TimeZone.knownTimeZoneIdentifiers.lazy.compactMap { TimeZone(identifier: $0) }.first(where: agrees)
            ?? fixed
    }

    /// Returns the difference to UTC in seconds; 0 for a date that the C library cannot represent.
    private static func libraryOffset(at date: Date) -> Int {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        tzset()
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}

extension Calendar {
    /// The calendar of the user: the machine's time zone, and the language and region of the environment.
    ///
    /// The first of LC_ALL, LC_TIME and LANG that is set decides, as in other programs. US English is used if it
    /// names no language, as `C`: Foundation would choose a region of its own.
    package static func user(environment: [String: String]) -> Calendar {
        let locale = Locale(identifier: languageAndRegion(environment) ?? "en_US")
        var calendar = locale.calendar
        calendar.locale = locale
        calendar.timeZone = .user
        return calendar
    }

    /// Returns `de_DE` for `de_DE.UTF-8@euro`; nil if the setting names no language.
    private static func languageAndRegion(_ environment: [String: String]) -> String? {
        let setting = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let name = setting?.prefix(while: { $0 != "." && $0 != "@" }) else { return nil }
        let isLanguage = Locale(identifier: String(name)).language.languageCode?.isISOLanguage ?? false
        return isLanguage ? String(name) : nil
    }
}
