import CommandLineKit
import Foundation
import SourceMeasure
import SourceMutation

/// `mutation prepare|mend|draw|keep PACKAGE COPY`: the steps that `.ci/mutate` needs between building and running.
///
/// PACKAGE is the package as in the repository, and COPY the same with mutation switches. Mutants that do not compile
/// are listed in COPY, in `dropped-mutants`.
enum MutationCommand {
    static let usage = """
        mutation prepare PACKAGE COPY KNOWN | mend PACKAGE COPY LOG | draw PACKAGE COPY [VERSION...] --seed N --each N | \
        keep PACKAGE COPY OUTCOMES --seed N --revision ID
        """

    private static let dropped = "dropped-mutants"

    static func run(arguments: [String], usage: String = MutationCommand.usage) -> CommandOutcome {
        CommandOutcome(of: arguments, options: ["--seed", "--each", "--revision"], usage: usage) { arguments in
            let words = arguments.words
            guard words.count >= 3 else {
                throw CommandArguments.Mistake("Say what to do, with which package and copy")
            }
            let plan = MutationPlan(reading: words[1])
            guard plan.problems.isEmpty, !plan.mutants.isEmpty else {
                return CommandOutcome(output: "", problems: plan.problems + ["There is nothing to be changed"])
            }
            let rest = Array(words.dropFirst(3))
            switch words[0] {
            case "prepare": return try prepare(plan, in: words[2], knowing: rest)
            case "mend": return try mend(plan, in: words[2], by: rest)
            case "draw":
                let draw = try MutationDraw(plan, without: droppedMutants(in: words[2]), arguments, versions: rest)
                return CommandOutcome(output: draw.lines)
            case "keep": return try keep(plan, words, arguments)
            default: throw CommandArguments.Mistake("There is no step \(echoed(words[0]))")
            }
        }
    }

    /// Writes all mutants except those known not to compile, and prints the test targets of the architectures.
    private static func prepare(_ plan: MutationPlan, in copy: String, knowing files: [String]) throws -> CommandOutcome
    {
        let known = Set(try files.map(text).joined().split(separator: "\n").map(String.init))
        let dropped = Set(plan.mutants.filter { known.contains($0.words) }.map(\.number))
        try plan.write(to: copy, without: dropped)
        try save(dropped, in: copy)
        return CommandOutcome(output: plan.tests.map { $0 + "\n" }.joined())
    }

    private static func text(of file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    }

    /// Removes and prints the mutants that a build log blames; exits with 70 if there are none.
    private static func mend(_ plan: MutationPlan, in copy: String, by logs: [String]) throws -> CommandOutcome {
        let log = BuildLog(try logs.map(text).joined())
        let known = try droppedMutants(in: copy)
        let kept = Set(plan.mutants.map(\.number)).subtracting(known)
        let blamed = plan.blamed(by: log, in: copy, among: kept)
        guard !blamed.isEmpty else {
            return CommandOutcome(
                output: "",
                problems: ["No change can be blamed for what does not compile"],
                exitCode: 70
            )
        }
        try plan.write(to: copy, without: known.union(blamed))
        try save(known.union(blamed), in: copy)
        let lines = plan.mutants.filter { blamed.contains($0.number) }.map { $0.words + "\n" }
        return CommandOutcome(output: lines.joined())
    }

    /// Returns the stored results, with those of the tried architectures replaced.
    private static func keep(
        _ plan: MutationPlan,
        _ words: [String],
        _ arguments: CommandArguments
    ) throws -> CommandOutcome {
        guard words.count == 4, let seed = arguments.value(of: "--seed").flatMap(UInt64.init),
            let revision = arguments.value(of: "--revision")
        else { throw CommandArguments.Mistake("keep wants OUTCOMES, --seed and --revision") }
        let outcomes = try TrialOutcomes(text(of: words[3]))
        var results = try MutationResults(reading: words[1])
        let run = MutationResults.Run(revision: revision, seed: seed)
        try results.take(outcomes, of: plan, in: words[1], dropped: droppedMutants(in: words[2]), run: run)
        return CommandOutcome(output: try encodedAsJSON(results, isIndented: true))
    }

    private static func droppedMutants(in copy: String) throws -> Set<Int> {
        Set(try text(of: copy + "/" + dropped).split(whereSeparator: \.isWhitespace).compactMap { Int($0) })
    }

    private static func save(_ numbers: Set<Int>, in copy: String) throws {
        let text = numbers.sorted().map { "\($0)\n" }.joined()
        try Data(text.utf8).write(to: URL(filePath: copy + "/" + dropped), options: .atomic)
    }
}
