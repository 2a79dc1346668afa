import Foundation
import HostTesting
import RuntimeKit
import ScreenKit
import Testing
import ThreadTesting

@testable import HostKit
@testable import LineHost

@Suite(.ownThread, .timeLimit(.minutes(20))) struct UserCalendarTests {
    @Test(arguments: [
        ([:], "en_US"), (["LANG": ""], "en_US"), (["LANG": "C"], "en_US"), (["LANG": "POSIX"], "en_US"),
        (["LANG": "C.UTF-8"], "en_US"), (["LANG": "nonsense"], "en_US"), (["LANG": "de_DE.UTF-8@euro"], "de_DE"),
        (["LANG": "fr"], "fr"), (["LC_TIME": "en_GB.UTF-8", "LANG": "de_DE"], "en_GB"),
        (["LC_ALL": "sv_SE", "LC_TIME": "en_GB", "LANG": "de_DE"], "sv_SE"),
        (["LC_ALL": "", "LC_TIME": "", "LANG": "de_DE"], "de_DE"), (["LC_ALL": "C", "LANG": "de_DE"], "en_US"),
    ])
    func `the first locale setting decides, and US English is the default`(
        settings: [String: String],
        locale: String
    ) {
        #expect(Calendar.user(environment: settings).locale?.identifier == locale)
    }

    @Test func `without a language, real time formats dates as virtual time does`() throws {
        let date = Date(timeIntervalSince1970: 1_668_787_200)
        let texts = [Calendar.user(environment: ["LANG": "C"]), .utcInUSEnglish].map { calendar in
            var calendar = calendar
            calendar.timeZone = .gmt
            return ChatEnvironment(
                clock: ContinuousClock(),
                now: { Date(timeIntervalSince1970: 1_700_000_000) },
                calendar: calendar,
                random: RandomSource(SystemRandomNumberGenerator())
            ).timeText(for: date)
        }
        #expect(texts == ["11/18/2022", "11/18/2022"])
    }

    @Test(arguments: [("C", "  3/11/2022 8:51 am  "), ("de_DE.UTF-8", "  11.3.2022 8:51  ")])
    func `the program reads the locale from the environment`(language: String, beginning: String) throws {
        let data = DataFolder()
        try data.chat()
        let lock = try data.profile.lock()
        defer { withExtendedLifetime(lock) {} }
        let script = #"unset LC_ALL LC_TIME; LANG=\#(language) TZ=UTC exec "$0" "$@""#
        let (code, lines) = try ChildProcess(shell: script, arguments: ["show", "John"] + data.arguments).finish()
        #expect(code == 0)
        #expect(lines.first?.hasPrefix(beginning) == true, "\(lines)")
    }
}
