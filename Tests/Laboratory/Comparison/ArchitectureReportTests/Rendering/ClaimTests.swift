import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct ClaimTests {
    /// A report in which all architectures pass everything.
    private var report: ComparisonReport {
        var report = FixedReport.report
        report.versions[1].behaviour = report.versions[0].behaviour
        return report
    }

    @Test func `each claim refers to an existing section`() {
        let sections = Set(report.evidence.map(\.id))
        #expect(report.claims.count >= 4)
        for claim in report.claims { #expect(sections.contains(claim.section), "\(claim.sentence)") }
    }

    @Test func `a failing architecture removes the claim of equal behaviour`() {
        #expect(report.claims.contains { $0.section == "behaviour" })
        #expect(!FixedReport.report.claims.contains { $0.section == "behaviour" })
    }

    @Test func `the claim about growth requires that no architecture grows with every strategy on`() throws {
        let claim = try #require(report.claims.first { $0.section == "growth" })
        #expect(claim.sentence.contains("by an exponent of 0.00; with all off, by 1.00"))
        var other = report
        other.versions[1].costs[0] = FixedReport.cost(under: .none, 130)
        other.versions[1].costs[0].strategy = .all
        #expect(!other.claims.contains { $0.section == "growth" })
    }

    @Test func `a strategy outweighs architecture only if each architecture gains more than they differ`()
        throws
    {
        let claim = try #require(report.claims.first { $0.section == "time" })
        #expect(
            claim.sentence.hasPrefix("Windows decide more than the architecture, kept cells and kept counts do not: ")
        )
        #expect(
            claim.sentence.contains(
                "takes 1.3 times as long as the quickest; without a window a version takes 500 times"
            )
        )
        #expect(claim.sentence.hasSuffix("with the count added up 1, with cells not kept 1, with all off 500."))
        var other = report
        other.versions[1].costs[0] = FixedReport.cost(under: .all, 100_000)
        #expect(!other.claims.contains { $0.section == "time" })
    }

    @Test func `a strategy that helps only some architectures is claimed for those`() throws {
        var other = report
        other.versions[1].costs[2].points[1].time.median *= 2
        let claim = try #require(other.claims.first { $0.section == "time" })
        #expect(
            claim.sentence.hasPrefix(
                "Windows decide more than the architecture, kept cells do in some versions, kept counts "
            )
        )
    }

    @Test func `the claim about feature costs requires every feature in every architecture`() {
        #expect(!report.claims.contains { $0.section == "feature-mute" })
        var other = report
        other.features.append(other.features[0])
        other.features[1].version = other.versions[1].name
        other.features[1].sources.linesAdded = 90
        #expect(
            other.claims.contains {
                $0.section == "feature-mute"
                    && $0.sentence.contains("mute together took 34 lines in 3 file changes (Plain), 94 in 3 (A<b>")
            }
        )
        for index in 0...1 {
            other.features.append(other.features[index])
            other.features[index + 2].feature = "groups"
            other.features[index + 2].sources.linesAdded += 7
        }
        #expect(other.claims.contains { $0.sentence.hasSuffix("|d), 101 of them for groups.") })
    }

    @Test func `the claim about cycles requires an architecture without any`() {
        #expect(!report.claims.contains { $0.section == "structure" })
        var other = report
        other.versions[0].code = .init(of: [])
        #expect(other.claims.contains { $0.sentence.contains("in 1 of 2 versions; Plain has none") })
    }
}
