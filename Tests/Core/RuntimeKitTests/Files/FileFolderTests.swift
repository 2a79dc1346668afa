import Foundation
import RuntimeKit
import Testing

@Suite struct FileFolderTests {
    private let place = URL.temporaryDirectory.appending(path: "folder-tests-\(UUID().uuidString)").path

    private func folders() -> [any FileFolder] { [MemoryFolder(), DiskFolder(place)] }

    @Test func `a folder reads, lists and removes written files, in memory and on disk`() throws {
        defer { try? FileManager.default.removeItem(atPath: place) }
        for folder in folders() {
            #expect(try folder.names() == [] && folder.size(of: "a.txt") == nil)
            try folder.write([], to: "a.txt", at: 0)
            #expect(try folder.size(of: "a.txt") == 0)
            try folder.write([1, 2, 3, 4], to: "a.txt", at: 0)
            try folder.write([9, 5], to: "a.txt", at: 3)
            try folder.write([7], to: "b", at: 0)
            try folder.synchronize("a.txt")
            #expect(try folder.size(of: "a.txt") == 5)
            #expect(try folder.read("a.txt", at: 1, count: 3) == [2, 3, 9])
            #expect(try folder.read("a.txt", at: 4, count: 100) == [5])
            #expect(try folder.read("a.txt", at: 5, count: 1) == [] && folder.read("a.txt", at: 90, count: 1) == [])
            #expect(try folder.names() == ["a.txt", "b"])
            try folder.remove("b")
            try folder.remove("b")
            #expect(try folder.names() == ["a.txt"])
            #expect(throws: StorageProblem.self) { try folder.read("b", at: 0, count: 1) }
        }
    }

    @Test func `a disk folder and its files are readable by their owner only`() throws {
        defer { try? FileManager.default.removeItem(atPath: place) }
        let folder = DiskFolder(place)
        #expect(!FileManager.default.fileExists(atPath: place), "nothing is created before the first write")
        try folder.write([1], to: "a", at: 0)
        let modes = try [place, "\(place)/a"].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o600])
        #expect(folder.path(of: "a") == "\(place)/a")
    }

    @Test(arguments: [
        "../a", "/etc/passwd", "a/b", "..", ".", "", ".a", "a\\b", "a\0b", "a\nb", "\u{202E}a", " a", "a ",
    ])
    func `a disk folder refuses names that lead elsewhere`(name: String) throws {
        defer { try? FileManager.default.removeItem(atPath: place) }
        let folder = DiskFolder(place)
        #expect(folder.path(of: name) == nil)
        #expect(throws: StorageProblem.self) { try folder.write([1], to: name, at: 0) }
        #expect(throws: StorageProblem.self) { try folder.read(name, at: 0, count: 1) }
        #expect(throws: StorageProblem.self) { try folder.remove(name) }
        #expect(throws: StorageProblem.self) { try folder.size(of: name) }
    }

    @Test func `a disk folder does not follow links to files`() throws {
        defer { try? FileManager.default.removeItem(atPath: place) }
        let folder = DiskFolder(place)
        try folder.write([1], to: "a", at: 0)
        try FileManager.default.createSymbolicLink(atPath: "\(place)/link", withDestinationPath: "\(place)/a")
        #expect(throws: StorageProblem.self) { try folder.write([2], to: "link", at: 0) }
        #expect(throws: StorageProblem.self) { try folder.read("link", at: 0, count: 1) }
        #expect(try folder.size(of: "link") == nil)
        #expect(try folder.read("a", at: 0, count: 9) == [1])
    }

    @Test func `a linked folder refuses reads, writes, listing and removal`() throws {
        let link = place + "-link"
        defer { for path in [place, link] { try? FileManager.default.removeItem(atPath: path) } }
        try DiskFolder(place).write([1], to: "letter.txt", at: 0)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place)
        let folder = DiskFolder(link)
        #expect(throws: StorageProblem.self) { try folder.names() }
        #expect(try folder.size(of: "letter.txt") == nil)
        #expect(throws: StorageProblem.self) { try folder.read("letter.txt", at: 0, count: 1) }
        #expect(throws: StorageProblem.self) { try folder.write([2], to: "letter.txt", at: 0) }
        #expect(throws: StorageProblem.self) { try folder.synchronize("letter.txt") }
        #expect(throws: StorageProblem.self) { try folder.remove("letter.txt") }
        #expect(try DiskFolder(place).read("letter.txt", at: 0, count: 9) == [1])
    }

    @Test(
        arguments: [
            (ENOSPC, .diskFull), (EDQUOT, .diskFull), (EACCES, .notWritable), (EPERM, .notWritable),
            (EROFS, .notWritable),
            (EIO, .failing(detail: "Input/output error")), (ENOENT, .other(detail: "No such file or directory")),
        ] as [(Int32, StorageProblem)]
    )
    func `an error of the system says what is wrong with the disk`(code: Int32, problem: StorageProblem) {
        #expect(StorageProblem(errno: code) == problem)
    }

    @Test func `a file in memory has no holes, and a part written inside it leaves the rest`() throws {
        let folder = MemoryFolder()
        for offset in [-1, 1] as [Int64] {
            #expect(throws: StorageProblem.self) { try folder.write([1], to: "a", at: offset) }
        }
        #expect(folder.size(of: "a") == nil)
        try folder.write([1, 2, 3, 4], to: "a", at: 0)
        try folder.write([9], to: "a", at: 1)
        try folder.write([5], to: "a", at: 4)
        #expect(try folder.read("a", at: 0, count: 9) == [1, 9, 3, 4, 5])
        #expect(try folder.read("a", at: -5, count: 2) == [1, 9] && folder.read("a", at: 0, count: -1) == [])
    }

    @Test func `a disk folder lists no hidden or odd names, and only a file has a size`() throws {
        defer { try? FileManager.default.removeItem(atPath: place) }
        let folder = DiskFolder(place)
        for name in ["b", "a"] { try folder.write([1], to: name, at: 0) }
        for name in [".hidden", "odd\nname", "end "] {
            #expect(FileManager.default.createFile(atPath: "\(place)/\(name)", contents: nil))
        }
        #expect(try folder.names() == ["a", "b"])
        try FileManager.default.createDirectory(atPath: "\(place)/sub", withIntermediateDirectories: false)
        #expect(try folder.size(of: "sub") == nil && folder.size(of: "a") == 1)
    }
}
