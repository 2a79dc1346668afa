import Foundation
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct RenderingTests {
    private let report = FixedReport.report

    @Test func `Markdown output has a row for each architecture with its name escaped`() throws {
        let markdown = try report.rendered(as: .markdown)
        let name = "A&lt;b> &amp; \"c\"\\|d"
        #expect(markdown.contains("Scenarios passed: Plain 10 of 10 and \(name) 9 of 10, each played under 3 seeds"))
        #expect(markdown.contains("fails \"A message comes\" (seed 2): nothing came\n"))
        #expect(markdown.contains("| Plain | 2 | 2 | 2 |\n"))
        #expect(markdown.contains("| Plain | 0 |\n"))
        #expect(markdown.contains("| Plain | 4 | 2 | 44 | 44 |\n"))
        #expect(markdown.contains("| \(name) | 4 | 2 | 4 | 16 |\n"))
        #expect(markdown.contains("| revision | 0123456789abcdef, with changes |\n"))
    }

    @Test func `all features are in one table, and their commits below it`() throws {
        let markdown = try report.rendered(as: .markdown)
        #expect(markdown.contains("|  | mute |\n"))
        #expect(markdown.contains("| Plain | 34 in 3 |\n"))
        #expect(markdown.contains(" | added later |\n"))
        #expect(markdown.contains("\nAdded later, with these features from the beginning: A"))
        #expect(try FixedReport.drawn.rendered(as: .html).contains(": added later, with it.</p>"))
        #expect(
            markdown.contains(
                "- Plain, mute: commits a1b2..c3d4e5f60718; layers View and Model; 12 lines of tests\n"
            )
        )
        var other = report
        other.features = []
        #expect(try !other.rendered(as: .markdown).contains("What a feature costs"))
    }

    @Test func `Markdown output contains all sections in order`() throws {
        let markdown = try report.rendered(as: .markdown)
        var rest = markdown[...]
        for section in report.sections {
            let place = try #require(rest.range(of: section.title + "\n\n"))
            rest = rest[place.upperBound...]
        }
        #expect(markdown.hasSuffix("\n"))
    }

    @Test func `JSON output has sorted keys and decodes to the same report`() throws {
        let json = try report.rendered(as: .json)
        #expect(try JSONDecoder().decode(ComparisonReport.self, from: Data(json.utf8)) == report)
        let keys = ["\"features\"", "\"provenance\"", "\"seeds\"", "\"versions\""]
        let places = keys.compactMap { json.range(of: "\n  " + $0)?.lowerBound }
        #expect(places.count == keys.count && places == places.sorted())
    }

    @Test(arguments: [(0, "0"), (1807, "1,807"), (0.5, "0.5"), (38.8, "38.8"), (2.081, "2.08"), (1.0000001, "1")])
    func `short writes at most two decimals, and none that are zeros`(value: Double, text: String) {
        #expect(Numbers.short(value) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000")])
    func `grouped separates thousands`(value: Int, text: String) {
        #expect(Numbers.grouped(value) == text)
    }
}
