import SourceMeasure
import SourceMutation

extension ComparisonReport {
    /// The section on mutations; nil if no architecture has results.
    var mutationSection: ReportSection? {
        let scores = versions.compactMap(\.mutation)
        guard !scores.isEmpty else { return nil }
        let columns: [Row] = [
            score("places, and not compiled", { "\($0.places), \($0.uncompiled)" }),
            score("found by a scenario", { share($0.all.byScenarios, of: $0.all) }),
            score("by its own tests", { share($0.all.byTests, of: $0.all) }),
            score("by either", { share($0.all.byEither, of: $0.all) }),
            score("survived", { "\($0.all.tried - $0.all.byEither)" }),
        ]
        let kinds = MutationOperator.allCases.enumerated().map { index, kind in
            let counts = scores.map { $0.byOperator[index] }
            let (found, tried) = (counts.reduce(0) { $0 + $1.byEither }, counts.reduce(0) { $0 + $1.tried })
            return "\(kind.rawValue): \(found) of \(tried) found by either, over all versions"
        }
        return ReportSection(
            id: "mutation",
            title: "Changes that tests find",
            table: table(columns),
            notes: mutationNotes,
            items: kinds
        )
    }

    private var mutationNotes: [String] {
        let scores = versions.compactMap(\.mutation)
        let draws = Set(scores.map(\.seed)).sorted().map(String.init).joined(separator: ", ")
        let seeds = Set(scores.flatMap(\.scenarioSeeds)).sorted().map(String.init).joined(separator: ", ")
        let counts = Set(scores.map(\.scenarios)).sorted().map(String.init).joined(separator: ", ")
        let run =
            " The changes tried were drawn by the seed \(draws); \(counts) scenarios were played under the seeds \(seeds)."
        return [
            "One small change at a time, the same kinds in every version: a call or an assignment left out, a condition "
                + "turned round, < for <=, two arguments of one type swapped. A change is found when a scenario or a test "
                + "fails, crashes or comes to no end; its own tests are those of the module that is changed." + run,
            (["A module without unit tests of its own counts among those whose tests find nothing."] + untested)
                .joined(separator: " "),
            "A part of what survives cannot be found, because the program does the same with it. A dash says that it was "
                + "not tried of the sources as they are; Results/mutation.json has each change and what found it.",
        ]
    }

    private var untested: [String] {
        versions.flatMap { version in
            (version.mutation?.unfoundByTests ?? [:]).sorted { $0.key < $1.key }.map { module, count in
                "Of \(version.name)'s changes \(count) are in \(module), of which they find none."
            }
        }
    }

    private func score(_ title: String, _ cell: @escaping (MutationScore) -> String) -> Row {
        (title, { $0.mutation.map(cell) ?? "-" })
    }

    private func share(_ found: Int, of count: MutationScore.Count) -> String {
        count.tried == 0 ? "-" : "\(found) of \(count.tried), \(percent(Double(found) / Double(count.tried)))"
    }
}
