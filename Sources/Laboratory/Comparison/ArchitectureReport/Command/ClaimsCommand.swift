import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure

/// `claims [--package DIR]`: prints the claims that sources and stored costs of features decide, without measuring an
/// app.
enum ClaimsCommand {
    static let usage = "claims [--package DIR]"

    /// Runs the command.
    ///
    /// `arguments` are those after `claims`. Exits with 66 if the sources of an architecture cannot be read.
    static func run(arguments: [String], usage: String) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--package"], usage: usage) { arguments in
            guard arguments.words.isEmpty else {
                throw CommandArguments.Mistake("The claims are about this package alone")
            }
            let here = FileManager.default.currentDirectoryPath
            guard let package = arguments.value(of: "--package") ?? ArchitectureCommand.packageAbove(here) else {
                return CommandOutcome(
                    output: "",
                    problems: ["There is no Package.swift here or above: say --package DIR"]
                )
            }
            let maker = try ReportMaker(versions: Architecture.all, package: package, seeds: 0)
            guard maker.problems.isEmpty else { return CommandOutcome(output: "", problems: maker.problems) }
            let report = maker.makeFromSources(Provenance(of: package, at: Date()))
            return CommandOutcome(output: report.ledgerSection.markdown, problems: [])
        }
    }
}
