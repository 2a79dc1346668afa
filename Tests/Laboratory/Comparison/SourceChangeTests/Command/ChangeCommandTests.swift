import Foundation
import SourceMeasure
import SourceTesting
import Testing

@testable import SourceChange

@Suite struct ChangeCommandTests {
    @Test func `ChangeCommand compares two folders`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("a/ChatView.swift", "struct ChatView {\n    let a = 1\n}\n")
            try folder.write("b/ChatView.swift", "struct ChatView {\n    let a = 2\n}\n")
            let paths = ["\(folder.path)/a", "\(folder.path)/b"]
            let outcome = ChangeCommand.run(arguments: paths)
            #expect(outcome.exitCode == 0)
            #expect(outcome.output.contains("\n| View |"))
            #expect(outcome.output.hasSuffix("Files\n\n- touched: ChatView.swift\n"))
            let json = ChangeCommand.run(arguments: paths + ["--format=json"])
            let read = try JSONDecoder().decode(TreeChange.self, from: Data(json.output.utf8))
            #expect(read.files.touched == ["ChatView.swift"])
            #expect(read.total.lines == LineChange(modified: 1, same: 2))
        }
    }

    @Test(.enabled(if: Git.isInstalled)) func `ChangeCommand compares two revisions of a repository`() throws {
        try TemporaryFolder.with { folder in
            try Git.make(in: folder)
            try folder.write("Sources/A.swift", "a()\n")
            try Git.commit("one", in: folder)
            try folder.write("Sources/B.swift", "b()\n")
            try Git.commit("two", in: folder)
            let outcome = ChangeCommand.run(arguments: [
                "HEAD~1", "HEAD:", "--repository", folder.path, "--format", "json",
            ])
            #expect(outcome.problems.isEmpty)
            let read = try JSONDecoder().decode(TreeChange.self, from: Data(outcome.output.utf8))
            #expect(read.files.added == ["Sources/B.swift"])
        }
    }

    @Test(.enabled(if: Git.isInstalled)) func `--folders limits revisions to some folders`() throws {
        try TemporaryFolder.with { folder in
            try Git.make(in: folder)
            let places = ["Sources/MVC", "Sources/MVCMore", "Tests/MVCTests", "Sources/MVP"]
            for place in places { try folder.write("\(place)/A.swift", "struct A {} // \(place)\n") }
            try Git.commit("one", in: folder)
            for place in places { try folder.write("\(place)/A.swift", "struct A { let a = 1 } // \(place)\n") }
            try Git.commit("two", in: folder)
            let repository = ["HEAD~1", "HEAD", "--repository", folder.path]
            let outcome = ChangeCommand.run(
                arguments: repository + ["--folders", "Sources/MVC,Tests/MVCTests/", "--format", "json"]
            )
            #expect(outcome.problems.isEmpty)
            let read = try JSONDecoder().decode(TreeChange.self, from: Data(outcome.output.utf8))
            #expect(read.files.touched == ["Sources/MVC/A.swift", "Tests/MVCTests/A.swift"])
            let nowhere = ChangeCommand.run(arguments: repository + ["--folders", "Source"])
            #expect(nowhere.exitCode == 66 && nowhere.output.isEmpty)
            #expect(nowhere.problems == ["Neither HEAD~1 nor HEAD holds Swift files in these folders"])
        }
    }

    @Test(arguments: ["a,", "/a", "../a", "a,./b", ""])
    func `an invalid --folders list exits with 64`(_ folders: String) {
        let outcome = ChangeCommand.run(arguments: ["a", "b", "--repository", ".", "--folders", folders])
        #expect(outcome.exitCode == 64)
        let alone = ChangeCommand.run(arguments: ["a", "b", "--folders", "a"])
        #expect(alone.exitCode == 64 && alone.problems[0].hasPrefix("--folders is for revisions"))
    }

    @Test func `wrong command lines exit with 64 and unreadable trees with 66 and a hint`() throws {
        #expect(ChangeCommand.run(arguments: []).exitCode == 64)
        #expect(ChangeCommand.run(arguments: ["a"]).problems[0].hasPrefix("Say what to compare"))
        #expect(ChangeCommand.run(arguments: ["a", "b", "c"]).exitCode == 64)
        #expect(ChangeCommand.run(arguments: ["a", "b", "--format", "html"]).exitCode == 64)
        let outcome = ChangeCommand.run(arguments: ["HEAD~1", "HEAD"])
        #expect(outcome.exitCode == 66)
        #expect(outcome.output.isEmpty)
        let hint = "is not a folder that can be read; for a revision, say of which repository: --repository DIR"
        #expect(outcome.problems == ["HEAD~1 \(hint)", "HEAD \(hint)"])
        try TemporaryFolder.with { folder in
            let none = ChangeCommand.run(arguments: ["a", "b", "--repository", folder.path])
            #expect(none.exitCode == 66)
            #expect(none.problems.count == 1)
        }
    }
}
