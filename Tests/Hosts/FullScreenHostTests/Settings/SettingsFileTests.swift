import ChatTypes
import Foundation
import HostKit
import HostTesting
import Testing

@testable import FullScreenHost

@Suite struct SettingsFileTests {
    @Test func `every setting is read; comments and blank lines are skipped`() {
        let file = SettingsFile(
            text: """
                # mine
                hours = 24   # as at work
                bell=off

                title = off
                notifications = osc777
                colors = 8
                mouse = on
                order = unread
                """
        )
        #expect(file.problems.isEmpty)
        let expected = Settings(
            hours: .twentyFour,
            hasBell: false,
            hasTitle: false,
            notifications: .osc777,
            colorLimit: 8,
            hasMouse: true,
            listOrder: .unread
        )
        #expect(file.settings == expected)
    }

    @Test(
        arguments: [
            ("hours = 12", Settings(hours: .twelve)), ("notifications = osc9", Settings(notifications: .osc9)),
            ("markdown = off", Settings(hasMarkdown: false)), ("links = on", Settings(hasLinks: true)),
            ("links = off", Settings(hasLinks: false)), ("colors = 256", Settings(colorLimit: 256)),
            ("colors = off", Settings(colorLimit: 0)), ("list = hidden", Settings(listColumns: 0)),
            ("list = 35", Settings(listColumns: 35)), ("names = on", Settings(names: .on)),
            ("names = off", Settings(names: .off)), ("background = dark", Settings(isLight: false)),
            ("background = light", Settings(isLight: true)), ("pictures = on", Settings(pictures: .on)),
            ("pictures = blocks", Settings(pictures: .blocks)), ("pictures = off", Settings(pictures: .off)),
            ("keys = vi", Settings(hasViKeys: true)), ("rows = 1", Settings(listRowHeight: 1)),
            ("notifications = notify-send", Settings(notifications: .notifySend)),
            ("color-own = white", Settings(colors: [.own: .white])),
        ] as [(String, Settings)]
    )
    func `a value does what it says`(line: String, settings: Settings) {
        let file = SettingsFile(text: line)
        #expect(file.settings == settings && file.problems.isEmpty)
    }

    @Test func `each number that a setting takes counts as it stands`() {
        let numbers: [String: (Settings) -> Int?] = [
            "list": { $0.listColumns }, "escape-delay": { $0.escapeDelay.map { Int($0) } }, "colors": { $0.colorLimit },
            "rows": { $0.listRowHeight },
        ]
        for (name, number) in numbers {
            let words = SettingRow.all.first { $0.name == name }?.values.map(\.word).filter { Int($0) != nil } ?? []
            #expect(words.count > 1)
            for word in words { #expect(number(SettingsFile(text: "\(name) = \(word)").settings) == Int(word)) }
        }
    }

    @Test func `CRLF line breaks are accepted`() {
        let file = SettingsFile(text: "# mine\r\nhours = 24\r\nbell = off\r\n")
        #expect(file.problems.isEmpty)
        #expect(file.settings == Settings(hours: .twentyFour, hasBell: false))
    }

    @Test func `problems are reported with their line, and other lines apply`() {
        let file = SettingsFile(text: "belle = off\nhours = 25\nmouse\nmouse = on\nmouse = off\n\u{7}\u{1B} = 1")
        #expect(
            file.problems == [
                "settings, line 1: there is no setting 'belle'; did you mean bell?",
                "settings, line 2: hours takes auto, 12 or 24, not '25'",
                "settings, line 3: 'mouse' needs a value: hours = 24",
                "settings, line 5: mouse is set on line 4 already; this line applies",
                "settings, line 6: there is no setting '\\u{7}\\u{1B}'",
            ]
        )
        #expect(file.settings == Settings())
    }

    @Test(arguments: [(5, nil), (6, "settings: 1 more problem"), (9, "settings: 4 more problems")])
    func `of many problems five are told, and how many more there are`(count: Int, last: String?) {
        let file = SettingsFile(text: String(repeating: "nothing = 1\n", count: count))
        #expect(file.problems.count == (last == nil ? 5 : 6))
        #expect(last == nil || file.problems.last == last)
    }

    @Test func `the manual page has every setting and every key`() {
        let items = FullScreenProgram.manual.flatMap(\.items)
        for row in SettingRow.all { #expect(items.contains { $0.term.hasPrefix("\(row.name) = ") }) }
        for binding in KeyBinding.all + KeyBinding.vi {
            #expect(items.contains { $0.term == binding.label && $0.text.hasPrefix(binding.summary) })
        }
        for text in [
            "show these keys (everywhere)", "insert the text cut last (everywhere but message)",
            "go to the newest mention; again: the one before (chat, message)",
        ] {
            #expect(items.contains { $0.text == text })
        }
    }

    @Test func `the first value of each setting is its default`() {
        let file = SettingsFile(
            text: SettingRow.all.map { "\($0.name) = \($0.values[0].word)" }.joined(separator: "\n")
        )
        #expect(file == SettingsFile())
    }

    @Test(arguments: [(0, nil), (1, "settings: the file is longer than 65536 bytes, and was ignored")])
    func `a file up to a limit is read, and a longer one is ignored as a whole`(excess: Int, problem: String?) throws {
        let folder = DataFolder()
        let place = folder.url.appending(path: "viperchat")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let text = "bell = off\n#" + String(repeating: "x", count: SettingsFile.byteLimit - 12 + excess)
        try Data(text.utf8).write(to: place.appending(path: "settings"))
        let file = SettingsFile(environment: ["XDG_CONFIG_HOME": folder.url.path])
        #expect(file.problems == [problem].compactMap(\.self) && file.settings.hasBell == (excess > 0))
    }

    @Test func `the profile is no setting of the screen, and no unknown one`() {
        #expect(SettingsFile(text: "profile = work") == SettingsFile())
    }

    @Test func `the file is found by XDG_CONFIG_HOME or HOME, and may be missing`() {
        #expect(ProfileSetting.url(environment: ["HOME": "/h"])?.path == "/h/.config/viperchat/settings")
        let own = ["HOME": "/h", "XDG_CONFIG_HOME": "/x"]
        #expect(ProfileSetting.url(environment: own)?.path == "/x/viperchat/settings")
        #expect(ProfileSetting.url(environment: ["XDG_CONFIG_HOME": "x"]) == nil)
        #expect(SettingsFile(environment: ["HOME": "/no/such/home"]) == SettingsFile())
    }
}

@Suite struct DesktopNotificationsTests {
    @Test func `names cannot turn a notification into another terminal command`() {
        // Some terminals read `9;4` as progress, and `9;7` as a program to start.
        #expect(DesktopNotifications.osc9.sequence("7;calc;", "a;b") == "\u{1B}]9;7,calc,: a;b\u{07}")
        #expect(DesktopNotifications.osc777.sequence("a;b", "c;d") == "\u{1B}]777;notify;a,b;c;d\u{07}")
        #expect(DesktopNotifications.off.sequence("a", "b").isEmpty)
    }

    @Test func `in tmux, a sequence is wrapped for the terminal behind it`() {
        let wrapped = DesktopNotifications.osc777.sequence("a", "b", isInTmux: true)
        #expect(wrapped == "\u{1B}Ptmux;\u{1B}\u{1B}]777;notify;a;b\u{07}\u{1B}\\")
        #expect(DesktopNotifications.off.sequence("a", "b", isInTmux: true).isEmpty)
    }
}
