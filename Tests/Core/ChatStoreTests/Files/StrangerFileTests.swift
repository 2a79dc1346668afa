import Foundation
import SQLiteKit
import Testing

@testable import ChatStore

/// The limits of a stranger's file, whatever its schema says.
@Suite struct StrangerFileTests {
    private let path: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "history.sqlite").path
    }

    @Test(arguments: [true, false]) func `a schema is not trusted`(isWritable: Bool) throws {
        _ = try ChatDatabase(.file(path: path))
        let connection = try SQLiteConnection(.file(path: path), isWritable: isWritable)
        #expect(try connection.first("PRAGMA trusted_schema") { $0.integer(0) } == 0)
    }

    @Test func `a schema cannot be written as if it were rows`() throws {
        _ = try ChatDatabase(.file(path: path))
        let connection = try SQLiteConnection(.file(path: path), isWritable: true)
        try connection.execute("PRAGMA writable_schema = ON")
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM sqlite_schema") }
    }
}
