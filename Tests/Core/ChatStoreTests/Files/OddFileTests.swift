import CSystem
import Foundation
import RuntimeKit
import Testing

@testable import ChatStore

/// Other files in place of a history, and who may read a history.
@Suite struct OddFileTests {
    private let folder: TemporaryFolder
    private let file: HistoryFile

    init() throws {
        folder = try TemporaryFolder()
        file = HistoryFile(folder.file("history.sqlite"))
    }

    @Test(.timeLimit(.minutes(20)), arguments: ["", "-wal", "-shm"])
    func `a named pipe in its place is named, and not waited for`(suffix: String) throws {
        let path = file.url.path + suffix
        #expect(mkfifo(path, 0o600) == 0)
        let error = ChatDatabaseError.noFile(path: path, kind: "a named pipe")
        #expect(throws: error) { _ = try file.open(at: moment(0)) }
        #expect(throws: error) { _ = try file.openForReading() }
    }

    @Test func `a directory, a device and a socket are named, too`() throws {
        try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: true)
        #expect(throws: ChatDatabaseError.noFile(path: file.url.path, kind: "a directory")) {
            _ = try file.open(at: moment(0))
        }
        let null = HistoryFile(URL(filePath: "/dev/null"))
        #expect(throws: ChatDatabaseError.noFile(path: "/dev/null", kind: "a device")) {
            _ = try null.open(at: moment(0))
        }
        let link = HistoryFile(folder.file("link.sqlite"))
        try FileManager.default.createSymbolicLink(atPath: link.url.path, withDestinationPath: "/dev/null")
        #expect(throws: ChatDatabaseError.noFile(path: link.url.path, kind: "a device")) {
            _ = try link.open(at: moment(0))
        }
        #expect(try folder.names.contains { $0.contains("damaged") } == false)
    }

    @Test func `a history that others may read is made its owner's alone, with its log`() throws {
        let database = try file.open(at: moment(0)).database
        try database.apply([message(1)])
        for name in try folder.names { #expect(chmod(folder.file(name).path, 0o644) == 0) }
        let again = try file.open(at: moment(1)).database
        #expect(try again.ids() == ["m1"])
        #expect(try modes() == ["history.sqlite": 0o600, "history.sqlite-shm": 0o600, "history.sqlite-wal": 0o600])
    }

    @Test func `a new history is readable by its owner alone, whatever the umask`() throws {
        let database = try file.open(at: moment(0)).database
        try database.apply([message(1)])
        #expect(try Set(modes().values) == [0o600])
    }

    @Test func `the files of a folder that is linked in place of the history's own are left alone`() throws {
        let mine = folder.file("mine")
        try FileManager.default.createDirectory(at: mine, withIntermediateDirectories: true)
        #expect(chmod(mine.path, 0o755) == 0)
        let letter = mine.appending(path: "letter.txt")
        try Data("Dear Ada".utf8).write(to: letter)
        try FileManager.default.createSymbolicLink(atPath: file.url.path + ".files", withDestinationPath: mine.path)
        try file.open(at: moment(0)).database.removeStrayFiles()
        #expect(try Data(contentsOf: letter) == Data("Dear Ada".utf8))
        #expect(try modes()["mine"] == 0o755)
    }

    @Test func `a folder of files that others may read is made its owner's alone`() throws {
        try file.open(at: moment(0)).database.files.write([1], to: "a", at: 0)
        #expect(chmod(file.url.path + ".files", 0o755) == 0)
        let database = try file.open(at: moment(1)).database
        #expect(try modes()["history.sqlite.files"] == 0o700)
        #expect(try database.files.names() == ["a"])
    }

    private func modes() throws -> [String: Int] {
        try folder.names.reduce(into: [:]) { modes, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
            modes[name] = attributes[.posixPermissions] as? Int
        }
    }
}
