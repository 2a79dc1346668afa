import Foundation
import RuntimeKit
import ScreenKit
import SimulationKit
import Testing

@testable import ChatSimulation

@Suite struct BerlinTimeTests {
    @Test(arguments: [
        ("2022-03-27T00:59:00Z", "1:59 am", "1:59 am"),
        ("2022-03-27T01:00:00Z", "3:00 am", "3:00 am"),
        ("2022-03-26T23:00:00Z", "12:00 am", "12:00 am"),
        ("2022-03-26T22:59:00Z", "Yesterday", "Yesterday 11:59 pm"),
        ("2022-03-25T23:00:00Z", "Yesterday", "Yesterday 12:00 am"),
        ("2022-03-25T22:59:00Z", "3/25/2022", "3/25/2022 11:59 pm"),
        ("2022-02-28T11:05:00Z", "2/28/2022", "2/28/2022 12:05 pm"),
    ])
    func `Berlin time is correct in the night when daylight saving time begins`(
        time: String,
        list: String,
        message: String
    ) throws {
        let now = try Date("2022-03-27T01:30:00Z", strategy: .iso8601)
        let time = try BerlinTime(Date(time, strategy: .iso8601))
        #expect(time.text(at: now) == list)
        #expect(time.messageText(at: now) == message)
    }

    @Test func `Berlin time agrees with the app for every hour of two weeks`() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        calendar.locale = Locale(identifier: "en_US")
        for hour in 0..<336 {
            let now = Date(timeIntervalSince1970: 1_648_000_000 + Double(hour) * 3600)
            let environment = ChatEnvironment(
                clock: VirtualClock(),
                now: { now },
                calendar: calendar,
                random: RandomSource(SplitMix64(seed: 1))
            )
            for days in [0, 0.9, 1, 1.1, 40] {
                let date = now - days * 86_400
                #expect(BerlinTime(date).text(at: now) == environment.timeText(for: date))
                #expect(BerlinTime(date).messageText(at: now) == environment.messageTimeText(for: date))
            }
        }
    }
}
