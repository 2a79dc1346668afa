import ChatStore
import Foundation
import SQLiteKit
import SimulationKit
import Testing

@testable import ChatSimulation

@Suite struct UnsyncedWritesTests {
    /// A folder that records its writes, with one file.
    private struct Disk {
        let folder: URL
        let unsynced: UnsyncedWrites
        var path: String { unsynced.folder + "/file" }

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "power-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            unsynced = UnsyncedWrites(in: folder)
            try Data().write(to: URL(filePath: path))
        }

        var content: String {
            get throws { String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self) }
        }

        /// Records SQLite's writes in the folder, too.
        func watch() { UnsyncedVFS.watch(unsynced) }

        func end() {
            UnsyncedVFS.unwatch(unsynced)
            try? FileManager.default.removeItem(at: folder)
        }

        /// Replaces bytes at an offset by a text, or truncates the file there.
        func write(_ text: String?, at offset: Int) throws {
            var content = [UInt8](try Data(contentsOf: URL(filePath: path)))
            let after = text.map { Array($0.utf8) }
            let before = Array(content.dropFirst(offset).prefix(after?.count ?? content.count))
            let change = UnsyncedWrites.Change(
                sizeBefore: content.count,
                offset: offset,
                before: before,
                after: after
            )
            unsynced.note(change, of: path)
            change.redo(in: &content)
            try Data(content).write(to: URL(filePath: path))
        }

        /// Returns the possible contents after many power failures.
        static func left(by work: (Disk) throws -> Void) throws -> Set<String> {
            var left: Set<String> = []
            for seed in UInt64(1)...200 {
                let disk = try Disk()
                defer { disk.end() }
                try work(disk)
                disk.unsynced.cut()
                var generator = SplitMix64(seed: seed)
                try disk.unsynced.reset(using: &generator)
                left.insert(try disk.content)
            }
            return left
        }
    }

    @Test func `a power failure keeps synchronized bytes and any part of the later writes`() throws {
        let left = try Disk.left { disk in
            try disk.write("sure", at: 0)
            disk.unsynced.noteSynchronized(disk.path)
            try disk.write("one", at: 4)
            try disk.write("two", at: 7)
        }
        #expect(left == ["sure", "sureone", "sureonetwo", "sure\0\0\0two"])
    }

    @Test func `a power failure may undo overwrites and truncations`() throws {
        let left = try Disk.left { disk in
            try disk.write("a long text", at: 0)
            disk.unsynced.noteSynchronized(disk.path)
            try disk.write("b", at: 0)
            try disk.write(nil, at: 6)
        }
        #expect(left == ["a long text", "b long text", "a long", "b long"])
    }

    @Test(arguments: ["FULL", "NORMAL"])
    func `a commit survives a power failure only if it is synchronized`(mode: String) throws {
        var texts: Set<[String]> = []
        for seed in UInt64(1)...20 {
            let disk = try Disk()
            disk.watch()
            defer { disk.end() }
            let path = disk.unsynced.folder + "/table.sqlite"
            do {
                let connection = try SQLiteConnection(.file(path: path), isWritable: true)
                try connection.execute("PRAGMA synchronous = \(mode == "FULL" ? "FULL" : "NORMAL")")
                try connection.execute("CREATE TABLE line(text TEXT)")
                for text in ["one", "two"] { try connection.run("INSERT INTO line VALUES (?)", text) }
                disk.unsynced.cut()
                #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO line VALUES (?)", "three") }
            }
            #expect(disk.unsynced.openCount == 0)
            var generator = SplitMix64(seed: seed)
            try disk.unsynced.reset(using: &generator)
            let connection = try SQLiteConnection(.file(path: path), isWritable: true)
            texts.insert((try? connection.rows("SELECT text FROM line") { $0.text(0) }) ?? [])
        }
        #expect(texts.contains(["one", "two"]))
        #expect((texts.count > 1) == (mode == "NORMAL"), "left are \(texts)")
    }

    @Test func `a killed process closes nothing and the next one recovers from its log`() throws {
        let disk = try Disk()
        disk.watch()
        defer { disk.end() }
        let path = disk.unsynced.folder + "/table.sqlite"
        do {
            let connection = try SQLiteConnection(.file(path: path), isWritable: true)
            try connection.execute("CREATE TABLE line(text TEXT)")
            try connection.run("INSERT INTO line VALUES (?)", "one")
            disk.unsynced.cut()
        }
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")).isEmpty == false)
        disk.unsynced.resume()
        let connection = try SQLiteConnection(.file(path: path), isWritable: true)
        #expect(try connection.rows("SELECT text FROM line") { $0.text(0) } == ["one"])
    }
}
