import Foundation
import SourceMeasure
import SourceTesting
import Testing

@Suite struct CoverageCommandTests {
    /// Creates a tree of three files, and a profile that contains two of them.
    private func withTree(_ body: (TemporaryFolder, _ root: String) throws -> Void) throws {
        try TemporaryFolder.with { folder in
            try folder.write("a/ChatView.swift", "func f() {\n    // a comment\n\n    a()\n}\n")
            try folder.write("a/ChatModel.swift", "func g() {\n    b()\n}\nfunc h() {}\n")
            try folder.write("a/Words.swift", "protocol P {}\n")
            let root = URL(filePath: folder.path).resolvingSymlinksInPath().path
            let file = { (name: String, segments: String) in
                "{\"filename\":\"\(root)/a/\(name)\",\"segments\":[\(segments)]}"
            }
            let files = [
                file("ChatView.swift", "[1,10,2,true,true,false],[5,2,0,false,false,false]"),
                file(
                    "ChatModel.swift",
                    "[1,10,0,true,true,false],[3,2,0,false,false,false],[4,10,1,true,true,false],[4,12,0,false,false,false]"
                ),
            ]
            try folder.write(
                "profile.json",
                "{\"data\":[{\"files\":[\(files.joined(separator: ","))]}],\"type\":\"llvm.coverage.json.export\",\"version\":\"3.0.1\"}"
            )
            try body(folder, root)
        }
    }

    @Test func `CoverageCommand prints covered lines of code by layer and by file`() throws {
        try withTree { folder, root in
            let outcome = CoverageCommand.run(arguments: ["\(root)/profile.json", "X=\(folder.path)/a"])
            #expect(outcome.problems.isEmpty)
            #expect(
                outcome.output == """
                    Lines of code covered, by layer

                                                                       X
                    ------------------------------------  --------------
                    View                                  3 of 3, 100.0%
                    Model                                  1 of 4, 25.0%
                    all                                    4 of 7, 57.1%
                    files that the profile does not know               1

                    Lines of code covered, by file

                                               covered
                    ------------------  --------------
                    X: ChatModel.swift   1 of 4, 25.0%
                    X: ChatView.swift   3 of 3, 100.0%

                    """
            )
            let json = CoverageCommand.run(arguments: ["\(root)/profile.json", "X=\(root)/a/", "--format", "json"])
            let read = try JSONDecoder().decode([String: SourceCoverage].self, from: Data(json.output.utf8))
            #expect(read["X"]?.lines.coverable == 7)
            #expect(read["X"]?.lines.covered == 4)
            #expect(read["X"]?.unknown == ["Words.swift"])
            #expect(read["X"]?.layers.map(\.name) == ["View", "Model"])
            let markdown = CoverageCommand.run(arguments: ["\(root)/profile.json", "X=\(root)/a", "--format=markdown"])
            #expect(markdown.output.contains("| Model | 1 of 4, 25.0% |\n"))
        }
    }

    @Test func `outdated sources and a folder missing from the profile are problems`() throws {
        try withTree { folder, root in
            try folder.write("a/ChatView.swift", "func f() {}\n")
            try folder.write("b/Other.swift", "func o() {}\n")
            let arguments = ["\(root)/profile.json", "X=\(root)/a", "Y=\(root)/b"]
            let outcome = CoverageCommand.run(arguments: arguments)
            #expect(outcome.exitCode == 66)
            #expect(
                outcome.problems == [
                    "\(root)/a/ChatView.swift has changed since \(root)/profile.json was written: run the tests again",
                    "\(root)/profile.json knows no file below \(root)/b",
                ]
            )
            #expect(!outcome.output.isEmpty)
        }
    }

    @Test func `CoverageCommand exits with 64 for a wrong command line and 66 for an unreadable profile`() throws {
        #expect(CoverageCommand.run(arguments: []).exitCode == 64)
        #expect(CoverageCommand.run(arguments: ["profile"]).exitCode == 64)
        #expect(CoverageCommand.run(arguments: ["profile", "folder"]).problems[0].contains("should be NAME=DIR"))
        try withTree { folder, root in
            let missing = CoverageCommand.run(arguments: ["\(root)/nothing", "X=\(root)/a"])
            #expect(missing.exitCode == 66)
            #expect(missing.problems == ["\(root)/nothing cannot be opened: No such file or directory"])
            let wrong = CoverageCommand.run(arguments: ["\(root)/a/Words.swift", "X=\(root)/a"])
            #expect(wrong.problems == ["\(root)/a/Words.swift is no JSON export of llvm-cov: it does not parse"])
            #expect(wrong.output.isEmpty)
        }
    }
}
