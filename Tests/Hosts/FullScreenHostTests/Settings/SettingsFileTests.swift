import Foundation
import Testing

@testable import FullScreenHost

@Suite struct SettingsFileTests {
    @Test func `every key is read, comments and blanks are not`() {
        let file = SettingsFile(
            text: """
                # mine
                hours = 24   # as at work
                bell=off

                title = off
                notifications = osc777
                colors = 8
                mouse = on
                """
        )
        #expect(file.problems.isEmpty)
        let expected = Settings(
            hours: .twentyFour,
            hasBell: false,
            hasTitle: false,
            notices: .osc777,
            colorLimit: 8,
            hasMouse: true
        )
        #expect(file.settings == expected)
    }

    @Test func `lines may end as on Windows`() {
        let file = SettingsFile(text: "# mine\r\nhours = 24\r\nbell = off\r\n")
        #expect(file.problems.isEmpty)
        #expect(file.settings == Settings(hours: .twentyFour, hasBell: false))
    }

    @Test func `what is wrong is named with its line, and the rest holds`() {
        let file = SettingsFile(text: "belle = off\nhours = 25\nmouse\nmouse = on\nmouse = off\n\u{7}\u{1B} = 1")
        #expect(
            file.problems == [
                "settings, line 1: there is no setting 'belle'; did you mean bell?",
                "settings, line 2: hours takes auto, 12 or 24, not '25'",
                "settings, line 3: 'mouse' needs a value: hours = 24",
                "settings, line 5: mouse stands on line 4 already; this one holds",
                "settings, line 6: there is no setting '\\u{7}\\u{1B}'",
            ]
        )
        #expect(file.settings == Settings())
    }

    @Test func `the first value of each key is the standard one`() {
        let file = SettingsFile(
            text: SettingRow.all.map { "\($0.name) = \($0.values[0].word)" }.joined(separator: "\n")
        )
        #expect(file == SettingsFile())
    }

    @Test func `it stands in the person's own place, and none is needed`() {
        #expect(SettingsFile.url(environment: ["HOME": "/h"])?.path == "/h/.config/viperchat/settings")
        let own = ["HOME": "/h", "XDG_CONFIG_HOME": "/x"]
        #expect(SettingsFile.url(environment: own)?.path == "/x/viperchat/settings")
        #expect(SettingsFile.url(environment: ["XDG_CONFIG_HOME": "x"]) == nil)
        #expect(SettingsFile(environment: ["HOME": "/no/such/home"]) == SettingsFile())
    }
}
