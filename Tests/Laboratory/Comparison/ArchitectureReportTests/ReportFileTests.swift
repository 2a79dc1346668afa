import Foundation
import Testing

@testable import ArchitectureReport

@Suite struct ReportFileTests {
    private func parse(_ report: ComparisonReport) throws -> ComparisonReport {
        try ReportFile.parse(Data(report.rendered(as: .json).utf8))
    }

    @Test func `a stored report is decoded unchanged`() throws {
        #expect(try parse(FixedReport.report) == FixedReport.report)
    }

    @Test func `a report with numbers out of range is rejected`() {
        var report = FixedReport.report
        report.versions[0].costs[0].points[0].time.median = 1e300
        #expect(throws: ReportFile.Mistake.self) { try parse(report) }
        report = FixedReport.report
        report.features[0].testsAdded = .max
        #expect(throws: ReportFile.Mistake.self) { try parse(report) }
    }

    @Test(arguments: ["", "[]", "{}", "{\"versions\": []}", "nonsense"])
    func `files that are not reports are rejected`(text: String) {
        #expect(throws: (any Error).self) { try ReportFile.parse(Data(text.utf8)) }
    }
}
