import Foundation
import RuntimeKit
import ScreenKit
import ScreenTesting
import Testing

@Suite struct TimeTextTests {
    @Test(arguments: [
        ("2022-03-11T09:00:00Z", "9:00 am"), ("2022-03-11T23:05:00Z", "11:05 pm"),
        ("2022-03-10T23:59:59Z", "Yesterday"), ("2022-03-09T12:00:00Z", "3/9/2022"),
        ("2022-03-12T00:00:00Z", "3/12/2022"),
    ])
    func `today is a time, yesterday a word, any other day a date`(moment: String, text: String) throws {
        #expect(environment().timeText(for: try Date(moment, strategy: .iso8601)) == text)
    }

    @Test func `the day changes at midnight in the user's time zone`() throws {
        let moment = try Date("2022-03-10T15:30:00Z", strategy: .iso8601)
        #expect(environment(zone: "Asia/Tokyo").timeText(for: moment) == "12:30 am")
        #expect(environment(locale: "de_DE", zone: "Europe/Berlin").timeText(for: moment) == "Yesterday")
    }

    @Test(arguments: [
        ("2022-03-11T09:00:00Z", "9:00 am"), ("2022-03-10T23:05:00Z", "Yesterday 11:05 pm"),
        ("2022-03-09T12:00:00Z", "3/9/2022 12:00 pm"), ("2022-03-12T00:00:00Z", "3/12/2022 12:00 am"),
    ])
    func `a message's time shows the day unless it is today`(moment: String, text: String) throws {
        #expect(environment().messageTimeText(for: try Date(moment, strategy: .iso8601)) == text)
    }

    @Test(arguments: [
        ("2022-03-11T09:00:00Z", "9:00 am", "Today"), ("2022-03-10T09:00:00Z", "Thu", "Yesterday"),
        ("2022-03-05T00:00:00Z", "Sat", "Sat, Mar 5"), ("2022-03-04T23:59:59Z", "Mar 4", "Fri, Mar 4"),
        ("2021-11-17T12:00:00Z", "Nov 17, 2021", "Wed, Nov 17, 2021"),
        ("2022-03-12T00:00:00Z", "Mar 12", "Sat, Mar 12"),
    ])
    func `a short time is a weekday within a week, then a date`(moment: String, short: String, heading: String) throws {
        let date = try Date(moment, strategy: .iso8601)
        #expect(environment().shortTimeText(for: date) == short)
        #expect(environment().dayHeadingText(for: date) == heading)
    }

    @Test func `yesterday is right across a clock change`() throws {
        var environment = environment(zone: "Europe/Berlin")
        let now = try Date("2022-03-27T22:30:00+02:00", strategy: .iso8601)
        environment.now = { now }
        #expect(environment.timeText(for: try Date("2022-03-26T00:30:00+01:00", strategy: .iso8601)) == "Yesterday")
        #expect(environment.timeText(for: try Date("2022-03-27T00:30:00+01:00", strategy: .iso8601)) == "12:30 am")
    }

    /// A day with a clock change has 23 or 25 hours.
    @Test(arguments: [
        ("2022-03-28T00:30:00+02:00", "2022-03-27T12:00:00+02:00"),
        ("2022-10-30T23:30:00+01:00", "2022-10-29T12:00:00+02:00"),
    ])
    func `yesterday is a calendar day, not 24 hours`(now: String, moment: String) throws {
        var environment = environment(zone: "Europe/Berlin")
        let now = try Date(now, strategy: .iso8601)
        environment.now = { now }
        #expect(environment.timeText(for: try Date(moment, strategy: .iso8601)) == "Yesterday")
    }

    @Test(arguments: ["2022-03-10", "Yesterday"])
    func `a day that is typed begins at midnight in the user's time zone, whatever their calendar is`(text: String)
        throws
    {
        var environment = environment(zone: "Asia/Tokyo")
        let zone = environment.calendar.timeZone
        environment.calendar = Calendar(identifier: .buddhist)
        environment.calendar.timeZone = zone
        let day = try Date("2022-03-09T15:00:00Z", strategy: .iso8601)
        #expect(environment.startOfDay(named: text) == day)
    }

    @Test(arguments: ["ar_EG", "he_IL", "fa_IR", "ur_PK"]) func `no locale's date contains direction marks`(
        _ locale: String
    ) throws {
        let moment = try Date("2021-03-11T14:30:00Z", strategy: .iso8601)
        let text = environment(locale: locale).messageTimeText(for: moment)
        #expect(!text.unicodeScalars.contains { $0.properties.isBidiControl })
    }

    @Test func `a locale with a 24-hour clock shows no am or pm`() throws {
        let moment = try Date("2022-03-11T14:30:00Z", strategy: .iso8601)
        #expect(environment(locale: "de_DE", zone: "UTC").timeText(for: moment) == "14:30")
    }
}

private func environment(locale: String = "en_US", zone: String = "UTC") -> ChatEnvironment {
    var environment = ChatEnvironment.test()
    environment.calendar.locale = Locale(identifier: locale)
    environment.calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
    return environment
}
