import Foundation
import Testing

@testable import ArchitectureReport

@Suite struct RenderingTests {
    private let report = FixedReport.report

    @Test func `markdown has a column for each version, its name escaped`() throws {
        let markdown = try report.rendered(as: .markdown)
        #expect(markdown.contains("|  | Plain | A&lt;b> &amp; \"c\"\\|d |\n|---|---:|---:|\n"))
        #expect(markdown.contains("| µs, 1,000 chats | 100 | 100,000 |\n"))
        #expect(markdown.contains("| growth of time: exponent | 0.00 | 1.00 |\n"))
        #expect(markdown.contains("| scenarios passed | 10 of 10 | 9 of 10 |\n"))
        #expect(markdown.contains("fails \"A message comes\" (seed 2): nothing came\n"))
        #expect(markdown.contains("| MiB, 10 chats | - | 12.3 |\n"))
        #expect(markdown.contains("| propagation cost | 100.0% | 100.0% |\n"))
        #expect(markdown.contains("| largest type | ListView | ListView |\n"))
        #expect(markdown.contains("| code lines that its unit tests execute | 5 of 8, 62.5% | - |\n"))
    }

    @Test func `every section is in the text and in markdown, in one order`() throws {
        for format in [CommandOptions.Format.text, .markdown] {
            let text = try report.rendered(as: format)
            var rest = text[...]
            for section in report.sections {
                let place = try #require(rest.range(of: section.title + "\n\n"))
                rest = rest[place.upperBound...]
            }
            #expect(text.hasSuffix("\n"))
        }
    }

    @Test func `the text's columns are aligned`() throws {
        let text = try report.rendered(as: .text)
        let lines = text.split(separator: "\n").filter {
            $0.hasPrefix("scenarios passed") || $0.hasPrefix("blank lines")
        }
        #expect(
            lines.map { String($0.prefix(30)) } == ["blank lines                   ", "scenarios passed  10 of 10    "]
        )
    }

    @Test func `JSON comes back as it went, its keys sorted`() throws {
        let json = try report.rendered(as: .json)
        #expect(try JSONDecoder().decode(ComparisonReport.self, from: Data(json.utf8)) == report)
        let keys = ["\"messagesPerChat\"", "\"seeds\"", "\"shared\"", "\"versions\""]
        let places = keys.compactMap { json.range(of: "\n  " + $0)?.lowerBound }
        #expect(places.count == keys.count && places == places.sorted())
    }

    @Test(arguments: [
        (0.0, "0"), (0.123, "0.12"), (1.5, "1.5"), (9.96, "10.0"), (12.3, "12"), (3, "3"), (4321.6, "4,322"),
    ])
    func `numbers are short`(value: Double, text: String) {
        #expect(Numbers.short(value) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000")])
    func `thousands are set apart`(value: Int, text: String) {
        #expect(Numbers.grouped(value) == text)
    }
}
