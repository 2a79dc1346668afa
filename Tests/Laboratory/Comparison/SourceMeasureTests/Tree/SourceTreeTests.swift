import Foundation
import SourceMeasure
import SourceTesting
import Testing

@Suite struct SourceTreeTests {
    @Test func `SourceTree reads Swift files below a folder, ordered by path`() throws {
        try TemporaryFolder.with { folder in
            for name in ["b.swift", "a/z.swift", "a/b/c.swift", "B.swift", "a.txt", ".hidden.swift", ".build/d.swift"] {
                try folder.write(name, name)
            }
            let tree = SourceTree(reading: folder.path)
            #expect(tree.files.map(\.path) == ["B.swift", "a/b/c.swift", "a/z.swift", "b.swift"])
            #expect(tree.files.first?.bytes == Array("B.swift".utf8))
            #expect(tree.problems.isEmpty)
            #expect(tree.isReadable)
        }
    }

    @Test func `SourceTree follows links to files but not to folders`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("a/b.swift", "b")
            try folder.link("a/loop", to: folder.path)
            try folder.link("a/loop.swift", to: folder.path)
            try folder.link("c.swift", to: folder.path + "/a/b.swift")
            let tree = SourceTree(reading: folder.path)
            #expect(tree.files.map(\.path) == ["a/b.swift", "c.swift"])
            #expect(tree.problems.isEmpty)
        }
    }

    @Test func `an unreadable file is a problem and the other files are read`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("a.swift", "a")
            try folder.write("long.swift", "12345")
            try folder.link("nowhere.swift", to: folder.path + "/nothing")
            #expect(mkfifo(folder.path + "/pipe.swift", 0o600) == 0)
            let tree = SourceTree(reading: folder.path, sizeLimit: 4)
            #expect(tree.files.map(\.path) == ["a.swift"])
            #expect(
                tree.problems == [
                    "\(folder.path)/long.swift is longer than 4 bytes, which is more than is read",
                    "\(folder.path)/nowhere.swift is not there, or its folder cannot be read",
                    "\(folder.path)/pipe.swift is not a regular file",
                ]
            )
        }
    }

    @Test func `a path that is not a folder is a problem`() throws {
        try TemporaryFolder.with { folder in
            try folder.write("a.swift", "a")
            for path in [folder.path + "/nothing", folder.path + "/a.swift", "", "\u{1B}[2J"] {
                let tree = SourceTree(reading: path)
                #expect(!tree.isReadable)
                #expect(tree.files.isEmpty)
                #expect(tree.problems.count == 1)
                #expect(tree.problems.allSatisfy { !$0.contains("\u{1B}") })
            }
        }
    }
}
