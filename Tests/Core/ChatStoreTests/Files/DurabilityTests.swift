import Foundation
import SQLiteKit
import Testing

@testable import ChatStore

/// Acknowledged changes are on the disk, because the power may fail at any time.
@Suite struct DurabilityTests {
    @Test func `a commit waits until the disk has it`() throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(
            .file(path: folder.url.appending(path: "history.sqlite").path),
            isWritable: true
        )
        #expect(try connection.first("PRAGMA synchronous") { $0.integer(0) } == 2)
        #expect(try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    }
}
