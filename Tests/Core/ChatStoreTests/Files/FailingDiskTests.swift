import CSQLite
import ChatTypes
import Foundation
import RuntimeKit
import SQLiteKit
import Testing

@testable import ChatStore

@Suite struct FailingDiskTests {
    @Test func `a full disk stops the writing, whole transactions at a time, and not the reading`() throws {
        let folder = try TemporaryFolder()
        let database = try ChatDatabase(.file(path: folder.file("history.sqlite").path))
        try database.apply([message(1)])
        let pages = try database.connection.first("PRAGMA page_count") { $0.integer(0) } ?? 0
        try database.connection.execute("PRAGMA max_page_count = \(pages + 4)")
        var stored = ["m1"]
        var failure: SQLiteError?
        for number in 2...2000 where failure == nil {
            let batch = [message(number, text: String(repeating: "x", count: 900))]
            do {
                try database.apply(batch)
                stored.append("m\(number)")
            } catch let error as SQLiteError {
                failure = error
            }
        }
        #expect(failure?.primaryCode == SQLITE_FULL)
        #expect(failure?.problem == .diskFull)
        #expect(try database.ids(limit: 3000) == stored)
        #expect(try database.unreadCount() == stored.count)
        #expect(try database.integrityProblems() == [])
        try database.connection.execute("PRAGMA max_page_count = 100000")
        #expect(try database.apply([message(stored.count + 1)]).isChange, "there is room again")
    }

    @Test func `a transaction with any failing statement leaves no change`() throws {
        struct Fault: Error {}
        var (statement, hasFailed) = (0, true)
        while hasFailed {
            statement += 1
            hasFailed = false
            let database = try ChatDatabase(.memory)
            try database.apply([message(1)])
            let before = try database.records()
            var count = 0
            database.connection.injectedWriteError = {
                count += 1
                if count == statement { throw Fault() }
            }
            do {
                let receipts = [ReadReceipt(reader: .me, message: MessageID("m3"))]
                try database.apply([message(3), message(2, from: .me)], receipts: receipts)
            } catch is Fault {
                hasFailed = true
            }
            database.connection.injectedWriteError = nil
            if hasFailed { #expect(try database.records() == before) }
        }
        #expect(statement > 8, "each was tried")
    }
}
