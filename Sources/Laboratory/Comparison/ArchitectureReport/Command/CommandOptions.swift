import CommandLineKit
import SourceMeasure

/// The parsed options of `architecture-comparison`.
struct CommandOptions {
    /// The output format of the comparison.
    enum Format: String, CaseIterable {
        case markdown, json, html
    }

    let format: Format
    /// The output file; nil for standard output.
    let output: String?
    /// The package's folder; nil to search for it.
    let package: String?
    let seeds: Int
    let wantsHelp: Bool

    init(_ arguments: [String]) throws(CommandArguments.Mistake) {
        let options = ["--format", "--output", "--package", "--seeds"]
        let arguments = try CommandArguments(arguments, options: options)
        if let word = arguments.words.first {
            let near = suggestion(for: word, among: HelpText.commands)
            throw CommandArguments.Mistake("There is no command \(echoed(word))\(near)")
        }
        format = try arguments.format()
        output = arguments.value(of: "--output")
        package = arguments.value(of: "--package")
        seeds = try arguments.seeds()
        wantsHelp = arguments.wantsHelp
    }
}

extension CommandArguments {
    static let defaultSeeds = 10
    private static let longestRun = 1000

    /// Returns the value of `--seeds`, or the default if the option was not given.
    func seeds() throws(Mistake) -> Int {
        guard let text = value(of: "--seeds") else { return Self.defaultSeeds }
        guard let seeds = Int(text), (1...Self.longestRun).contains(seeds) else {
            throw Mistake("--seeds wants a whole number from 1 to \(Self.longestRun)")
        }
        return seeds
    }
}
