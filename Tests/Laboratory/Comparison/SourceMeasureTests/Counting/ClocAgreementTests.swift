import Foundation
import ProcessKit
import SourceMeasure
import SourceTesting
import Testing

/// Compares the counter with `cloc` itself, if it is installed.
@Suite(.enabled(if: Cloc.isInstalled, "cloc is not installed: nothing to compare with"))
struct ClocAgreementTests {
    @Test func `line counts of this package equal those of cloc`() throws {
        let package = URL(fileURLWithPath: #filePath).appending(path: "../../../../../..").standardized
        for folder in ["Sources", "Tests"] {
            let path = package.appendingPathComponent(folder).path
            let measured = SourceMeasurement(of: SourceTree(reading: path).files)
            let swift = try #require(try Cloc.report(path)["Swift"] as? [String: Any])
            let theirs = ["nFiles", "blank", "comment", "code"].map { swift[$0] as? Int ?? -1 }
            #expect([measured.files, measured.blank, measured.comment, measured.code] == theirs)
        }
    }

    @Test func `line counts of every fixture equal those of cloc`() throws {
        try TemporaryFolder.with { folder in
            // cloc skips empty files, and prints a negative number for one fixture.
            let fixtures = Fixture.all.filter { !$0.source.isEmpty && $0.name != "backslash before a comment" }
            for (index, fixture) in fixtures.enumerated() {
                try folder.write("\(index).swift", fixture.source)
            }
            let report = try Cloc.report(
                folder.path,
                options: ["--by-file", "--skip-uniqueness", "--read-binary-files"]
            )
            for (index, fixture) in fixtures.enumerated() {
                let counts = report["\(folder.path)/\(index).swift"] as? [String: Any]
                let found = ["blank", "comment", "code"].map { counts?[$0] as? Int ?? -1 }
                #expect(found == fixture.cloc, "\(fixture.name)")
            }
        }
    }
}

private enum Cloc {
    static let path = ["/usr/bin/cloc", "/usr/local/bin/cloc", "/opt/homebrew/bin/cloc"]
        .first(where: FileManager.default.isExecutableFile)
    static var isInstalled: Bool { path != nil }

    /// Returns cloc's counts of the Swift files below a folder.
    static func report(_ folder: String, options: [String] = []) throws -> [String: Any] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = ["--include-lang=Swift", "--json", "--quiet"] + options + [folder]
        return try #require(try JSONSerialization.jsonObject(with: process.output()) as? [String: Any])
    }
}
