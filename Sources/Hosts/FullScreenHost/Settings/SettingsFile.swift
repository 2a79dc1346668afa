import CommandLineKit
import Foundation
import HostKit

/// The file `$XDG_CONFIG_HOME/viperchat/settings`: a setting such as `hours = 24` on each line, and comments after `#`.
struct SettingsFile: Equatable, Sendable {
    /// The maximum size; a larger file is not a settings file.
    static let byteLimit = 65_536

    var settings = Settings()
    /// Problems with their line numbers, the first five, and how many more there are; all other lines apply.
    var problems: [String] = []
    private var untoldCount = 0

    init() {}

    /// Parses a settings text; lines with problems are skipped.
    init(text: String) {
        var seen: [String: Int] = [:]
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.prefix { $0 != "#" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = words[0].trimmed
            if words.count == 1, name.isEmpty { continue }
            let number = index + 1
            if name.hasPrefix("key "), words.count == 2 {
                bind(name.dropFirst(4), to: words[1].trimmed, line: number)
                continue
            }
            // Read before the screen is there, to open the profile.
            if name == "profile", words.count == 2 { continue }
            if name == NotificationCommand.setting, words.count == 2 {
                setNotifyCommand(words[1].trimmed, line: number)
                continue
            }
            guard words.count == 2 else {
                note("line \(number): '\(echoed(name))' needs a value: hours = 24")
                continue
            }
            guard let row = SettingRow.all.first(where: { $0.name == name }) else {
                let hint = suggestion(for: name, among: SettingRow.all.map(\.name) + [NotificationCommand.setting])
                note("line \(number): there is no setting '\(echoed(name))'\(hint)")
                continue
            }
            let word = words[1].trimmed
            guard let value = row.values.first(where: { $0.word == word }) else {
                let all = wordList(row.values.map(\.word), joinedBy: "or")
                note("line \(number): \(name) takes \(all), not '\(echoed(word))'")
                continue
            }
            if let earlier = seen.updateValue(number, forKey: name) {
                note("line \(number): \(name) is set on line \(earlier) already; this line applies")
            }
            value.apply(&settings)
        }
        if untoldCount > 0 {
            problems.append("settings: \(untoldCount) more \(untoldCount == 1 ? "problem" : "problems")")
        }
    }

    /// Reads the user's settings file; without one, all settings have their defaults.
    init(environment: [String: String]) {
        self.init()
        guard let url = ProfileSetting.url(environment: environment) else { return }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            let data = try handle.read(upToCount: Self.byteLimit + 1) ?? Data()
            if data.count <= Self.byteLimit {
                self.init(text: String(decoding: data, as: UTF8.self))
            } else {
                problems = ["settings: the file is longer than \(Self.byteLimit) bytes, and was ignored"]
            }
        } catch {
            if FileManager.default.fileExists(atPath: url.path) { problems = ["settings: the file cannot be read"] }
        }
    }

    /// Binds a key, or two in a row, to a command, as `key Alt-m = /mute` and `key gt = /next-unread` do.
    private mutating func bind(_ label: Substring, to command: String, line number: Int) {
        let keys = Key.sequence(label: label.trimmed)
        guard let first = keys.first, first.canBeBound else {
            note(
                "line \(number): '\(echoed(label.trimmed))' is no key that can be bound; use names such as Alt-m or F5"
            )
            return
        }
        guard let problem = TypedCommand.problem(withBound: command) else {
            if keys.count == 2 {
                settings.boundPairs[first, default: [:]][keys[1]] = command
            } else {
                settings.boundKeys[first] = command
            }
            return
        }
        note("line \(number): \(problem)")
    }

    /// Reads a program with its arguments, as in `notify-command = notify-send -u low -- {title} {text}`.
    private mutating func setNotifyCommand(_ line: String, line number: Int) {
        settings.notifyCommand = NotificationCommand(words: line)
        if settings.notifyCommand == nil {
            note(
                "line \(number): \(NotificationCommand.setting) takes a program and its arguments; a double quote must end"
            )
        }
    }

    private mutating func note(_ problem: String) {
        // A file of nonsense is reported in a few lines.
        if problems.count < 5 { problems.append("settings, \(problem)") } else { untoldCount += 1 }
    }
}

extension Substring {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
