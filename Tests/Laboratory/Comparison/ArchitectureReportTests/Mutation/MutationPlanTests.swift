import ArchitectureVersions
import BehaviourSuite
import Foundation
import SourceMutation
import Testing

@testable import ArchitectureReport

@Suite struct MutationPlanTests {
    private static let package = URL(filePath: #filePath).appending(path: "../../../../../..").standardized.path

    @Test func `mutants are numbered from 1 by architecture and have their module's test target`() {
        let plan = MutationPlan(reading: Self.package)
        #expect(plan.problems == [])
        #expect(plan.mutants.map(\.number) == Array(1...plan.mutants.count))
        #expect(Set(plan.mutants.map(\.version)) == Set(Architecture.all.map(\.name)))
        func tests(_ folder: String) -> Set<String?> {
            Set(plan.mutants.filter { $0.file.hasPrefix(folder + "/") }.map(\.tests))
        }
        #expect(tests("Sources/Laboratory/Comparison/MVP") == ["MVPTests"])
        #expect(tests("Sources/Screens/ChatList") == ["ChatListTests"])
        #expect(tests("Sources/Laboratory/Comparison/VIPERInterface") == [nil])
        #expect(plan.tests.count == Set(plan.tests).count && plan.tests.contains("ScreenKitTests"))
    }

    @Test func `files shared with other architectures have no mutants`() {
        let plan = MutationPlan(reading: Self.package)
        #expect(plan.mutants.contains { $0.file.hasPrefix("Sources/Screens/ScreenKit/") })
        #expect(!plan.mutants.contains { $0.file.hasPrefix("Sources/Screens/ScreenKit/Words/") })
    }

    @Test func `write adds a switch for each mutant and blamed mutants can be removed`() throws {
        let place = try Workplace()
        let (package, copy) = (place.path(of: "package"), place.path(of: "copy"))
        let source = "func work() {\n    begin()\n    end()\n}\n"
        for folder in [package, copy] {
            let file = URL(filePath: folder).appending(path: "Sources/Small/Work.swift")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(source.utf8).write(to: file)
        }
        let version = Architecture(name: "Small", sources: .init(folders: ["Sources/Small"], screens: [])) { _ in
            throw Failure()
        }
        let plan = MutationPlan(reading: package, versions: [version])
        try plan.write(to: copy, without: [])
        let path = copy + "/Sources/Small/Work.swift"
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("    if !isMutant(2) { end() }\n"))
        #expect(FileManager.default.fileExists(atPath: copy + "/Sources/Small/MutationSwitches.swift"))
        let log = BuildLog("\(path):3:5: error: no\n/elsewhere/Work.swift:2:1: error: no\n")
        #expect(plan.blamed(by: log, in: copy, among: [1, 2]) == [2])
        #expect(plan.blamed(by: log, in: copy, among: [1]) == [1])
        try plan.write(to: copy, without: [1, 2])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == source)
    }

    @Test func `a draw depends only on its seed, has the requested size and excludes dropped mutants`() throws {
        let plan = MutationPlan(reading: Self.package)
        func draw(_ seed: UInt64, without dropped: Set<Int> = []) -> [Int] {
            MutationDraw(plan, without: dropped, seed: seed, each: 5, versions: ["MVP", "VIPER"]).mutants.map(\.number)
        }
        let drawn = draw(1)
        #expect(drawn.count == 10 && drawn == drawn.sorted())
        #expect(draw(1) == drawn && draw(2) != drawn)
        let others = draw(1, without: [drawn[0]])
        #expect(others.count == 10 && Set(drawn).subtracting(others) == [drawn[0]])
        let lines = MutationDraw(plan, without: [], seed: 1, each: 1, versions: ["MVP"]).lines
        #expect(lines.hasSuffix("\tMVPTests\tMVP\n"))
    }
}

private struct Failure: Error {}
