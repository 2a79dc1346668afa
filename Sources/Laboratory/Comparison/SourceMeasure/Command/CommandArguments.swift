import CommandLineKit

/// Parsed command-line arguments: options with their values, and all other words in order.
package struct CommandArguments {
    /// An error in the command line.
    package struct Mistake: Error {
        package let sentence: String

        package init(_ sentence: String) { self.sentence = sentence }
    }

    package private(set) var words: [String] = []
    package private(set) var wantsHelp = false
    private var values: [String: String] = [:]

    /// Parses `arguments`.
    ///
    /// Each of `options` takes one value, as `--option VALUE` or `--option=VALUE`, and may be given once.
    package init(_ arguments: [String], options: [String]) throws(Mistake) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" {
                wantsHelp = true
                return
            }
            guard argument.hasPrefix("-") else {
                words.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = String(parts[0])
            guard options.contains(option) else {
                throw Mistake(
                    "There is no option \(echoed(option))\(suggestion(for: option, among: options + ["--help"]))"
                )
            }
            guard values[option] == nil else { throw Mistake("\(option) is given twice") }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                throw Mistake("\(option) needs a value after it")
            }
            values[option] = value
        }
    }

    /// Returns the value of an option, or nil if it was not given.
    package func value(of option: String) -> String? { values[option] }

    /// Returns the value of `--format`, or the first format if the option was not given.
    package func format<Format>() throws(Mistake) -> Format
    where Format: RawRepresentable & CaseIterable, Format.RawValue == String {
        let all = Array(Format.allCases)
        guard let value = values["--format"] else { return all[0] }
        guard let format = Format(rawValue: value) else {
            let formats = all.map(\.rawValue).joined(separator: ", ")
            throw Mistake("There is no format \(echoed(value)); there are \(formats)")
        }
        return format
    }

    /// Returns the words, each parsed as `NAME=DIR`.
    package func namedFolders() throws(Mistake) -> [(name: String, folder: String)] {
        var found: [(name: String, folder: String)] = []
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw Mistake("\(echoed(word)) should be NAME=DIR: a name, =, and a folder")
            }
            guard !found.contains(where: { $0.name == parts[0] }) else {
                throw Mistake("The name \(echoed(parts[0])) is given twice")
            }
            found.append((parts[0], parts[1]))
        }
        return found
    }
}
