import ArchitectureVersions
import BehaviourSuite
import CommandLineKit
import Foundation
import SourceChange
import SourceMeasure

/// `features VERSION FEATURE REVISION [--package DIR]`: prints the stored costs of features with the cost of one more, or
/// of one that is measured again.
enum FeaturesCommand {
    static let usage = "features VERSION FEATURE REVISION [--package DIR]"

    /// Runs the command.
    ///
    /// `arguments` are those after `features`. The revision may be a range, `FROM..TO`. Exits with 66 if the package's
    /// repository does not have it.
    static func run(arguments: [String], usage: String) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--package"], usage: usage) { arguments in
            let words = arguments.words
            guard words.count == 3 else {
                throw CommandArguments.Mistake("Say what to measure: VERSION FEATURE REVISION")
            }
            guard let sources = Architecture.all.first(where: { $0.name == words[0] })?.sources else {
                let near = suggestion(for: words[0], among: Architecture.all.map(\.name))
                throw CommandArguments.Mistake("There is no version \(echoed(words[0]))\(near)")
            }
            let package = arguments.value(of: "--package") ?? "."
            do {
                let cost = try FeatureCost(
                    of: words[1],
                    in: words[0],
                    folders: sources.allFolders,
                    leavingOut: sources.shared,
                    rules: sources.layers.isEmpty ? .byName : try LayerRules(parsing: sources.layers),
                    at: words[2],
                    of: GitRepository(folder: package)
                )
                let others = try FeatureCost.read(from: package).filter {
                    ($0.version, $0.feature) != (cost.version, cost.feature)
                }
                return CommandOutcome(output: try encodedAsJSON(others + [cost]))
            } catch let failure as GitRepository.Failure {
                return CommandOutcome(output: "", problems: [failure.sentence])
            }
        }
    }
}
