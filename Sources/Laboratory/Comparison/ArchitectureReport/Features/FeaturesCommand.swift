import ArchitectureVersions
import BehaviourSuite
import CommandLineKit
import SourceChange
import SourceMeasure

/// `features LIST [--repository DIR]`: prints the costs of features as data for the report.
enum FeaturesCommand {
    static let usage = "features LIST [--repository DIR]"

    /// Runs the command.
    ///
    /// `arguments` are those after `features`. The repository defaults to the one of the current folder. Exits with
    /// 66 if the list cannot be read, or one of its revisions is not in the repository.
    static func run(arguments: [String], usage: String) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--repository"], usage: usage) { arguments in
            guard arguments.words.count == 1 else {
                throw CommandArguments.Mistake(
                    "Say which list to read: a line \"VERSION FEATURE REVISION\" for each commit"
                )
            }
            let file = arguments.words[0]
            let text: String
            do throws(UnreadableFile) {
                text = String(decoding: try FileStatus.contents(of: file, limit: 1 << 20), as: UTF8.self)
            } catch {
                return CommandOutcome(output: "", problems: ["\(printable(file)) \(error.reason)"])
            }
            let list: FeatureList
            do throws(FeatureList.Mistake) {
                list = try FeatureList(parsing: text, versions: Architecture.all.map(\.name))
            } catch {
                throw CommandArguments.Mistake("\(printable(file)):\(error.line): \(error.sentence)")
            }
            let repository = GitRepository(folder: arguments.value(of: "--repository") ?? ".")
            var (costs, problems): ([FeatureCost], [String]) = ([], [])
            for line in list.lines {
                do {
                    if let cost = try cost(of: line, in: repository) { costs.append(cost) }
                } catch let failure as GitRepository.Failure {
                    problems.append("\(line.version), \(printable(line.feature)): \(failure.sentence)")
                }
            }
            return CommandOutcome(output: costs.isEmpty ? "" : try encodedAsJSON(costs), problems: problems)
        }
    }

    private static func cost(of line: FeatureList.Line, in repository: GitRepository) throws -> FeatureCost? {
        guard let sources = Architecture.all.first(where: { $0.name == line.version })?.sources else { return nil }
        return try FeatureCost(
            of: line.feature,
            in: line.version,
            folders: sources.folders,
            leavingOut: sources.shared,
            rules: sources.layers.isEmpty ? .byName : try LayerRules(parsing: sources.layers),
            at: line.revision,
            of: repository
        )
    }
}
