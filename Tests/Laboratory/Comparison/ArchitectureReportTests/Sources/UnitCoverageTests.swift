import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct UnitCoverageTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    /// Returns a profile in which each file has a function of three lines, executed only in the first file.
    private func coverage(of files: [SourceFile]) throws -> SourceCoverage {
        let lists = files.enumerated().map { index, file in
            "{\"filename\":\"/\(file.path)\",\"segments\":[[1,10,\(index == 0 ? 1 : 0),true,true,false],[3,2,0,false,false,false]]}"
        }
        let json =
            "{\"data\":[{\"files\":[\(lists.joined(separator: ","))]}],\"type\":\"llvm.coverage.json.export\",\"version\":\"3.0.1\"}"
        return SourceCoverage(of: files, in: "", by: try CoverageProfile(parsing: Array(json.utf8)))
    }

    private func files(_ module: String, body: String = "a()") -> [SourceFile] {
        ["A", "B"].map {
            SourceFile(path: "\(module)/\($0).swift", bytes: Array("func f\($0)() {\n    \(body)\n}\n".utf8))
        }
    }

    @Test func `an architecture's coverage sums its modules while their code is unchanged`() throws {
        let kept = UnitCoverage(["List": try coverage(of: files("List")), "Chat": try coverage(of: files("Chat"))])
        func sources(_ modules: [[SourceFile]]) -> ArchitectureSources {
            ArchitectureSources(folders: ["Sources/List", "Sources/Chat"], files: modules.flatMap { $0 })
        }
        let same = sources([files("List"), files("Chat", body: "a() // a comment")])
        #expect(kept.lines(of: same) == LineCoverage(coverable: 12, covered: 6))
        #expect(kept.outdated(in: same) == [])
        let changed = sources([files("List"), files("Chat", body: "b()")])
        #expect(kept.lines(of: changed) == nil)
        #expect(kept.outdated(in: changed) == ["Chat"])
        let other = ArchitectureSources(folders: ["Sources/New"], files: files("New"))
        #expect(kept.lines(of: other) == nil)
        #expect(kept.outdated(in: other) == [])
    }

    @Test func `unit coverage is empty without a file and throws for invalid data`() throws {
        let place = try Workplace()
        #expect(try UnitCoverage(reading: place.path(of: "none")).outdated(in: ArchitectureSources(files: [])) == [])
        let file = URL(filePath: place.path(of: "wrong")).appending(path: UnitCoverage.path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("[]".utf8).write(to: file)
        #expect(throws: DecodingError.self) { try UnitCoverage(reading: place.path(of: "wrong")) }
    }

    @Test func `stored unit coverage is up to date for every architecture`() throws {
        let kept = try UnitCoverage(reading: Self.package)
        for version in Architecture.all {
            guard let sources = try version.sources.map({ try ArchitectureSources(reading: $0, in: Self.package) })
            else {
                continue
            }
            let outdated = kept.outdated(in: sources)
            #expect(
                outdated.isEmpty,
                "\(outdated.joined(separator: ", ")) changed since; UnitCoverage says how to measure it again"
            )
        }
    }
}
