import Foundation
import SourceMeasure
import SourceTesting
import Testing

@testable import SourceChange

@Suite(.enabled(if: Git.isInstalled, "git is not installed: there is no repository to read"))
struct GitRepositoryTests {
    @Test func `GitRepository reads the Swift files of a revision without checking it out`() throws {
        try TemporaryFolder.with { folder in
            try Git.make(in: folder)
            try folder.write("Sources/A.swift", "a()\n")
            try folder.write("Sources/.hidden/B.swift", "b()\n")
            try folder.write("Sources/ä ü\n.swift", "c()\n")
            try folder.write("README.md", "d\n")
            try folder.link("Sources/Link.swift", to: "A.swift")
            try Git.commit("one", in: folder)
            try folder.write("Sources/A.swift", "a()\nb()\n")
            try Git.commit("two", in: folder)
            try folder.write("Sources/A.swift", "not committed\n")
            let repository = GitRepository(folder: folder.path + "/Sources")
            let tree = try repository.tree(at: "HEAD~1")
            #expect(tree.files.map(\.path) == ["Sources/A.swift", "Sources/ä ü\n.swift"])
            #expect(tree.files.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a()\n", "c()\n"])
            #expect(tree.problems.isEmpty)
            #expect(try repository.tree(at: "HEAD:Sources").files.map(\.path) == ["A.swift", "ä ü\n.swift"])
            #expect(try repository.tree(at: "HEAD").files[0].bytes == Array("a()\nb()\n".utf8))
            let kept = try String(contentsOfFile: folder.path + "/Sources/A.swift", encoding: .utf8)
            #expect(kept == "not committed\n")
        }
    }

    @Test func `GitRepository reads files in several batches and reports files that are too long`() throws {
        try TemporaryFolder.with { folder in
            try Git.make(in: folder)
            for number in 0..<450 { try folder.write("\(number).swift", "f\(number)()\n") }
            try folder.write("empty.swift", "")
            try folder.write("long.swift", String(repeating: "a", count: 101))
            try Git.commit("one", in: folder)
            let tree = try GitRepository(folder: folder.path).tree(at: "HEAD", sizeLimit: 100)
            #expect(tree.files.count == 451)
            #expect(
                tree.files.allSatisfy {
                    $0.path == "empty.swift" || $0.bytes == Array("f\($0.path.dropLast(6))()\n".utf8)
                }
            )
            #expect(tree.problems == ["long.swift is longer than 100 bytes, which is more than is read"])
        }
    }

    @Test func `an invalid revision throws a failure with the reason`() throws {
        try TemporaryFolder.with { folder in
            try Git.make(in: folder)
            try folder.write("A.swift", "a()\n")
            try Git.commit("one", in: folder)
            let repository = GitRepository(folder: folder.path)
            func sentence(_ revision: String, in repository: GitRepository) -> String {
                let failure = #expect(throws: GitRepository.Failure.self) { try repository.tree(at: revision) }
                return failure?.sentence ?? ""
            }
            #expect(
                sentence("nowhere\u{1B}", in: repository).hasPrefix(
                    "nowhere\\u{1B} cannot be read in \(folder.path): fatal"
                )
            )
            #expect(
                sentence("HEAD:A.swift", in: repository) == "HEAD:A.swift is neither a revision nor a folder in one"
            )
            #expect(sentence("--all", in: repository) == "--all is no name of a revision")
            #expect(sentence("HEAD", in: GitRepository(folder: folder.path + "/none")).contains("cannot be read in"))
        }
    }
}
