import ArchitectureVersions
import BehaviourSuite
import CommandLineKit
import Foundation
import SourceMeasure

/// `picture [--package DIR]`: draws the graphs of all architectures side by side as SVG, 1200 x 630, without other
/// measurements.
enum PictureCommand {
    static let usage = "picture [--package DIR]"

    /// Runs the command.
    ///
    /// `arguments` are those after `picture`. Exits with 66 if the sources of an architecture cannot be read.
    static func run(arguments: [String], usage: String) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--package"], usage: usage) { arguments in
            guard arguments.words.isEmpty else {
                throw CommandArguments.Mistake("A picture is made of this package alone")
            }
            let here = FileManager.default.currentDirectoryPath
            guard let package = arguments.value(of: "--package") ?? ArchitectureCommand.packageAbove(here) else {
                return CommandOutcome(
                    output: "",
                    problems: ["There is no Package.swift here or above: say --package DIR"]
                )
            }
            var (entries, problems): ([GraphPicture.Entry], [String]) = ([], [])
            for version in Architecture.all {
                guard let sources = try version.sources.map({ try ArchitectureSources(reading: $0, in: package) })
                else {
                    continue
                }
                problems += sources.problems
                let graph = TypeGraph(of: sources)
                let inCycles = graph.cycles.count { $0 != nil }
                entries.append(
                    GraphPicture.Entry(
                        name: version.name,
                        graph: graph,
                        words: "\(graph.names.count) declarations, \(inCycles == 0 ? "none" : "\(inCycles)") in cycles"
                    )
                )
            }
            return CommandOutcome(
                output: problems.isEmpty ? GraphPicture(entries: entries).svg : "",
                problems: problems
            )
        }
    }
}
