import Foundation
import RuntimeKit
import SQLiteKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct SQLiteConnectionTests {
    private let connection: SQLiteConnection

    init() throws {
        connection = try SQLiteConnection(.newMemory(), isWritable: true)
        try connection.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")
    }

    private func insert(_ names: String...) throws {
        for name in names { try connection.run("INSERT INTO item (name) VALUES (?)", name) }
    }

    private func names() throws -> [String] {
        try connection.rows("SELECT name FROM item ORDER BY id") { $0.text(0) }
    }

    @Test func `rows, first and forEach pass rows in the order of the query`() throws {
        try insert("a", "b", "c")
        #expect(try names() == ["a", "b", "c"])
        let query: StaticString = "SELECT name FROM item WHERE name < ? ORDER BY id DESC"
        #expect(try connection.first(query, "c") { $0.text(0) } == "b")
        #expect(try connection.first(query, "a") { $0.text(0) } == nil)
        var visited: [String] = []
        try connection.forEach(query, "d") { visited.append($0.text(0)) }
        #expect(visited == ["c", "b", "a"])
    }

    @Test func `run returns the number of changed rows`() throws {
        try insert("a", "b")
        #expect(connection.lastInsertedRowID == 2)
        #expect(try connection.run("UPDATE item SET name = name || '!'") == 2)
        #expect(try connection.run("DELETE FROM item WHERE name = ?", "a!") == 1)
        #expect(try connection.run("DELETE FROM item WHERE name = ?", "a!") == 0)
        #expect(connection.changeCount == 5)
    }

    @Test func `a statement can be run again after body throws an error`() throws {
        struct Stop: Error {}
        try insert("a", "b")
        for _ in 1...2 {
            #expect(throws: Stop.self) { try connection.forEach("SELECT name FROM item") { _ in throw Stop() } }
        }
        #expect(try names() == ["a", "b"])
    }

    @Test func `a cached statement keeps no parameters or rows from its last run`() throws {
        func find(_ name: String?) throws -> String? {
            try connection.first("SELECT name FROM item WHERE name IS ?", name) { $0.text(0) }
        }
        try insert("a", "b")
        #expect(try find("a") == "a")
        #expect(try find(nil) == nil)
        #expect(try find("b") == "b")
    }

    @Test func `a cached statement survives a change of the schema`() throws {
        try insert("a")
        #expect(try names() == ["a"])
        try connection.execute("ALTER TABLE item ADD COLUMN size INTEGER")
        #expect(try names() == ["a"])
    }

    @Test func `counters count statements and returned rows`() throws {
        try insert("a", "b")
        let (statements, rows) = (connection.statementCount, connection.rowCount)
        #expect(try names().count == 2)
        _ = try connection.first("SELECT name FROM item") { $0.text(0) }
        #expect(connection.statementCount == statements + 2)
        #expect(connection.rowCount == rows + 3)
    }

    @Test func `scannedRowCount counts full scans, not uses of an index`() throws {
        try insert("a", "b", "c")
        let before = connection.scannedRowCount
        #expect(try connection.first("SELECT id FROM item WHERE name = ?", "c") { $0.integer(0) } == 3)
        #expect(connection.scannedRowCount == before)
        #expect(try connection.first("SELECT id FROM item WHERE name || '' = ?", "c") { $0.integer(0) } == 3)
        #expect(connection.scannedRowCount == before + 2)
    }

    @Test func `an error has SQLite's code, its message and the statement`() throws {
        try insert("a")
        let error = try #require(throws: SQLiteError.self) { try insert("a") }
        #expect(error.primaryCode == 19 && error.code == 2067)
        #expect(error.message == "UNIQUE constraint failed: item.name")
        #expect(error.statement == "INSERT INTO item (name) VALUES (?)")
        #expect("\(error)" == error.message)
        #expect(error.debugDescription == "SQLite error 2067: \(error.message) in: \(error.statement)")
        #expect(error.isInconsistency && !error.isCorruption && !error.isNotWritable)
        #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO nothing VALUES (1)") }
        #expect(try names() == ["a"])
    }

    @Test func `an injected write error stops run and leaves queries alone`() throws {
        try insert("a")
        let full = SQLiteError(code: 13, message: "full", statement: "")
        connection.injectedWriteError = { throw full }
        #expect(throws: full) { try insert("b") }
        #expect(throws: full) { try connection.transaction {} }
        #expect(try names() == ["a"])
        connection.injectedWriteError = nil
        try insert("b")
        #expect(try names() == ["a", "b"])
    }

    // MARK: Transactions

    @Test func `a transaction commits its changes and returns the value of body`() throws {
        let value = try connection.transaction {
            #expect(connection.isInTransaction)
            try insert("a", "b")
            return 7
        }
        #expect(value == 7 && !connection.isInTransaction)
        #expect(try names() == ["a", "b"])
    }

    @Test func `a transaction whose body throws rolls back and throws that error`() throws {
        struct Stop: Error {}
        try insert("a")
        #expect(throws: Stop.self) {
            try connection.transaction {
                try insert("b")
                throw Stop()
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try names() == ["a"])
    }

    @Test func `a transaction with a failing statement rolls back the statements before it`() throws {
        try insert("a")
        #expect(throws: SQLiteError.self) { try connection.transaction { try insert("b", "a") } }
        #expect(try names() == ["a"])
        try connection.transaction { try insert("c") }
        #expect(try names() == ["a", "c"])
    }

    @Test func `a transaction reports its own error if SQLite has rolled back already`() throws {
        let error = try #require(throws: SQLiteError.self) {
            try connection.transaction {
                try insert("a")
                try connection.run("INSERT OR ROLLBACK INTO item (id, name) VALUES (1, 'b')")
            }
        }
        #expect(error.primaryCode == 19)
        #expect(try !connection.isInTransaction && names() == [])
    }

    @Test func `a transaction within a transaction throws and leaves the outer one to roll back`() throws {
        #expect(throws: SQLiteError.self) {
            try connection.transaction {
                try insert("a")
                try connection.transaction { try insert("b") }
            }
        }
        #expect(try !connection.isInTransaction && names() == [])
    }

    // MARK: Places

    @Test func `connections to a memory database with one name share it, others do not`() throws {
        let place = SQLiteConnection.Location.newMemory()
        let writer = try SQLiteConnection(place, isWritable: true)
        try writer.execute("CREATE TABLE item (id INTEGER); INSERT INTO item VALUES (7)")
        let reader = try SQLiteConnection(place, isWritable: false)
        #expect(try reader.first("SELECT id FROM item") { $0.integer(0) } == 7)
        let other = try SQLiteConnection(.newMemory(), isWritable: true)
        #expect(throws: SQLiteError.self) { try other.execute("SELECT id FROM item") }
    }

    @Test func `a read-only connection refuses every kind of change, with or without query_only`() throws {
        let place = SQLiteConnection.Location.newMemory()
        let writer = try SQLiteConnection(place, isWritable: true)
        try writer.execute("CREATE TABLE item (id INTEGER)")
        let reader = try SQLiteConnection(place, isWritable: false)
        #expect(reader.isReadOnly && !writer.isReadOnly)
        for setting in ["PRAGMA query_only = ON", "PRAGMA query_only = OFF"] {
            try reader.execute(setting)
            for change in ["INSERT INTO item VALUES (1)", "CREATE TABLE other (id)", "DROP TABLE item"] {
                let error = try #require(throws: SQLiteError.self, "\(change)") { try reader.execute(change) }
                #expect(error.problem == .notWritable && error.isNotWritable)
            }
        }
        #expect(throws: SQLiteError.self) { try reader.transaction { try reader.run("INSERT INTO item VALUES (1)") } }
        #expect(try writer.first("SELECT count(*) FROM item") { $0.count(0) } == 0)
    }

    @Test func `a missing file is not created by a read-only connection`() throws {
        let path = URL.temporaryDirectory.appending(path: "missing-\(UUID()).sqlite").path
        let error = try #require(throws: SQLiteError.self) {
            try SQLiteConnection(.file(path: path), isWritable: false)
        }
        #expect(error.problem == .notWritable)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: ["plain", "100% sure?", "a#b%3fc", "naïve 😀"])
    func `an immutable file is read whatever characters its path has, and leaves no file next to it`(name: String)
        throws
    {
        let folder = URL.temporaryDirectory.appending(path: "sqlite-tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: name).path
        do {
            let writer = try SQLiteConnection(.file(path: path), isWritable: true)
            try writer.execute("CREATE TABLE item (id INTEGER); INSERT INTO item VALUES (7)")
            #expect(try writer.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
            #expect(try writer.first("PRAGMA synchronous") { $0.integer(0) } == 2)
        }
        let reader = try SQLiteConnection(.immutableFile(path: path), isWritable: false)
        #expect(try reader.first("SELECT id FROM item") { $0.integer(0) } == 7)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    }

    @Test func `a damaged file is reported once as corruption`() throws {
        let path = URL.temporaryDirectory.appending(path: "damaged-\(UUID()).sqlite").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: path))
        let reader = try SQLiteConnection(.immutableFile(path: path), isWritable: false)
        var reports = 0
        reader.onCorruption = { reports += 1 }
        for _ in 1...2 {
            let error = try #require(throws: SQLiteError.self) { try reader.execute("SELECT * FROM sqlite_schema") }
            #expect(error.isCorruption && error.problem == .damaged)
        }
        #expect(reports == 1)
    }

    // MARK: Cancellation

    /// Counts without an end in sight: only an interrupt ends it within the time limit.
    private static let endless: StaticString = """
        WITH RECURSIVE number (value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM number)
        SELECT count(*) FROM number
        """

    @Test func `a read ends in the middle of its statement when its task is cancelled`() async throws {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(throws: CancellationError.self) {
                let reader = try SQLiteConnection(.newMemory(), isWritable: false)
                _ = try reader.first(Self.endless) { $0.integer(0) }
            }
        }.value
    }

    @Test func `a writer finishes its statement though its task is cancelled`() async throws {
        let count = try await Task {
            let writer = try SQLiteConnection(.newMemory(), isWritable: true)
            withUnsafeCurrentTask { $0?.cancel() }
            return try writer.first(
                """
                WITH RECURSIVE number (value) AS (VALUES (1) UNION ALL SELECT value + 1 FROM number WHERE value < 100000)
                SELECT count(*) FROM number
                """
            ) { $0.integer(0) }
        }.value
        #expect(count == 100_000)
    }
}
