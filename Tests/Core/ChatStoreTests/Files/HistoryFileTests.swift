import ChatTypes
import Foundation
import RuntimeKit
import SQLiteKit
import Testing

@testable import ChatStore

@Suite struct HistoryFileTests {
    private let folder: TemporaryFolder
    private let file: HistoryFile

    init() throws {
        folder = try TemporaryFolder()
        file = HistoryFile(folder.file("history.sqlite"))
    }

    @Test func `committed changes are there when the file is opened again`() throws {
        try file.open(at: moment(0)).database.apply([message(1), message(2)])
        let again = try file.open(at: moment(1)).database
        #expect(try again.ids() == ["m1", "m2"])
        #expect(try again.unreadCount() == 2)
        #expect(try again.integrityProblems() == [])
    }

    @Test func `an opening that changes the history counts once, and no other does`() throws {
        func lives(_ work: (ChatDatabase) throws -> Void = { _ in }) throws -> Int {
            let database = try file.open(at: moment(0)).database
            try work(database)
            return try database.read { try $0.lifeCount() }
        }
        #expect(try lives() == 0)
        let twoChanges = try lives { database in
            for number in 1...2 { try database.apply([message(number)]) }
        }
        #expect(try twoChanges == 1 && lives() == 1)
        let noChange = try lives { database in
            _ = try database.write { try $0.markRead(upTo: MessageID("gone"), in: ada.id) }
        }
        #expect(noChange == 1)
        #expect(try lives { try $0.apply([message(3)]) } == 2)
    }

    @Test(arguments: ["", "🙂", "…"])
    func `a history in which nothing was said in words is sound`(text: String) throws {
        try file.open(at: moment(0)).database.apply([message(1, text: text)])
        let opened = try file.open(at: moment(1))
        #expect(opened.setAside == nil)
        #expect(try opened.database.ids() == ["m1"])
    }

    @Test func `one reads beside the one that writes`() async throws {
        let writer = try file.open(at: moment(0)).database
        try writer.apply([message(1)])
        let reader = try file.openForReading()
        #expect(try await reader.ids() == ["m1"])
        try writer.apply([message(2)])
        #expect(try await reader.ids() == ["m1", "m2"])
    }

    /// Signal-Android#13762: a corrupt database made the app crash at every start.
    @Test(arguments: [0, 100, 4096, 5000])
    func `a file that is no database is set aside under a name with the date, and the app starts`(offset: Int) throws {
        try file.open(at: moment(0)).database.apply((1...200).map { message($0) })
        try overwrite(from: offset, count: 40_000)
        let opened = try file.open(at: moment(0))
        #expect(opened.setAside?.lastPathComponent == "history.sqlite.damaged-2022-03-11T120000Z")
        #expect(try opened.database.chats(limit: 9).isEmpty)
        #expect(try opened.database.apply([message(1)]).isChange)
        let setAside = try #require(opened.setAside)
        #expect(FileManager.default.fileExists(atPath: setAside.path))
    }

    @Test func `the files of a damaged history are set aside with it`() throws {
        do {
            let database = try file.open(at: moment(0)).database
            try database.apply([message(1)])
            #expect(try database.sendFile("mine"))
            try database.files.write([1, 2, 3], to: "copy of mine", at: 0)
        }
        try overwrite(from: 0, count: 40_000)
        let opened = try file.open(at: moment(0))
        opened.database.removeStrayFiles()
        let setAside = try #require(opened.setAside)
        #expect(try DiskFolder(setAside.path + ".files").read("copy of mine", at: 0, count: 9) == [1, 2, 3])
        #expect(try opened.database.files.names() == [])
    }

    @Test func `a version below all that there ever were is damage, too`() throws {
        try file.open(at: moment(0)).database.execute("PRAGMA user_version = -7")
        #expect(try file.open(at: moment(0)).setAside != nil)
    }

    @Test func `a second damaged file of the same second does not replace the first`() throws {
        for _ in 1...2 {
            try Data("not a database at all".utf8).write(to: file.url)
            _ = try file.open(at: moment(0))
        }
        #expect(
            try folder.names.filter { $0.contains("damaged") && !$0.contains("-wal") && !$0.contains("-shm") } == [
                "history.sqlite.damaged-2022-03-11T120000Z", "history.sqlite.damaged-2022-03-11T120000Z-2",
            ]
        )
    }

    @Test func `a damaged file that cannot be set aside stays, with a reason`() throws {
        // The name with the date would be longer than any name may be.
        let file = HistoryFile(folder.file(String(repeating: "h", count: 240)))
        try Data("not a database at all".utf8).write(to: file.url)
        let error = ChatDatabaseError.cannotSetAside(path: file.url.path, reason: "File name too long")
        #expect(throws: error) { _ = try file.open(at: moment(0)) }
        #expect(try Data(contentsOf: file.url) == Data("not a database at all".utf8))
    }

    @Test func `damage that shows while the app runs is looked for at the next start`() throws {
        do {
            let database = try file.open(at: moment(0)).database
            try database.apply([message(1)])
            database.connection.onCorruption?()
        }
        #expect(try folder.names.contains("history.sqlite.is-damaged"))
        let opened = try file.open(at: moment(0))
        #expect(opened.setAside == nil, "all its rows can be read")
        #expect(try opened.database.ids() == ["m1"])
        #expect(try folder.names.contains("history.sqlite.is-damaged") == false, "once")
    }

    @Test func `a history that cannot be written to is still read`() throws {
        try file.open(at: moment(0)).database.apply([message(1)])
        let reader = try ChatDatabase(reading: .immutableFile(path: file.url.path))
        #expect(try reader.ids() == ["m1"])
        #expect(throws: SQLiteError.self) { try reader.apply([message(2)]) }
    }

    /// Damages every page from `offset` on, and removes the log that could repair it.
    private func overwrite(from offset: Int, count: Int) throws {
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.url.path + suffix) }
        var bytes = try Data(contentsOf: file.url)
        let range = offset..<min(offset + count, bytes.count)
        bytes.replaceSubrange(range, with: Data(repeating: 0x5A, count: range.count))
        try bytes.write(to: file.url)
    }
}
