import CommandLineKit
package import Foundation

/// The line `profile = NAME` of the settings, which names the profile to use if the command line names none.
package enum ProfileSetting {
    /// Returns the name; nil without such a line. Throws a `UsageError` for a text that is no name.
    package static func name(environment: [String: String]) throws(UsageError) -> String? {
        guard let url = url(environment: environment), let handle = try? FileHandle(forReadingFrom: url),
            let data = try? handle.read(upToCount: byteLimit + 1), data.count <= byteLimit
        else { return nil }
        return try name(in: String(decoding: data, as: UTF8.self))
    }

    /// Returns the name in a settings text. The last line counts, as with all settings.
    package static func name(in text: String) throws(UsageError) -> String? {
        var name: String?
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split(separator: "=", maxSplits: 1)
            guard words.count == 2, words[0].trimmingCharacters(in: .whitespaces) == "profile" else { continue }
            name = try ProfileName.parsed(words[1].trimmingCharacters(in: .whitespaces), of: "profile in the settings")
        }
        return name
    }

    /// The path `$XDG_CONFIG_HOME/viperchat/settings`, or else `~/.config/viperchat/settings`; nil without a home directory.
    package static func url(environment: [String: String]) -> URL? {
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let base = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }
        return base.map { URL(filePath: $0 + "/viperchat/settings", directoryHint: .notDirectory) }
    }

    /// The maximum size; a larger file is not a settings file.
    private static let byteLimit = 65_536
}
