import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure
import SourceMutation
import Testing

@testable import ArchitectureReport

@Suite struct MutationResultsTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    @Test func `TrialOutcomes derives the result of a trial from exit codes`() throws {
        let text = "3\t0\t0\t\n4\t1\t0\tA row is shown\n5\t134\t1\t\n6\t152\t137\t\n7\t139\t69\t\n"
        let outcomes = try TrialOutcomes(text)
        #expect(
            outcomes.trials == [
                3: .init(scenario: nil, tests: nil), 4: .init(scenario: "A row is shown", tests: nil),
                5: .init(scenario: "crash", tests: "failed"), 6: .init(scenario: "out of time", tests: "out of time"),
                7: .init(scenario: "crash", tests: "failed"),
            ]
        )
        #expect(throws: CommandArguments.Mistake.self) { try TrialOutcomes("3\t0\n") }
    }

    @Test func `a score counts detected mutants by scenarios and tests while the sources are unchanged`() throws {
        let version = try #require(Architecture.all.first { $0.name == "MVP" })
        let sources = try ArchitectureSources(reading: try #require(version.sources), in: Self.package)
        let plan = MutationPlan(reading: Self.package, versions: [version])
        let numbers = plan.mutants.prefix(4).map(\.number)
        let text = zip(numbers, ["0\t0\t", "1\t0\tA row", "1\t1\tA row", "0\t1\t"]).map { "\($0)\t\($1)\n" }.joined()
        var results = MutationResults(["VIPER": .init(version)])
        try results.take(
            try TrialOutcomes(text),
            of: plan,
            in: Self.package,
            dropped: [10],
            run: .init(revision: "abc", seed: 7)
        )
        #expect(results.versions["VIPER"]?.revision == "old")
        let score = try #require(results.score(of: "MVP", sources))
        #expect(score.all == .init(tried: 4, byScenarios: 2, byTests: 2, byEither: 3))
        #expect(score.places == plan.mutants.count && score.uncompiled == 1 && score.seed == 7)
        #expect(score.byOperator.reduce(0) { $0 + $1.tried } == 4 && score.unfoundByTests.isEmpty)
        for index in results.versions["MVP"]?.outcomes.indices ?? 0..<0 {
            results.versions["MVP"]?.outcomes[index].tests = nil
        }
        #expect(results.score(of: "MVP", sources)?.unfoundByTests == ["MVP": 4])
        let changed = ArchitectureSources(folders: sources.folders, files: Array(sources.files.dropLast()))
        #expect(results.score(of: "MVP", changed) == nil)
        #expect(results.outdated(in: changed, of: "MVP") == ["MVP"])
        #expect(results.score(of: "Other", sources) == nil)
    }

    @Test func `stored mutation results are up to date for every architecture`() throws {
        let kept = try MutationResults(reading: Self.package)
        for version in Architecture.all {
            guard let sources = try version.sources.map({ try ArchitectureSources(reading: $0, in: Self.package) })
            else {
                continue
            }
            let outdated = kept.outdated(in: sources, of: version.name)
            #expect(
                outdated.isEmpty,
                "\(outdated.joined(separator: ", ")) changed since: .ci/mutate '\(version.name)' finds it out again"
            )
        }
        #expect(Set(kept.versions.keys).isSubset(of: Architecture.all.map(\.name)))
    }

    @Test func `stored mutation results name existing places`() throws {
        guard try StoredRevision.stored(in: Self.package) == nil else { return }
        let plan = MutationPlan(reading: Self.package)
        let places = Set(plan.mutants.map { [$0.version, $0.file, $0.point.kind.rawValue, $0.point.text] })
        for (version, part) in try MutationResults(reading: Self.package).versions {
            let unknown = part.outcomes.first { !places.contains([version, $0.file, $0.kind.rawValue, $0.text]) }
            #expect(unknown == nil, "\(version)")
            #expect(part.outcomes.count <= part.places - part.uncompiled)
            #expect(!part.outcomes.isEmpty && part.revision.count == 40)
        }
    }

    @Test func `mutation results are empty without a file and throw for invalid data`() throws {
        let place = try Workplace()
        #expect(try MutationResults(reading: place.path(of: "none")) == MutationResults())
        let file = URL(filePath: place.path(of: "wrong")).appending(path: MutationResults.path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: file)
        #expect(throws: DecodingError.self) { try MutationResults(reading: place.path(of: "wrong")) }
    }
}

extension MutationResults.Part {
    /// Creates the results of an earlier run.
    fileprivate init(_ version: Architecture) {
        self.init(
            modules: [:],
            revision: "old",
            seed: 1,
            scenarioSeeds: [1],
            scenarios: 1,
            places: 1,
            uncompiled: 0,
            outcomes: []
        )
    }
}
