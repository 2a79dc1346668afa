import Foundation
import Testing
import Transport

@testable import ChatStore

@Suite struct MigrationTests {
    @Test(arguments: 0..<Int(Schema.version))
    func `a file of every earlier version is brought to the newest`(version: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("history.sqlite").path
        do {
            let connection = try Connection(path: path)
            for step in 0..<version { try connection.execute(Schema.migrations[step]) }
            try connection.execute("PRAGMA user_version = \(version)")
        }
        let database = try ChatDatabase(.file(path: path))
        try database.apply([message(1)])
        #expect(try database.ids() == ["m1"])
        #expect(try database.connection.first("PRAGMA user_version") { $0.integer(0) } == Schema.version)
    }

    @Test func `a migration that fails leaves the file as it was`() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(path: folder.file("history.sqlite").path)
        try connection.execute("CREATE TABLE chat(other TEXT)")
        #expect(throws: SQLiteError.self) { try Schema.migrate(connection) }
        if connection.isInTransaction { try connection.execute("ROLLBACK") }
        #expect(try connection.first("PRAGMA user_version") { $0.integer(0) } == 0)
        #expect(try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } == 1)
    }
}
