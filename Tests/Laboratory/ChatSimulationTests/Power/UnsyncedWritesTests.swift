import ChatStore
import Foundation
import SimulationKit
import Testing
import Transport

@testable import ChatSimulation

@Suite struct UnsyncedWritesTests {
    /// A folder that notes what is written, and a file in it.
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

        /// What SQLite writes here is noted, too.
        func watch() { UnsyncedVFS.watch(unsynced) }

        func end() {
            UnsyncedVFS.unwatch(unsynced)
            try? FileManager.default.removeItem(at: folder)
        }

        /// Puts a text in place of what stands at a byte, or cuts the file there.
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

        /// What may be left when the power fails, over many failures.
        static func left(by work: (Disk) throws -> Void) throws -> Set<String> {
            var left: Set<String> = []
            for seed in UInt64(1)...200 {
                let disk = try Disk()
                defer { disk.end() }
                try work(disk)
                disk.unsynced.cut()
                var generator = SplitMix64(seed: seed)
                try disk.unsynced.settle(using: &generator)
                left.insert(try disk.content)
            }
            return left
        }
    }

    @Test func `what was synchronized is there, and of the rest any part`() throws {
        let left = try Disk.left { disk in
            try disk.write("sure", at: 0)
            disk.unsynced.noteSynchronized(disk.path)
            try disk.write("one", at: 4)
            try disk.write("two", at: 7)
        }
        #expect(left == ["sure", "sureone", "sureonetwo", "sure\0\0\0two"])
    }

    @Test func `what gave way to other bytes, or was cut off, may be back`() throws {
        let left = try Disk.left { disk in
            try disk.write("a long text", at: 0)
            disk.unsynced.noteSynchronized(disk.path)
            try disk.write("b", at: 0)
            try disk.write(nil, at: 6)
        }
        #expect(left == ["a long text", "b long text", "a long", "b long"])
    }

    @Test(arguments: ["FULL", "NORMAL"])
    func `a commit outlives a loss of power if it is synchronized, and only then`(mode: String) throws {
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
            try disk.unsynced.settle(using: &generator)
            let connection = try SQLiteConnection(.file(path: path), isWritable: true)
            texts.insert((try? connection.rows("SELECT text FROM line") { $0.text(0) }) ?? [])
        }
        #expect(texts.contains(["one", "two"]))
        #expect((texts.count > 1) == (mode == "NORMAL"), "left are \(texts)")
    }

    @Test func `a dead process tidies nothing up, and the next one goes on from its log`() throws {
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
