import ArchitectureVersions
import BehaviourSuite
import ChatSimulation
import CommandLineKit
import SourceMeasure

/// `sessions [VERSION...] [--seeds N] [--seed N]`: plays the simulation's sessions 1 to N, with every fault, in the versions
/// that are named or in all, through their views alone. `--seed` plays one session and prints its trace.
enum SessionsCommand {
    static let usage = "sessions [VERSION...] [--seeds N] [--seed N]"

    /// Runs the command. Exits with 70 if an invariant is violated.
    ///
    /// - Parameter arguments: The words after `sessions`.
    static func run(arguments: [String], usage: String) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--seeds", "--seed"], usage: usage) { arguments in
            let versions = try arguments.versions()
            let (seeds, traced) = (try arguments.seeds(), try arguments.seed())
            let range = traced.map { $0...$0 } ?? 1...UInt64(seeds)
            var (output, problems): (String, [String]) = ("", [])
            for version in versions {
                let batch = SessionBatch(seeds: range) { version.plan(for: $0) }
                let tally = try SessionBatch.withPlace(named: "architecture-comparison") { place in
                    if traced != nil {
                        let outcome = try SessionRunner.run(batch.plan(range.lowerBound), in: place, isTracing: true)
                        output += outcome.history.map { "  \($0)\n" }.joined()
                        problems += outcome.violations.map { "\(version.name): \($0)" }
                    }
                    return try batch.play(in: place)
                }
                output += "\(version.name): \(tally.sessions) sessions, \(tally.violations.count) with violations\n"
                problems += tally.violations.map { "\(version.name) violates an invariant: --seed \($0) shows it" }
            }
            return CommandOutcome(output: output, problems: problems, exitCode: problems.isEmpty ? 0 : 70)
        }
    }
}

extension Architecture {
    /// Returns the plan of a session in which the architecture is played through its views.
    func plan(for seed: UInt64, stepCount: Int = 40) -> SessionPlan {
        var plan = SessionPlan(seed: seed, profile: .everything, stepCount: stepCount, hasPolls: false)
        plan.start = start
        return plan
    }
}

extension CommandArguments {
    /// Returns the architectures named by the words; all if there are none.
    func versions() throws(Mistake) -> [Architecture] {
        let names = Architecture.all.map(\.name)
        for name in words where !names.contains(name) {
            throw Mistake("There is no version \(echoed(name))\(suggestion(for: name, among: names))")
        }
        return Architecture.all.filter { words.isEmpty || words.contains($0.name) }
    }

    /// Returns the value of `--seed`; nil without one.
    fileprivate func seed() throws(Mistake) -> UInt64? {
        guard let text = value(of: "--seed") else { return nil }
        guard let seed = UInt64(text) else { throw Mistake("--seed wants a whole number, not \(echoed(text))") }
        return seed
    }
}
