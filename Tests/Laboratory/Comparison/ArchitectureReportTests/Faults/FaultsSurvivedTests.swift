import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct FaultsSurvivedTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    private func sources(_ body: String) -> ArchitectureSources {
        ArchitectureSources(files: [SourceFile(path: "List/A.swift", bytes: Array("func f() { \(body) }\n".utf8))])
    }

    private func entry(of sources: ArchitectureSources, broken: [String: Int] = [:]) -> FaultsSurvived.Entry {
        FaultsSurvived.Entry(
            name: "A",
            fingerprint: SourceCoverage.fingerprint(of: sources.files),
            sessions: 10,
            faults: ["death": 3],
            checks: 7,
            broken: broken
        )
    }

    @Test func `stored sessions are valid while the architecture's code is unchanged`() {
        let kept = entry(of: sources("a()"), broken: ["2": 1, "9": 2])
        let data = FaultsSurvived(revision: "r", firstSeed: 1, lastSeed: 10, entries: [kept])
        #expect(kept.survived == 7)
        #expect(data.entry(for: "A", sources("a() /* a comment */")) == kept)
        #expect(data.entry(for: "A", sources("b()")) == nil)
        #expect(data.entry(for: "B", sources("a()")) == nil)
    }

    @Test func `results of a named revision count although the code has changed since`() {
        let data = FaultsSurvived(revision: "r", firstSeed: 1, lastSeed: 10, entries: [entry(of: sources("a()"))])
        let changed = ArchitectureSources(files: sources("b()").files, storedRevision: StoredRevision(revision: "abc"))
        #expect(data.entry(for: "A", changed) != nil)
        #expect(data.entry(for: "B", changed) == nil)
    }

    @Test func `stored sessions are nil without a file and throw for invalid data`() throws {
        let place = try Workplace()
        #expect(try FaultsSurvived.kept(in: place.path(of: "none")) == nil)
        let file = URL(filePath: place.path(of: "wrong")).appending(path: FaultsSurvived.path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: file)
        #expect(throws: DecodingError.self) { try FaultsSurvived.kept(in: place.path(of: "wrong")) }
        let data = FaultsSurvived(revision: "r", firstSeed: 1, lastSeed: 2, entries: [entry(of: sources("a()"))])
        try Data(try encodedAsJSON(data, isIndented: true).utf8).write(to: file)
        #expect(try FaultsSurvived.kept(in: place.path(of: "wrong")) == data)
    }

    @Test func `stored sessions are up to date for every architecture`() throws {
        let kept = try #require(try FaultsSurvived.kept(in: Self.package))
        #expect(kept.entries.map(\.name) == Architecture.all.map(\.name))
        for version in Architecture.all {
            let sources = try ArchitectureSources(reading: try #require(version.sources), in: Self.package)
            #expect(
                kept.entry(for: version.name, sources) != nil,
                "\(version.name) changed since; FaultsSurvived says how to play it again"
            )
        }
    }

    @Test func `a wrong command line exits with 64 and runs no session`() {
        let wrong = [["--seeds", "5...3"], ["--seeds", "1"], ["--sed", "1...2"], ["all"]]
        for arguments in wrong {
            let outcome = FaultsCommand.run(arguments: arguments)
            #expect(outcome.exitCode == 64 && outcome.output.isEmpty, "\(arguments)")
        }
    }

    @Test func `a session reports the checks it made`() throws {
        let version = try #require(Architecture.all.first { $0.name == "Classic MVC" })
        let played = try FaultsCommand.play(version, sources("a()"), 1...1)
        #expect(played.sessions == 1 && played.survived == 1 && played.checks > 100)
    }
}
