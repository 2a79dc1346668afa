import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceChange
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct LedgerTests {
    static let package = String(
        URL(filePath: #filePath).pathComponents.dropLast(6).joined(separator: "/").dropFirst()
    )

    /// The report on the sources, made once: reading all of them takes seconds in a debug build.
    private static let made = Result {
        try ReportMaker(versions: Architecture.all, package: package, seeds: 0).makeFromSources(
            FixedReport.report.provenance
        )
    }

    static func report() throws -> ComparisonReport { try made.get() }

    /// Splits a command into words as a shell does, as far as double quotes go.
    private static func words(of command: String) -> [String] {
        command.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            index % 2 == 0 ? part.split(separator: " ").map(String.init) : [String(part)]
        }
    }

    /// Runs `swift run architecture-comparison COMMAND ...` in this process, in the package's folder.
    private static func output(of command: String) throws -> String {
        let words = words(of: command).dropFirst(2)
        #expect(words.first == "architecture-comparison")
        let arguments = words.dropFirst(2).map {
            $0 == "." ? package : $0.replacingOccurrences(of: "=Sources/", with: "=\(package)/Sources/")
        }
        let outcome =
            switch words.dropFirst().first {
            case "measure": MeasureCommand.run(arguments: arguments)
            case "change": ChangeCommand.run(arguments: arguments)
            case let other: throw CommandArguments.Mistake("\(other ?? "") is not run here")
            }
        #expect(outcome.problems.isEmpty)
        return outcome.output
    }

    @Test func `each claim names its place, its reader and a command for each figure`() throws {
        let ledger = try Self.report().ledger
        #expect(ledger.count >= 40)
        #expect(Set(ledger.map(\.sentence)).count == ledger.count)
        for claim in ledger {
            #expect(!claim.place.isEmpty && claim.sentence.hasSuffix("."), "\(claim.sentence)")
            #expect(!claim.figures.isEmpty, "\(claim.sentence)")
            let programs = ["swift run architecture-comparison ", "swift test --filter "]
            if let here = claim.here {
                #expect(programs.contains { here.command.hasPrefix($0) }, "\(here.command)")
            }
            // Code of others is beside the package, where the line of the notes fetches it.
            if let authors = claim.authors, !authors.command.isEmpty {
                #expect([AuthorsCode.article, .footballGather].contains { authors.command.contains($0.folder) })
            }
        }
        for code in [AuthorsCode.article, .footballGather] {
            let fetching = "git clone \(code.address) \(code.folder) && git -C \(code.folder) checkout \(code.commit)"
            #expect(ComparisonReport.sourceNotes.joined().contains(fetching))
        }
        for source in Claim.Source.allCases { #expect(ledger.contains { $0.source == source }) }
    }

    @Test func `the quick commands of the ledger print the numbers of their claims`() throws {
        let findings = try Self.report().ledger.compactMap(\.here).filter {
            ["measure", "change"].contains(Self.words(of: $0.command).dropFirst(3).first)
        }
        #expect(findings.count >= 10)
        for finding in findings {
            let printed = Set(try Self.output(of: finding.command).split { " \n()/".contains($0) }.map(String.init))
            for number in finding.numbers { #expect(printed.contains(number), "\(finding.words) \(number)") }
        }
    }

    @Test func `the tests that rows name exist`() throws {
        let commands = try Self.report().ledger.flatMap(\.commands).filter { $0.hasPrefix("swift test --filter ") }
        #expect(commands.count >= 5)
        for command in commands {
            let names = try #require(command.split(separator: " ").last).split(separator: ".")
            let files = SourceTree(reading: "\(Self.package)/Tests/Laboratory/Comparison/\(names[0])").files
            let suite = names.dropFirst().first.map { "struct \($0) {" } ?? "@Suite"
            #expect(files.contains { String(decoding: $0.bytes, as: UTF8.self).contains(suite) }, "\(command)")
        }
    }

    @Test func `claims prints every finding that the sources decide`() throws {
        let report = try Self.report()
        let outcome = CompareCommand.claims(arguments: ["--package", Self.package], usage: "")
        #expect(outcome.exitCode == 0)
        for claim in report.ledger {
            #expect(outcome.output.contains("| \(escapedForMarkdown(claim.hereWords)) |"), "\(claim.sentence)")
        }
        #expect(CompareCommand.claims(arguments: ["--package", "/nowhere"], usage: "").exitCode == 66)
    }

    @Test func `each figure and each verdict follow from the numbers in the row and the rule on the page`() throws {
        /// The rule once more, from the page's words.
        func verdict(_ figure: Double, _ limit: Limit) -> Claim.Verdict {
            if limit.value == 0 { return figure == 0 ? .holds : .fails }
            let ratio = limit.isLeast ? limit.value / figure : figure / limit.value
            return ratio <= 1 ? .holds : ratio <= 1.3 ? .inPart : .fails
        }
        for claim in try Self.report().ledger {
            for finding in [claim.here, claim.authors].compactMap(\.self) {
                let numbers = finding.words.split(separator: " ").prefix(3)
                let values = numbers.map { Double($0.replacingOccurrences(of: ",", with: "")) }
                let first = try #require(values[0], "\(finding.words)")
                if ["against", "of"].contains(numbers[1]), let second = values[2], finding.figure != first {
                    #expect(abs(finding.figure - first / second) < 0.01 * finding.figure + 0.0001, "\(finding.words)")
                } else {
                    #expect(finding.figure == first, "\(finding.words)")
                }
            }
            let ours = claim.withheld == nil ? claim.here : nil
            let verdicts = Set([claim.authors, ours].compactMap { $0.map { verdict($0.figure, claim.limit) } })
            let isCommon = ours?.baseline.map { verdict($0, claim.limit) == .holds } ?? false
            let expected: Claim.Verdict =
                switch verdicts.count {
                case 0: .untested
                case 1: verdicts == [.holds] && isCommon ? .everywhere : verdicts.first ?? .untested
                default: .inPart
                }
            #expect(claim.verdict == expected, "\(claim.sentence)")
        }
    }

    @Test(arguments: [
        (Limit.less, 0.9, Claim.Verdict.holds), (.less, 1.17, .inPart), (.less, 1.18, .fails),
        (.muchMore, 1.5, .holds), (.muchMore, 1.16, .inPart), (.muchMore, 1.15, .fails), (.muchMore, 0, .fails),
        (.none, 0, .holds), (.none, 1, .fails), (.all, 1, .holds), (.all, 0.77, .inPart), (.all, 0.76, .fails),
        (.atMost(100), 105, .holds), (.atMost(100), 136, .inPart), (.atMost(100), 137, .fails),
        (.atLeast(10), 9.5, .holds), (.atLeast(10), 7.4, .inPart), (.atLeast(10), 7.3, .fails),
    ])
    func `a figure that misses the limit by at most 30 percent holds in part`(
        limit: Limit,
        figure: Double,
        verdict: Claim.Verdict
    ) {
        #expect(limit.verdict(figure) == verdict)
        #expect(Limit.rule.joined().contains("\(Int(Limit.tolerance * 100))%"))
    }

    @Test func `figures that disagree, that are withheld or that MVC has as well change the verdict`() {
        func verdict(
            _ authors: Int?,
            _ here: Int?,
            baseline: Int? = nil,
            withheld: String? = nil
        ) -> Claim.Verdict {
            Claim.of(.article, "section 1", for: .tester).says(
                "A claim.",
                .none,
                authors: authors.map { .init($0, "circles", by: "") },
                here: here.map { .init($0, "circles", by: "", baseline: baseline) },
                withheld: withheld
            ).verdict
        }
        #expect(verdict(0, 1) == .inPart)
        #expect(verdict(1, nil) == .fails)
        #expect(verdict(nil, 0) == .holds)
        #expect(verdict(nil, nil) == .untested)
        #expect(verdict(nil, 1, withheld: "a liberty") == .untested)
        #expect(verdict(0, 1, withheld: "a liberty") == .holds)
        #expect(verdict(0, 0, baseline: 0) == .everywhere)
        #expect(verdict(nil, 0, baseline: 1) == .holds)
        #expect(verdict(nil, 1, baseline: 1) == .fails)
    }

    @Test func `verdicts and results follow the figures of the report`() throws {
        var report = try Self.report()
        func verdict(of sentence: String) -> Claim.Verdict? {
            report.ledger.first { $0.sentence.hasPrefix(sentence) }?.verdict
        }
        #expect(verdict(of: "Event-driven MVVM takes 9% more") == .inPart)
        #expect(verdict(of: "No relationship goes both ways") == .fails)
        let before = report.results.map(\.sentence)
        for index in report.versions.indices where report.versions[index].name == "MVVM with statics" {
            report.versions[index].code = .init(of: [])
        }
        #expect(verdict(of: "Event-driven MVVM takes 9% more") == .holds)
        #expect(verdict(of: "No relationship goes both ways") == .inPart)
        #expect(report.results.map(\.sentence) != before)
        #expect(report.ledgerSummary.hasPrefix("Of \(report.ledger.count) claims "))
    }
}
