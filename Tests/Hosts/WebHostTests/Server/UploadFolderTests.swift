import Foundation
import Testing

@testable import WebHost

/// The folder of the files that a page sends.
@Suite struct UploadFolderTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "uploads-\(UUID())")

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `files of a run that was killed go with the first new file, which stays beside the next`() throws {
        let left = directory.appending(path: "1/secret.txt")
        try FileManager.default.createDirectory(
            at: left.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("x".utf8).write(to: left)
        let folder = UploadFolder(directory)
        #expect(exists(left.path), "another run may use it still")
        let first = try #require(folder.path(forFileNamed: "a.txt"))
        #expect(!exists(left.path))
        try Data("a".utf8).write(to: URL(filePath: first))
        let second = try #require(folder.path(forFileNamed: "a.txt"))
        #expect(first != second && exists(first))
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: ["../../a.txt", "/etc/a.txt", #"..\a.txt"#])
    func `no name leads out of the folder`(name: String) throws {
        let folder = UploadFolder(directory)
        let path = try #require(folder.path(forFileNamed: name))
        #expect(path == directory.appending(path: "1/a.txt").path)
        withExtendedLifetime(folder) {}
    }

    @Test func `all files go with the folder`() throws {
        do {
            let folder = UploadFolder(directory)
            try Data("a".utf8).write(to: URL(filePath: try #require(folder.path(forFileNamed: "a.txt"))))
            #expect(exists(directory.path))
            withExtendedLifetime(folder) {}
        }
        #expect(!exists(directory.path))
    }
}
