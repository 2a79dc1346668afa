import Foundation
import HostTesting
import Testing
import ThreadTesting

@testable import HostKit

@Suite(.ownThread) struct UserTimeZoneTests {
    private let now = Date(timeIntervalSince1970: 1_760_000_000)

    @Test func `a proposed zone with the C library's offsets is used`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let found = TimeZone.agreeing(with: { zone.secondsFromGMT(for: $0) }, proposed: zone, at: now)
        #expect(found.identifier == "Europe/Berlin")
    }

    @Test func `a fixed offset replaces a zone with another sign`() throws {
        let wrong = try #require(TimeZone(secondsFromGMT: 5 * 3600))
        let found = TimeZone.agreeing(with: { _ in -5 * 3600 }, proposed: wrong, at: now)
        #expect(found.secondsFromGMT(for: now) == -5 * 3600)
    }

    @Test func `a rule for summer time leads to a zone that has it`() throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        let found = TimeZone.agreeing(with: { zone.secondsFromGMT(for: $0) }, proposed: .gmt, at: now)
        for month in 0..<12 {
            let day = now.addingTimeInterval(Double(month) * -30 * 86_400)
            #expect(found.secondsFromGMT(for: day) == zone.secondsFromGMT(for: day))
        }
    }

    @Test func `offsets of no known zone lead to the offset of the current date`() {
        let found = TimeZone.agreeing(with: { $0 < self.now ? 3600 : 7260 }, proposed: .gmt, at: now)
        #expect(found.secondsFromGMT(for: now) == 7260)
    }

    @Test(arguments: [("EST5", -5), ("UTC+5", -5), ("CET-1", 1), (":Asia/Tokyo", 9)])
    func `messages show the time of a TZ setting`(setting: String, hours: Int) throws {
        let data = DataFolder()
        try data.chat()
        let shell = { (zone: String) in
            try ChildProcess(
                shell: #"export LC_ALL=de_DE.UTF-8 TZ="\#(zone)"; exec "$0" "$@" 2>&1"#,
                arguments: ["export"] + data.arguments
            ).finish().lines.first { $0.contains("You: ") }?.prefix(16)
        }
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .gmt)
            .year().month().day().time(includingFractionalSeconds: false)
        let (here, universal) = (try shell(setting), try shell("UTC0"))
        let local = try Date("\(here ?? ""):00", strategy: style)
        let difference = local.timeIntervalSince(try Date("\(universal ?? ""):00", strategy: style))
        #expect(difference == Double(hours * 3600))
    }
}
