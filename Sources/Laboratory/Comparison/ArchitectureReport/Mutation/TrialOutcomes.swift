import ArchitectureVersions
import BehaviourSuite
import CommandWords
import SourceMeasure
import SourceMutation

/// How the trials ended, by the mutants' numbers.
struct TrialOutcomes {
    struct Trial: Equatable {
        let scenario: String?
        let tests: String?
    }

    private(set) var trials: [Int: Trial] = [:]

    /// Reads `NUMBER TAB STATUS TAB STATUS TAB SCENARIO` of each line: how the scenarios and the tests exited, and which
    /// scenario failed, if one did.
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

    /// What takes too long ends with 124 or 137 by the clock, and with 152 by the processor; other high numbers are signals.
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
    /// What names a run.
    struct Run {
        let revision: String
        let seed: UInt64
    }

    /// Takes what was found out of each version that was tried, in place of what was known of it.
    mutating func take(
        _ outcomes: TrialOutcomes,
        of plan: MutationPlan,
        in package: String,
        dropped: Set<Int>,
        run: Run
    ) throws {
        for version in Version.all {
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
            let modules = try VersionSources(reading: sources, in: package).modules
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
