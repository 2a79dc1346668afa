import CSQLite

/// A connection to a database, which prepares each statement once and caches it.
///
/// Not sendable, because SQLite is told not to lock it. A read-only connection interrupts its statements when their task is
/// cancelled, and throws `CancellationError`.
package final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [UnsafeRawPointer: OpaquePointer] = [:]
    /// The texts of prepared queries: another text must not get the address of one of them.
    private var owners: [AnyObject] = []

    /// The number of statements run since the connection was opened.
    package private(set) var statementCount = 0
    /// The number of rows that queries have returned since the connection was opened.
    package private(set) var rowCount = 0

    /// Called before every statement that may write; an error it throws is thrown instead. For tests of failing disks.
    package var injectedWriteError: (() throws -> Void)?

    /// Called once, when SQLite first reports that the file is damaged.
    package var onCorruption: (() -> Void)?

    /// Opens a database; creates the file if it does not exist and the connection is writable.
    package init(_ place: Location, isWritable: Bool) throws {
        _ = Self.hasDisabledStatistics
        if case .file(let path) = place { try SQLiteHeader.check(path) }
        var opened: OpaquePointer?
        let (name, nameFlags) = place.nameAndFlags
        let access = isWritable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let flags = access | nameFlags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(name, &opened, flags, nil)
        guard let opened else { throw SQLiteError(code: code, message: "out of memory", statement: "") }
        handle = opened
        guard code == SQLITE_OK else { throw failure(code, in: "open \(name)") }
        // The timeout comes first, because even reading the log may meet the lock of another process. The file may come from a
        // stranger, so its schema must not run functions.
        sqlite3_busy_timeout(handle, place.busyTimeout)
        setDefensive(true)
        let registered = WordTokenizer.register(on: handle)
        guard registered == SQLITE_OK else { throw failure(registered, in: "register words") }
        try execute(isWritable ? Self.writerSetup : Self.readerSetup)
        if !isWritable { interruptOnCancellation() }
        statementCount = 0
    }

    /// Disables SQLite's memory statistics, which take one lock for all threads (about 10% of the time) and are never read.
    private static let hasDisabledStatistics = chat_sqlite_forgo_memory_statistics() == SQLITE_OK

    private static let writerSetup = """
        PRAGMA trusted_schema = OFF;
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA foreign_keys = ON;
        """

    private static let readerSetup = """
        PRAGMA trusted_schema = OFF;
        PRAGMA query_only = ON;
        """

    /// Sets whether SQLite refuses statements that could corrupt the file. Only repairing a file needs them.
    package func setDefensive(_ isDefensive: Bool) {
        chat_sqlite_set_defensive(handle, isDefensive ? 1 : 0)
    }

    /// Makes SQLite check every few microseconds of a statement whether the task that runs it was cancelled.
    ///
    /// The check runs on the task's own thread, so no handle crosses threads, and the next statement notices a cancellation
    /// between two statements.
    private func interruptOnCancellation() {
        sqlite3_progress_handler(handle, 1000, { _ in Task.isCancelled ? 1 : 0 }, nil)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs a statement that returns no rows, and returns the number of rows it changed.
    @discardableResult
    package func run<each Value: Bindable>(_ sql: StaticString, _ values: repeat each Value) throws -> Int {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        try injectedWriteError?()
        try bind(repeat each values, to: statement, sql)
        _ = try hasRow(statement, sql)
        return Int(sqlite3_changes(handle))
    }

    /// Runs a query and returns what `read` makes of each row, in the order of the query.
    package func rows<each Value: Bindable, Element>(
        _ sql: StaticString,
        _ values: repeat each Value,
        read: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try forEach(sql, repeat each values) { elements.append(try read($0)) }
        return elements
    }

    /// Runs a query and returns what `read` makes of each row and the numbers of its columns, in the order of the query.
    package func rows<Columns, each Value: Bindable, Element>(
        _ query: Query<Columns>,
        _ values: repeat each Value,
        read: (borrowing Row, Columns) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try forEach(query, repeat each values) { elements.append(try read($0, $1)) }
        return elements
    }

    /// Runs a query and passes each row to `body`, in the order of the query, without storing them.
    package func forEach<each Value: Bindable>(
        _ sql: StaticString,
        _ values: repeat each Value,
        body: (borrowing Row) throws -> Void
    ) throws {
        try run(sql, repeat each values) { row in
            try body(row)
            return true
        }
    }

    /// Runs a query and passes each row with the numbers of its columns to `body`, in the order of the query, without storing them.
    package func forEach<Columns, each Value: Bindable>(
        _ query: Query<Columns>,
        _ values: repeat each Value,
        body: (borrowing Row, Columns) throws -> Void
    ) throws {
        try run(query.text, repeat each values) { row in
            try body(row, query.columns)
            return true
        }
    }

    /// Runs a query up to its first row and returns what `read` makes of it, or nil if there is none.
    package func first<each Value: Bindable, Element>(
        _ sql: StaticString,
        _ values: repeat each Value,
        read: (borrowing Row) throws -> Element
    ) throws -> Element? {
        var found: Element?
        try run(sql, repeat each values) { row in
            found = try read(row)
            return false
        }
        return found
    }

    /// Runs a query up to its first row and returns what `read` makes of it and the numbers of its columns, or nil if there is none.
    package func first<Columns, each Value: Bindable, Element>(
        _ query: Query<Columns>,
        _ values: repeat each Value,
        read: (borrowing Row, Columns) throws -> Element
    ) throws -> Element? {
        var found: Element?
        try run(query.text, repeat each values) { row in
            found = try read(row, query.columns)
            return false
        }
        return found
    }

    /// Runs a query and passes its rows to `body` until that returns false.
    private func run<each Value: Bindable>(
        _ text: some StatementText,
        _ values: repeat each Value,
        body: (borrowing Row) throws -> Bool
    ) throws {
        let statement = try prepared(text)
        defer { sqlite3_reset(statement) }
        try bind(repeat each values, to: statement, text)
        while try hasRow(statement, text) {
            rowCount += 1
            guard try body(Row(statement: statement)) else { return }
        }
    }

    /// Runs a script of statements without parameters, which are not cached.
    package func execute(_ script: String) throws {
        statementCount += 1
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, in: script) }
    }

    /// Runs `body` in a transaction that may write. Commits all its changes, or none of them if `body` throws.
    ///
    /// Throws the error of `body`, or an `SQLiteError`.
    package func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try run("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // SQLite may have rolled back already. The error to report is the first one, not one of the rollback.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// The rowid of the last inserted row.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// The number of rows changed since the connection was opened.
    package var changeCount: Int64 { sqlite3_total_changes64(handle) }

    /// The number of page accesses since the connection was opened: a cost that does not depend on the machine. For tests.
    package var pageAccessCount: Int {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, kind in
            var (count, highest): (Int32, Int32) = (0, 0)
            sqlite3_db_status(handle, kind, &count, &highest, 0)
            return sum + Int(count)
        }
    }

    /// The number of rows visited by full table scans since the connection was opened; 0 if an index serves. For tests.
    package var scannedRowCount: Int {
        count(SQLITE_STMTSTATUS_FULLSCAN_STEP)
    }

    /// The number of instructions that SQLite has run for the statements: the cost of a query plan on any machine. For tests.
    package var stepCount: Int { count(SQLITE_STMTSTATUS_VM_STEP) }

    private func count(_ status: Int32) -> Int {
        statements.values.reduce(0) { $0 + Int(sqlite3_stmt_status($1, status, 0)) }
    }

    /// Whether the file could be opened for reading only.
    package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    private func prepared(_ text: some StatementText) throws -> OpaquePointer {
        statementCount += 1
        // The key is the address of the text: cheaper than a hash of it. A second address only prepares it twice.
        if let statement = statements[text.address] { return statement }
        var statement: OpaquePointer?
        var sql = text.sql
        let code = sql.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { text in
                sqlite3_prepare_v3(
                    handle,
                    text.baseAddress,
                    Int32(text.count),
                    UInt32(SQLITE_PREPARE_PERSISTENT),
                    &statement,
                    nil
                )
            }
        }
        guard code == SQLITE_OK, let statement else { throw failure(code, in: text.sql) }
        statements[text.address] = statement
        if let owner = text.owner { owners.append(owner) }
        return statement
    }

    private func bind<each Value: Bindable>(
        _ values: repeat each Value,
        to statement: OpaquePointer,
        _ text: some StatementText
    ) throws {
        var index: Int32 = 0
        for value in repeat each values {
            index += 1
            let code = value.bind(to: statement, at: index)
            guard code == SQLITE_OK else { throw failure(code, in: text.sql) }
        }
    }

    /// Runs the statement up to its next row, and returns whether there is one.
    private func hasRow(_ statement: OpaquePointer, _ text: some StatementText) throws -> Bool {
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure(code, in: text.sql) }
        return code == SQLITE_ROW
    }

    private func failure(_ code: Int32, in statement: String) -> any Error {
        // Only cancellation interrupts a statement.
        if code & 0xFF == SQLITE_INTERRUPT { return CancellationError() }
        let error = SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), statement: statement)
        if error.isCorruption {
            onCorruption?()
            onCorruption = nil
        }
        return error
    }
}
