import CommandLineKit
import SimulationKit
import SourceMeasure

/// The mutants to try: a fixed number for each architecture, drawn with a seed.
struct MutationDraw {
    /// The drawn mutants, ordered by number.
    let mutants: [MutationPlan.Mutant]

    init(
        _ plan: MutationPlan,
        without dropped: Set<Int>,
        _ arguments: CommandArguments,
        versions: [String]
    ) throws(CommandArguments.Mistake) {
        guard let seed = arguments.value(of: "--seed").flatMap({ UInt64($0) }),
            let each = arguments.value(of: "--each").flatMap({ Int($0) }), each > 0
        else { throw CommandArguments.Mistake("draw wants --seed and --each, as whole numbers") }
        let known = Set(plan.mutants.map(\.version)).sorted()
        if let unknown = versions.first(where: { !known.contains($0) }) {
            let versions = known.joined(separator: ", ")
            throw CommandArguments.Mistake("There is no version \(echoed(unknown)); there are \(versions)")
        }
        self.init(plan, without: dropped, seed: seed, each: each, versions: versions.isEmpty ? known : versions)
    }

    init(_ plan: MutationPlan, without dropped: Set<Int>, seed: UInt64, each: Int, versions: [String]) {
        let byVersion = Dictionary(grouping: plan.mutants.filter { !dropped.contains($0.number) }, by: \.version)
        mutants = versions.flatMap { version in
            let ranked = (byVersion[version] ?? []).map { mutant in
                var random = SplitMix64(seed: seed &+ UInt64(mutant.number))
                return (rank: random.next(), mutant: mutant)
            }
            return ranked.sorted { $0.rank < $1.rank }.prefix(each).map(\.mutant)
        }.sorted { $0.number < $1.number }
    }

    /// The lines `NUMBER TAB TESTS TAB VERSION`; TESTS is the test target of the changed module, or a dash.
    var lines: String {
        mutants.map { "\($0.number)\t\($0.tests ?? "-")\t\($0.version)\n" }.joined()
    }
}
