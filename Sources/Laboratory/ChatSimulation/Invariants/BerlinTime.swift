import Foundation

/// The local time in Berlin during the spring of 2022, in which the sessions run, and its expected formatting.
///
/// It is computed by rule, independently of the app's calendar, so that the two can be compared.
struct BerlinTime {
    /// Days since 1 January 1970, and minutes since midnight.
    private let (day, minute): (Int, Int)

    /// The start of daylight saving time in 2022, in seconds since 1970.
    private static let summer = 1_648_342_800.0

    init(_ date: Date) {
        let seconds = date.timeIntervalSince1970
        let local = Int(seconds.rounded(.down)) + (seconds < Self.summer ? 3600 : 7200)
        (day, minute) = (local / 86_400, local % 86_400 / 60)
    }

    /// Returns the time as shown beside a chat.
    func text(at now: Date) -> String { dayText(at: now) ?? clock }

    /// Returns the time as shown beside a message, with the time of day added for every day but today.
    func messageText(at now: Date) -> String { dayText(at: now).map { "\($0) \(clock)" } ?? clock }

    private var clock: String {
        let (hour, rest) = (minute / 60, minute % 60)
        return "\((hour + 11) % 12 + 1):\(rest < 10 ? "0" : "")\(rest) \(hour < 12 ? "am" : "pm")"
    }

    /// Returns the day as text; `nil` for today.
    private func dayText(at now: Date) -> String? {
        switch BerlinTime(now).day - day {
        case 0: nil
        case 1: "Yesterday"
        default: date
        }
    }

    /// The date, computed from the days since 1 March of the year 0, so that a leap day is the last day of its year.
    private var date: String {
        let (era, days) = (day + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let years = (days - days / 1460 + days / 36_524 - days / 146_096) / 365
        let dayOfYear = days - (365 * years + years / 4 - years / 100)
        let months = (5 * dayOfYear + 2) / 153
        let month = months < 10 ? months + 3 : months - 9
        return "\(month)/\(dayOfYear - (153 * months + 2) / 5 + 1)/\(era * 400 + years + (month <= 2 ? 1 : 0))"
    }
}
