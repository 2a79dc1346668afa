import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceChange
import Testing

@testable import ArchitectureReport

@Suite struct FeatureDiffTests {
    private static let package = String(
        URL(filePath: #filePath).pathComponents.dropLast(6).joined(separator: "/").dropFirst()
    )

    @Test func `a patch is parsed into files with marked lines`() {
        let patch = """
            diff --git a/Sources/A/Views/V.swift b/Sources/A/Views/V.swift
            index 1..2 100644
            --- a/Sources/A/Views/V.swift
            +++ b/Sources/A/Views/V.swift
            @@ -1,2 +1,3 @@ struct V {
             kept
            +new
            @@ -9 +10 @@
            -old
            diff --git a/Sources/A/Gone.swift b/Sources/A/Gone.swift
            deleted file mode 100644
            --- a/Sources/A/Gone.swift
            +++ /dev/null
            @@ -1 +0,0 @@
            -gone
            diff --git a/Sources/A/picture.png b/Sources/A/picture.png
            Binary files differ
            """
        #expect(
            FeatureDiff.files(in: patch) == [
                .init(path: "Views/V.swift", lines: [" kept", "+new", "@", "-old"]),
                .init(path: "A/Gone.swift", lines: ["-gone"]),
            ]
        )
    }

    @Test func `every shown feature has a diff of as many added lines as it cost, or blank ones more`() throws {
        let report = try LedgerTests.report()
        #expect(report.diffs.count == report.features.count { FeatureDiff.shown.contains($0.feature) })
        for diff in report.diffs {
            let cost = try #require(report.feature(diff.feature, in: diff.version))
            let added = diff.files.flatMap(\.lines).count { $0.hasPrefix("+") }
            #expect(added >= cost.sources.lines, "\(diff.version)")
            #expect(diff.files.count == cost.sources.files, "\(diff.version)")
        }
    }

    @Test func `a repository without the commits gives no diff`() {
        let cost = FixedReport.report.features[0]
        #expect(FeatureDiff(of: cost, folders: [], in: GitRepository(folder: Self.package)) == nil)
    }
}
