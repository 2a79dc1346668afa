import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceChange
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct LedgerTests {
    private static let package = URL(filePath: #filePath).pathComponents.dropLast(6).joined(separator: "/").dropFirst()

    static func report() throws -> ComparisonReport {
        try ReportMaker(versions: Architecture.all, package: String(package), seeds: 0).makeFromSources(
            FixedReport.report.provenance
        )
    }

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
            $0 == "." ? String(package) : $0.replacingOccurrences(of: "=Sources/", with: "=\(package)/Sources/")
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

    @Test func `the ledger has at least 20 claims, each tested one with a command`() throws {
        let ledger = try Self.report().ledger
        #expect(ledger.count >= 20)
        for claim in ledger where claim.verdict != .untested {
            let programs = ["run architecture-comparison", "run chat-simulator", "test --filter"].map { "swift \($0) " }
            #expect((programs + ["git show "]).contains { claim.command.hasPrefix($0) }, "\(claim.command)")
        }
        #expect(Set(ledger.map(\.sentence)).count == ledger.count)
    }

    @Test func `the quick commands of the ledger print the figures of their claims`() throws {
        let claims = try Self.report().ledger.filter { !$0.shows.isEmpty }
        #expect(claims.count >= 10)
        for claim in claims {
            let printed = Set(try Self.output(of: claim.command).split { " \n()/".contains($0) }.map(String.init))
            for figure in claim.shows { #expect(printed.contains(figure), "\(claim.sentence) \(figure)") }
        }
    }

    @Test func `claims prints every claim that the sources decide, at once`() throws {
        let report = try Self.report()
        let outcome = CompareCommand.claims(arguments: ["--package", String(Self.package)], usage: "")
        #expect(outcome.exitCode == 0)
        for claim in report.ledger where claim.command.hasSuffix("comparison claims") {
            #expect(outcome.output.contains("| \(escapedForMarkdown(claim.here.words)) |"))
        }
        #expect(CompareCommand.claims(arguments: ["--package", "/nowhere"], usage: "").exitCode == 66)
    }

    @Test func `a verdict is in part if the author's code and the comparison disagree`() {
        func verdict(_ authors: Claim.Verdict?, _ here: Claim.Verdict?) -> Claim.Verdict {
            Claim(
                source: .article,
                sentence: "",
                authors: .init("", authors),
                here: .init("", here),
                command: ""
            ).verdict
        }
        #expect(verdict(.holds, .fails) == .inPart)
        #expect(verdict(.fails, nil) == .fails)
        #expect(verdict(nil, .holds) == .holds)
        #expect(verdict(nil, nil) == .untested)
    }

    @Test func `verdicts follow the figures`() throws {
        var report = try Self.report()
        func verdict(of sentence: String) -> Claim.Verdict? {
            report.ledger.first { $0.sentence.hasPrefix(sentence) }?.verdict
        }
        #expect(verdict(of: "Event-driven MVVM takes about a tenth more") == .inPart)
        #expect(verdict(of: "Event-driven MVVM makes a new kind") == .fails)
        for index in report.versions.indices {
            if report.versions[index].name == "MVVM with statics" { report.versions[index].code = .init(of: []) }
        }
        #expect(verdict(of: "Event-driven MVVM takes about a tenth more") == .holds)
        #expect(report.ledgerSummary.hasPrefix("Of \(report.ledger.count) claims "))
    }
}
