import SourceMeasure
import SourceMutation
import Testing

@testable import ArchitectureReport

@Suite struct MutationSectionTests {
    @Test func `each version has what was found, by what and by operator, and a dash where that is not known`() throws {
        var report = FixedReport.report
        report.versions[0].mutation = MutationScore(
            places: 200,
            uncompiled: 7,
            seed: 3,
            scenarioSeeds: [2, 1],
            scenarios: 52,
            all: .init(tried: 80, byScenarios: 40, byTests: 50, byEither: 60),
            byOperator: MutationOperator.allCases.map { kind in
                let tried = kind == .comparisonMoved ? 0 : 20
                return .init(tried: tried, byScenarios: 1, byTests: 2, byEither: 3)
            }
        )
        let section = report.mutationSection
        let rows = section.table.rows
        #expect(rows.contains(["places that can be changed", "200", "-"]))
        #expect(rows.contains(["found by a scenario", "40 of 80, 50.0%", "-"]))
        #expect(rows.contains(["survived", "20", "-"]))
        #expect(rows.contains(["statement deleted: found by either", "3 of 20, 15.0%", "-"]))
        #expect(rows.contains(["comparison moved by one: found by either", "-", "-"]))
        #expect(section.notes[0].contains("drawn by the seed 3; 52 scenarios were played under the seeds 1, 2."))
        #expect(!FixedReport.report.mutationSection.notes[0].contains("drawn"))
    }
}
