import ArchitectureVersions
import BehaviourSuite
import SourceMeasure

/// `scenarios [VERSION...] [--seeds N]`: plays every scenario in some or all architectures under the seeds 1 to N, and
/// prints how many pass.
enum ScenariosCommand {
    static let usage = "scenarios [VERSION...] [--seeds N]"

    /// Runs the command.
    ///
    /// `arguments` are those after `scenarios`. Exits with 70 if a scenario fails.
    static func run(arguments: [String], usage: String) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--seeds"], usage: usage) { arguments in
            let (versions, seeds) = (try arguments.versions(), try arguments.seeds())
            var (output, problems): (String, [String]) = ("", [])
            for version in versions {
                let behaviour = Behaviour(of: version, seeds: seeds)
                output +=
                    "\(version.name): \(behaviour.passed) of \(behaviour.total) scenarios pass under \(seeds) seeds\n"
                problems += behaviour.failures.map { failure in
                    "\(version.name) fails \"\(failure.scenario)\" (seed \(failure.seed)): \(failure.difference)"
                }
            }
            return CommandOutcome(output: output, problems: problems, exitCode: problems.isEmpty ? 0 : 70)
        }
    }
}
