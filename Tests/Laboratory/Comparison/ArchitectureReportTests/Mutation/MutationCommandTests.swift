import Foundation
import SourceMeasure
import Testing

@testable import ArchitectureReport

@Suite struct MutationCommandTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    @Test func `MutationCommand rejects wrong arguments and prints the usage`() throws {
        for arguments in [[], ["draw", Self.package], ["tidy", Self.package, "copy"], ["--speed", "3"]] {
            let outcome = MutationCommand.run(arguments: arguments)
            #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
            #expect(outcome.problems.last?.contains("mutation prepare") == true)
        }
    }

    @Test func `draw excludes mutants that do not compile and rejects unknown architectures`() throws {
        let place = try Workplace()
        let copy = place.path(of: "copy")
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        func draw(_ version: String, without dropped: [String]) throws -> [String] {
            try Data(dropped.joined(separator: "\n").utf8).write(to: URL(filePath: copy + "/dropped-mutants"))
            let outcome = MutationCommand.run(
                arguments: ["draw", Self.package, copy, version, "--seed", "1", "--each", "3"]
            )
            return outcome.exitCode == 0 ? outcome.output.split(separator: "\n").map(String.init) : outcome.problems
        }
        let lines = try draw("MVP", without: [])
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasSuffix("\tMVPTests\tMVP") })
        let first = try #require(lines[0].split(separator: "\t").first.map(String.init))
        #expect(try !draw("MVP", without: [first]).contains { $0.hasPrefix(first + "\t") })
        #expect(try draw("MVC", without: [])[0].contains("MVC"))
    }

    @Test func `mend exits with 70 if a log blames no mutant`() throws {
        let place = try Workplace()
        let copy = place.path(of: "copy")
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: copy + "/dropped-mutants"))
        try Data("error: no space left\n".utf8).write(to: URL(filePath: copy + "/log"))
        #expect(MutationCommand.run(arguments: ["mend", Self.package, copy, copy + "/log"]).exitCode == 70)
    }
}
