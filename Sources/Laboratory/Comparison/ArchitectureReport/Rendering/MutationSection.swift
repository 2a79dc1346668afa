import SourceMeasure
import SourceMutation

extension ComparisonReport {
    var mutationSection: ReportSection {
        var rows: [Row] = [
            score("places that can be changed", { "\($0.places)" }),
            score("of these, not compiled", { "\($0.uncompiled)" }),
            score("changes tried", { "\($0.all.tried)" }),
            score("found by a scenario", { share($0.all.byScenarios, of: $0.all) }),
            score("found by its own tests", { share($0.all.byTests, of: $0.all) }),
            score("found by either", { share($0.all.byEither, of: $0.all) }),
            score("survived", { "\($0.all.tried - $0.all.byEither)" }),
        ]
        rows += MutationOperator.allCases.enumerated().map { index, kind in
            score(
                "\(kind.rawValue): found by either",
                { share($0.byOperator[index].byEither, of: $0.byOperator[index]) }
            )
        }
        return ReportSection(
            id: "mutation",
            title: "Changes that tests find",
            table: table(rows),
            notes: mutationNotes
        )
    }

    private var mutationNotes: [String] {
        let scores = versions.compactMap(\.mutation)
        let draws = Set(scores.map(\.seed)).sorted().map(String.init).joined(separator: ", ")
        let seeds = Set(scores.flatMap(\.scenarioSeeds)).sorted().map(String.init).joined(separator: ", ")
        let counts = Set(scores.map(\.scenarios)).sorted().map(String.init).joined(separator: ", ")
        let run =
            scores.isEmpty
            ? ""
            : " The changes tried were drawn by the seed \(draws); \(counts) scenarios were played under the seeds \(seeds)."
        return [
            "One small change at a time, the same kinds in every version: a call or an assignment left out, a condition "
                + "turned round, < for <=, two arguments of one type swapped. A change is found when a scenario or a test "
                + "fails, crashes or comes to no end; its own tests are those of the module that is changed." + run,
            "A part of what survives cannot be found, because the program does the same with it. A dash says that it was "
                + "not tried of the sources as they are; MutationResults has each change and what found it.",
        ]
    }

    private func score(_ title: String, _ cell: @escaping (MutationScore) -> String) -> Row {
        (title, { $0.mutation.map(cell) ?? "-" })
    }

    private func share(_ found: Int, of count: MutationScore.Count) -> String {
        count.tried == 0 ? "-" : "\(found) of \(count.tried), \(percent(Double(found) / Double(count.tried)))"
    }
}
