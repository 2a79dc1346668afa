import ArchitectureVersions
import BehaviourSuite
import CommandLineKit
import SourceMeasure
import SourceMutation

/// The outcomes of the trials, by mutant number.
struct TrialOutcomes {
    struct Trial: Equatable {
        let scenario: String?
        let tests: String?
    }

    private(set) var trials: [Int: Trial] = [:]

    /// Parses lines of the form `NUMBER TAB STATUS TAB STATUS TAB SCENARIO`.
    ///
    /// The statuses are the exit codes of the scenarios and of the tests; SCENARIO is the one that failed, if any.
    init(_ text: String) throws(CommandArguments.Mistake) {
        for line in text.split(whereSeparator: \.isNewline) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4, let number = Int(fields[0]), let played = Int(fields[1]),
                let tested = Int(fields[2])
            else { throw CommandArguments.Mistake("\(echoed(String(line))) is no outcome") }
            let failed = fields[3].isEmpty ? nil : String(fields[3])
            trials[number] = Trial(
                scenario: Self.ending(played, failed: failed ?? "failed"),
                tests: Self.ending(tested, failed: "failed")
            )
        }
    }

    /// Describes an exit code: 124 and 137 are timeouts by the clock, 152 by processor time; other high codes are
    /// signals.
    private static func ending(_ status: Int, failed: String) -> String? {
        switch status {
        case 0: nil
        case 124, 137, 152: "out of time"
        case 128...: "crash"
        default: failed
        }
    }
}

extension MutationResults {
    /// The identity of a run.
    struct Run {
        let revision: String
        let seed: UInt64
    }

    /// Replaces the results of each architecture that was tried.
    mutating func take(
        _ outcomes: TrialOutcomes,
        of plan: MutationPlan,
        in package: String,
        dropped: Set<Int>,
        run: Run
    ) throws {
        for version in Architecture.all {
            guard let sources = version.sources else { continue }
            let mutants = plan.mutants.filter { $0.version == version.name }
            let tried = mutants.compactMap { mutant -> Outcome? in
                guard let trial = outcomes.trials[mutant.number] else { return nil }
                return Outcome(
                    kind: mutant.point.kind,
                    file: mutant.file,
                    line: mutant.point.lines.lowerBound,
                    text: mutant.point.text,
                    scenario: trial.scenario,
                    tests: trial.tests
                )
            }
            guard !tried.isEmpty else { continue }
            let modules = try ArchitectureSources(reading: sources, in: package).modules
            versions[version.name] = Part(
                modules: Dictionary(
                    modules.map { ($0.name, SourceCoverage.fingerprint(of: $0.files)) },
                    uniquingKeysWith: { first, _ in first }
                ),
                revision: run.revision,
                seed: run.seed,
                scenarioSeeds: MutantTrial.seeds,
                scenarios: Scenario.all.count,
                places: mutants.count,
                uncompiled: mutants.count { dropped.contains($0.number) },
                outcomes: tried
            )
        }
    }
}
