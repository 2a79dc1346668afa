import ArchitectureVersions
import BehaviourSuite
import CommandLineKit
import Foundation
import SourceMeasure

/// `[--format markdown|json|html] [--package DIR] [--seeds N]`: measures every architecture and prints the report.
/// `claims [--package DIR]`: prints the ledger as far as sources and stored costs decide it, without running an app.
enum CompareCommand {
    /// The output format of the comparison.
    enum Format: String, CaseIterable {
        case markdown, json, html
    }

    static let claimsUsage = "claims [--package DIR]"

    /// Runs the comparison and calls `say` with progress messages. Exits with 66 if sources cannot be read.
    static func run(arguments: [String], say: @escaping (String) -> Void = { _ in }) -> CommandOutcome {
        let options = ["--format", "--package", "--seeds"]
        return CommandOutcome(of: arguments, options: options, usage: HelpText.arguments) { arguments in
            if let word = arguments.words.first {
                let near = suggestion(for: word, among: HelpText.commands)
                throw CommandArguments.Mistake("There is no command \(echoed(word))\(near)")
            }
            let (format, seeds): (Format, Int) = (try arguments.format(), try arguments.seeds())
            return try reporting(arguments, seeds: seeds, say: say) { maker, provenance in
                try maker.make(provenance).rendered(as: format)
            }
        }
    }

    /// Prints the claims, in under a second. Exits with 66 if sources cannot be read.
    static func claims(arguments: [String], usage: String) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--package"], usage: usage) { arguments in
            guard arguments.words.isEmpty else {
                throw CommandArguments.Mistake("The claims are about this package alone")
            }
            return try reporting(arguments, seeds: 0) { $0.makeFromSources($1).ledgerSection.markdown }
        }
    }

    private static func reporting(
        _ arguments: CommandArguments,
        seeds: Int,
        say: @escaping (String) -> Void = { _ in },
        _ text: (ReportMaker, Provenance) throws -> String
    ) throws -> CommandOutcome {
        let here = FileManager.default.currentDirectoryPath
        guard let package = arguments.value(of: "--package") ?? packageAbove(here) else {
            return CommandOutcome(
                output: "",
                problems: [
                    "There is no Package.swift here or above: say with --package DIR whose sources are to be counted"
                ]
            )
        }
        let maker = try ReportMaker(versions: Architecture.all, package: package, seeds: seeds, say: say)
        guard maker.problems.isEmpty else { return CommandOutcome(output: "", problems: maker.problems) }
        return CommandOutcome(output: try text(maker, Provenance(of: package, at: Date())))
    }

    private static func packageAbove(_ path: String) -> String? {
        var folder = URL(filePath: path).standardizedFileURL
        while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
            guard folder.path != "/" else { return nil }
            folder.deleteLastPathComponent()
        }
        return folder.path
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
