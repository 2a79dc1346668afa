import ArchitectureVersions
import BehaviourSuite
import ChatSimulation
import CommandLineKit
import Foundation
import SourceMeasure

/// `faults [--seeds A...B] [--revision NAME] [--package DIR]`: runs every architecture through sessions with every
/// fault.
///
/// Prints the results as JSON, to be stored.
enum FaultsCommand {
    static let usage = "faults [--seeds A...B] [--revision NAME] [--package DIR]"

    private static let longestRun: UInt64 = 1_000_000

    static func run(arguments: [String], usage: String = FaultsCommand.usage) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--seeds", "--revision", "--package"], usage: usage) { arguments in
            guard arguments.words.isEmpty else {
                throw CommandArguments.Mistake("faults takes options alone, not \(echoed(arguments.words[0]))")
            }
            let seeds = try seeds(arguments.value(of: "--seeds") ?? "1...100")
            let package = arguments.value(of: "--package") ?? "."
            var result = FaultsSurvived(
                revision: arguments.value(of: "--revision") ?? "",
                firstSeed: seeds.lowerBound,
                lastSeed: seeds.upperBound,
                entries: []
            )
            for version in Architecture.all {
                guard let named = version.sources else { continue }
                let sources = try ArchitectureSources(reading: named, in: package)
                guard sources.problems.isEmpty else { return CommandOutcome(output: "", problems: sources.problems) }
                result.entries.append(try play(version, sources, seeds))
            }
            return CommandOutcome(output: try encodedAsJSON(result, isIndented: true))
        }
    }

    /// Runs the sessions of one architecture, and reports each failure with its seed so that it can be repeated.
    static func play(
        _ version: Architecture,
        _ sources: ArchitectureSources,
        _ seeds: ClosedRange<UInt64>
    ) throws -> FaultsSurvived.Entry {
        let batch = SessionBatch(seeds: seeds) { seed in
            var plan = SessionPlan(seed: seed, profile: .everything, stepCount: 40)
            plan.architecture = version
            return plan
        }
        let tally = try SessionBatch.withPlace(named: "architecture-comparison") { try batch.play(in: $0) }
        return FaultsSurvived.Entry(
            name: version.name,
            fingerprint: SourceCoverage.fingerprint(of: sources.files),
            sessions: tally.sessions,
            faults: tally.faults,
            checks: tally.checks.values.reduce(0, +),
            broken: tally.broken
        )
    }

    private static func seeds(_ text: String) throws -> ClosedRange<UInt64> {
        let ends = text.components(separatedBy: "...").map { UInt64($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last - first < longestRun else {
            throw CommandArguments.Mistake("--seeds takes A...B with A up to B, not \(echoed(text))")
        }
        return first...last
    }
}
