import Foundation
import ProcessKit
import SourceMeasure
import SourceTesting
import Testing

@testable import SourceChange

/// Compares the line matcher with `cloc --diff` itself, if it is installed.
@Suite(.enabled(if: ClocDiff.isInstalled, "cloc is not installed: nothing to compare with"))
struct ClocAgreementTests {
    @Test func `added, removed and modified lines of random edits equal those of cloc`() throws {
        try TemporaryFolder.with { folder in
            var state: UInt64 = 11
            func next(_ bound: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % bound
            }
            for file in 0..<60 {
                // Few different lines, so that there are several longest common subsequences.
                let kinds = 3 + next(20)
                var lines = (0..<(20 + next(60))).map { _ in "f(\(next(kinds)))" }
                try folder.write("old/\(file).swift", lines.map { $0 + "\n" }.joined())
                for _ in 0..<(1 + next(15)) {
                    switch next(3) {
                    case 0: lines.insert("f(\(next(kinds + 4)))", at: next(lines.count + 1))
                    case 1: if lines.count > 1 { lines.remove(at: next(lines.count)) }
                    default: lines[next(lines.count)] = "f(\(next(kinds + 4)))"
                    }
                }
                try folder.write("new/\(file).swift", lines.map { $0 + "\n" }.joined())
            }
            let trees = ["old", "new"].map { SourceTree(reading: folder.path + "/" + $0).files }
            let ours = TreeChange(from: trees[0], to: trees[1]).total.lines
            let theirs = try ClocDiff.codeLines(from: folder.path + "/old", to: folder.path + "/new")
            #expect([ours.added, ours.removed, ours.modified] == theirs)
        }
    }
}

private enum ClocDiff {
    static let path = ["/usr/bin/cloc", "/usr/local/bin/cloc", "/opt/homebrew/bin/cloc"]
        .first(where: FileManager.default.isExecutableFile)
    static var isInstalled: Bool { path != nil }

    /// Returns the number of Swift lines that cloc finds added, removed and modified.
    static func codeLines(from old: String, to new: String) throws -> [Int] {
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = ["--include-lang=Swift", "--json", "--quiet", "--diff", old, new]
        process.standardError = FileHandle.nullDevice
        let report = try #require(try JSONSerialization.jsonObject(with: process.output()) as? [String: Any])
        return ["added", "removed", "modified"].map { kind in
            let swift = (report[kind] as? [String: Any])?["Swift"] as? [String: Any]
            return swift?["code"] as? Int ?? -1
        }
    }
}
