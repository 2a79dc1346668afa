import SourceMeasure
import SourceMutation
import Testing

@testable import ArchitectureReport

@Suite struct MutationSectionTests {
    @Test func `the mutation section has a row per architecture, with dashes for unknown results`() throws {
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
            },
            unfoundByTests: ["Phone": 9]
        )
        let section = try #require(report.mutationSection)
        let row = try #require(section.table?.rows.first)
        #expect(row.dropFirst() == ["200, 7", "40 of 80, 50.0%", "50 of 80, 62.5%", "60 of 80, 75.0%", "20"])
        #expect(section.table?.rows.dropFirst().allSatisfy { $0.dropFirst().allSatisfy { $0 == "-" } } == true)
        #expect(section.items.contains("statement deleted: 3 of 20 found by either, over all versions"))
        #expect(section.notes[0].contains("drawn by the seed 3; 52 scenarios were played under the seeds 1, 2."))
        #expect(section.notes[1].hasSuffix("Of Plain's changes 9 are in Phone, of which they find none."))
        #expect(FixedReport.report.mutationSection == nil)
    }
}
