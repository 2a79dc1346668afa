import Foundation
import SimulationKit
import Testing
import ScreenKit
import Transport

@Suite struct TimeTextTests {
    @Test(arguments: [
        ("2022-03-11T09:00:00Z", "9:00 am"), ("2022-03-11T23:05:00Z", "11:05 pm"),
        ("2022-03-10T23:59:59Z", "Yesterday"), ("2022-03-09T12:00:00Z", "3/9/2022"),
        ("2022-03-12T00:00:00Z", "3/12/2022"),
    ])
    func `today is a time, yesterday a word, anything else a date`(moment: String, text: String) throws {
        #expect(environment().timeText(for: try Date(moment, strategy: .iso8601)) == text)
    }

    @Test func `the day turns at midnight where the person is`() throws {
        let moment = try Date("2022-03-10T15:30:00Z", strategy: .iso8601)
        #expect(environment(zone: "Asia/Tokyo").timeText(for: moment) == "12:30 am")
        #expect(environment(locale: "de_DE", zone: "Europe/Berlin").timeText(for: moment) == "Yesterday")
    }

    @Test func `a locale with a 24-hour clock has no halves of the day`() throws {
        let moment = try Date("2022-03-11T14:30:00Z", strategy: .iso8601)
        #expect(environment(locale: "de_DE", zone: "UTC").timeText(for: moment) == "14:30")
    }
}

private func environment(locale: String = "en_US", zone: String = "UTC") -> ChatEnvironment {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: locale)
    calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return ChatEnvironment(
        clock: VirtualClock(),
        now: { Date(timeIntervalSince1970: 1_647_000_000) },  // 2022-03-11T12:00:00Z
        calendar: calendar,
        random: RandomSource(SplitMix64(seed: 1))
    )
}
