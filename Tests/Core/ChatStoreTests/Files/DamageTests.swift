import ChatTypes
import Foundation
import SQLiteKit
import Testing

@testable import ChatStore

/// Files that SQLite can open, but that are not sound histories.
@Suite struct DamageTests {
    private let folder: TemporaryFolder
    private let file: HistoryFile

    /// The bytes of a history with content that no server could restore, written once for all tests.
    private static let bytes: Result<Data, any Error> = Result {
        let folder = try TemporaryFolder()
        let file = HistoryFile(folder.file("history.sqlite"))
        do {
            let database = try file.open(at: moment(0)).database
            try database.apply(
                (1...300).map { message($0, text: "text \($0) of some length, so that there are pages") }
            )
            _ = try database.enqueue("waiting", at: moment(9))
            try database.write { try $0.setDraft("hel", in: ada.id) }
        }
        return try withExtendedLifetime(folder) { try Data(contentsOf: file.url) }
    }

    init() throws {
        folder = try TemporaryFolder()
        file = HistoryFile(folder.file("history.sqlite"))
        try Self.bytes.get().write(to: file.url)
    }

    /// Changes the file in a way that no history would.
    private func damage(_ script: String) throws {
        let connection = try SQLiteConnection(.file(path: file.url.path), isWritable: true)
        connection.setDefensive(false)
        try connection.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \(script)")
    }

    @Test(arguments: [
        "PRAGMA user_version = 0", "DROP TABLE gap", "ALTER TABLE message DROP COLUMN file_size",
        "DROP INDEX chat_by_activity",
        "CREATE TABLE other(x)", "CREATE VIEW other AS SELECT * FROM chat",
        "CREATE TRIGGER other AFTER INSERT ON message BEGIN DELETE FROM chat; END",
        "ALTER TABLE message ADD COLUMN more TEXT", "PRAGMA user_version = 1", "CREATE INDEX other ON chat(draft)",
    ])
    func `a file with another schema is set aside, and the app starts`(script: String) async throws {
        try damage(script)
        await #expect(throws: (any Error).self) { _ = try await file.openForReading().ids() }
        let opened = try file.open(at: moment(0))
        #expect(opened.setAside != nil)
        #expect(try opened.database.apply([message(1)]).isChange)
        #expect(try file.open(at: moment(1)).setAside == nil)
    }

    @Test(arguments: [
        "UPDATE message_text_data SET block = x'00'", "DELETE FROM message_text_data", "DELETE FROM message_text_idx",
        "DELETE FROM message_text_config", "DROP TABLE message_text_idx", "DROP TABLE message_text",
        "UPDATE chat_name_data SET block = x'FFFFFFFF'", "DROP TABLE chat_name",
        "UPDATE message_text_data SET block = zeroblob(4000) WHERE id > 10", "DROP TABLE message_part",
        "UPDATE message_part_data SET block = x'00'", "DELETE FROM message_part_data",
        "UPDATE message_part_data SET block = zeroblob(4000) WHERE id > 10",
    ])
    func `a damaged full-text index is rebuilt, and everything else stays`(script: String) throws {
        try damage(script)
        try expectMended()
    }

    @Test func `a full-text index without readable pages is rebuilt`() throws {
        let pages = try rootPages("name LIKE 'message_text%' OR name LIKE 'chat_name%'")
        #expect(pages.count == 6)
        try overwrite(pages: pages)
        try expectMended()
    }

    /// The ID is in the table, in its unique index, in the index of the list and in that of chats with news.
    @Test(arguments: 0..<4) func `a wrong bit in a chat's ID is repaired at the start`(place: Int) throws {
        try flipBit(of: ada.id.rawValue, place, of: 4)
        let opened = try file.open(at: moment(0))
        #expect(opened.setAside == nil)
        #expect(try opened.database.integrityProblems() == [])
        let id = try #require(try opened.database.read { try $0.chats(limit: 1).first?.id })
        #expect(try opened.database.read { try $0.timeline(of: id, in: .newest(1)) } != nil)
    }

    @Test(arguments: 0..<4) func `a wrong bit in a chat's ID is reported where it is met`(place: Int) async throws {
        try flipBit(of: ada.id.rawValue, place, of: 4)
        let reader = try file.openForReading()
        let first = try await reader.read { try $0.chats(limit: 1).first?.id }
        let id = try #require(first)
        do {
            let timeline = try await reader.read { try $0.timeline(of: id, in: .newest(1)) }
            #expect(timeline != nil)
        } catch let error as SQLiteError {
            #expect(error.isCorruption)
            #expect(try folder.names.contains("history.sqlite.is-damaged"))
        }
    }

    /// The ID is in the table and in its unique index.
    @Test(arguments: 0..<2) func `a wrong bit in a new message's ID is repaired at the start`(place: Int) throws {
        try flipBit(of: message(300).id.rawValue, place, of: 2)
        let opened = try file.open(at: moment(0))
        #expect(opened.setAside == nil)
        #expect(try opened.database.integrityProblems() == [])
    }

    /// Flips a bit of an ID in one of the `count` places of the file that have it.
    private func flipBit(of id: String, _ place: Int, of count: Int) throws {
        var bytes = try Data(contentsOf: file.url)
        var found: [Int] = []
        var start = bytes.startIndex
        while let range = bytes.range(of: Data(id.utf8), in: start..<bytes.endIndex) {
            found.append(range.lowerBound)
            start = range.upperBound
        }
        #expect(found.count == count)
        bytes[try #require(found.dropFirst(place).first)] ^= 1
        try bytes.write(to: file.url)
    }

    @Test func `rows of which one cannot be read are set aside`() throws {
        try overwrite(pages: try rootPages("name = 'message' AND type = 'table'"))
        #expect(try file.open(at: moment(0)).setAside != nil)
    }

    @Test func `damage of an index that shows in a write is mended at the next start`() throws {
        do {
            let database = try file.open(at: moment(0)).database
            try damage("UPDATE message_text_data SET block = x'00'")
            #expect(throws: SQLiteError.self) { try database.apply([message(301)]) }
        }
        #expect(try folder.names.contains("history.sqlite.is-damaged"))
        try expectMended()
        #expect(try folder.names.contains("history.sqlite.is-damaged") == false)
    }

    /// SQLite reports pages that are too short; in pages of zeros it finds nothing.
    @Test(arguments: zip(["message_part", "message_text"], ["text", "te"]))
    func `damage that a reader meets is mended at the next start, too`(index: String, word: String) async throws {
        try damage("UPDATE \(index)_data SET block = x'00' WHERE id > 10")
        do {
            let reader = try file.openForReading()
            await #expect(throws: SQLiteError.self) { try await reader.read { try $0.search(word, limit: 9) } }
        }
        #expect(try folder.names.contains("history.sqlite.is-damaged"))
        try expectMended()
        #expect(try folder.names.contains("history.sqlite.is-damaged") == false)
    }

    @Test(arguments: [false, true])
    func `a newer version's file is left alone, even a damaged one`(isDamaged: Bool) throws {
        let page = try #require(try rootPages("name = 'message' AND type = 'table'").first)
        try damage("PRAGMA user_version = 99")
        if isDamaged { try overwrite(pages: [page]) }
        try Data().write(to: folder.file("history.sqlite.is-damaged"))
        let before = try Data(contentsOf: file.url)
        #expect(throws: ChatDatabaseError.newerVersion(found: 99, known: Schema.version)) {
            _ = try file.open(at: moment(0))
        }
        #expect(try Data(contentsOf: file.url) == before)
        #expect(try rootPages("name = 'message_text_data'").count == 1)
        #expect(try folder.names.contains { $0.contains("damaged-") } == false)
    }

    @Test func `a file that can be neither repaired nor set aside is opened for reading`() throws {
        // The name is too long for one with the date, and its log, a link to nowhere, cannot be created.
        let file = HistoryFile(folder.file(String(repeating: "h", count: 240)))
        try file.open(at: moment(0)).database.apply([message(1)])
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: file.url.path + "-wal", withDestinationPath: "nowhere/log")
        try Data().write(to: URL(filePath: file.url.path + ".is-damaged"))
        let opened = try file.open(at: moment(1))
        #expect(opened.readOnlyReason != nil && opened.setAside == nil)
        #expect(try opened.database.ids() == ["m1"])
        #expect(manager.fileExists(atPath: file.url.path + ".is-damaged"), "for when it can be mended")
    }

    private func expectMended() throws {
        let opened = try file.open(at: moment(0))
        #expect(opened.setAside == nil)
        let database = opened.database
        #expect(try database.timeline(in: .newest(1000))?.messages.count == 301)
        #expect(try database.timeline()?.draft == "hel")
        #expect(try database.nextMessageToSend()?.id == MessageID("waiting"))
        #expect(try database.search("text", limit: 1000).hits.count == 300)
        #expect(try database.search("ada").hits.count == 1)
        #expect(try database.integrityProblems() == [])
        #expect(try database.apply([message(301)]).isChange)
        #expect(try file.open(at: moment(1)).setAside == nil)
    }

    private func rootPages(_ condition: String) throws -> [Int] {
        let connection = try SQLiteConnection(.file(path: file.url.path), isWritable: true)
        try connection.execute(
            "CREATE TEMP TABLE found AS SELECT rootpage FROM sqlite_schema WHERE rootpage > 0 AND (\(condition))"
        )
        return try connection.rows("SELECT rootpage FROM found") { Int($0.integer(0)) }
    }

    private func overwrite(pages: [Int]) throws {
        var bytes = try Data(contentsOf: file.url)
        for page in pages {
            let start = (page - 1) * 4096
            bytes.replaceSubrange(start..<start + 4096, with: Data(repeating: 0x5A, count: 4096))
        }
        try bytes.write(to: file.url)
    }
}
