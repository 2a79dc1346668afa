import CommandLineKit
import SourceMeasure

/// The parsed options of `architecture-comparison`.
struct CommandOptions: Equatable {
    /// The output format of the comparison.
    enum Format: String, CaseIterable {
        case text, markdown, json, html
    }

    /// An error in the command line.
    struct Mistake: Error, Equatable {
        let sentence: String
    }

    var format = Format.text
    /// The output file; nil for standard output.
    var output: String?
    /// The package's folder; nil to search for it.
    var package: String?
    /// The JSON report to render; nil to measure.
    var from: String?
    var seeds = Self.defaultSeeds
    var wantsHelp = false

    static let defaultSeeds = 10
    static let longestRun = 1000

    private static let valued = ["--format", "--from", "--output", "--package", "--seeds"]

    init(_ arguments: [String]) throws(Mistake) {
        var given: Set<String> = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--help" || argument == "-h" {
                wantsHelp = true
                return
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = parts.isEmpty ? "" : String(parts[0])
            guard Self.valued.contains(option) else {
                let isOption = argument.hasPrefix("-")
                let near = suggestion(for: option, among: isOption ? Self.valued + ["--help"] : HelpText.commands)
                throw Mistake(sentence: "There is no \(isOption ? "option" : "command") \(echoed(option))\(near)")
            }
            guard given.insert(option).inserted else { throw Mistake(sentence: "\(option) is given twice") }
            guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                throw Mistake(sentence: "\(option) needs a value after it")
            }
            try set(option, to: value)
        }
    }

    private mutating func set(_ option: String, to value: String) throws(Mistake) {
        switch option {
        case "--output": output = value
        case "--package": package = value
        case "--from": from = value
        case "--seeds":
            guard let number = Int(value), (1...Self.longestRun).contains(number) else {
                throw Mistake(sentence: "--seeds wants a whole number from 1 to \(Self.longestRun)")
            }
            seeds = number
        default:
            guard let known = Format(rawValue: value) else {
                let formats = Format.allCases.map(\.rawValue).joined(separator: ", ")
                throw Mistake(sentence: "There is no format \(echoed(value)); there are \(formats)")
            }
            format = known
        }
    }
}
