import CSQLite

/// One connection to a database, with every statement prepared once and kept.
///
/// Not sendable: SQLite is told not to lock it. One that only reads ends its statements when their task is cancelled.
package final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [UnsafeRawPointer: OpaquePointer] = [:]

    /// How many statements have been run since the connection was opened.
    package private(set) var statementCount = 0
    /// How many rows queries have returned since the connection was opened.
    package private(set) var rowCount = 0

    /// Asked before every statement that may write; what it throws is thrown instead. For tests of failing disks.
    package var writeFault: (() throws -> Void)?

    /// Called once, when SQLite first says that the file is damaged.
    package var onCorruption: (() -> Void)?

    package init(_ place: Place, isWritable: Bool) throws {
        _ = Self.forgoesStatistics
        var opened: OpaquePointer?
        let (name, nameFlags) = place.nameAndFlags
        let access = isWritable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let flags = access | nameFlags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(name, &opened, flags, nil)
        guard let opened else { throw SQLiteError(code: code, message: "out of memory", statement: "") }
        handle = opened
        guard code == SQLITE_OK else { throw failure(code, in: "open \(name)") }
        // Patience comes first: even asking for the log may meet another process. The file may be from a stranger: what
        // is in it is data, and what its schema calls for is not run.
        sqlite3_busy_timeout(handle, place.patience)
        setDefensive(true)
        try execute(isWritable ? Self.writerSetup : Self.readerSetup)
        if !isWritable { endWithTask() }
        statementCount = 0
    }

    /// SQLite counts what memory it takes under one lock for all threads, which costs about a tenth and is asked for nowhere.
    private static let forgoesStatistics = chat_sqlite_forgo_memory_statistics() == SQLITE_OK

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

    /// Whether statements that could corrupt the file are refused, which is so unless the file is being mended.
    package func setDefensive(_ isDefensive: Bool) {
        chat_sqlite_set_defensive(handle, isDefensive ? 1 : 0)
    }

    /// Has SQLite ask, every few microseconds of a statement, whether the task that runs it was cancelled.
    ///
    /// Asked on the task's own thread, so no handle crosses threads, and no cancellation falls between two statements.
    private func endWithTask() {
        sqlite3_progress_handler(handle, 1000, { _ in Task.isCancelled ? 1 : 0 }, nil)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs a statement that returns nothing, and says how many rows it changed.
    @discardableResult
    package func run<each Value: Bindable>(_ sql: StaticString, _ values: repeat each Value) throws -> Int {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        try writeFault?()
        try bind(repeat each values, to: statement, sql)
        let code = sqlite3_step(statement)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw failure(code, in: sql.description) }
        return Int(sqlite3_changes(handle))
    }

    /// Runs a query and hands each row to `read`, in the query's order.
    package func rows<each Value: Bindable, Element>(
        _ sql: StaticString,
        _ values: repeat each Value,
        read: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        var elements: [Element] = []
        try forEach(sql, repeat each values) { elements.append(try read($0)) }
        return elements
    }

    /// Runs a query and lends each row to `body`, in the query's order, keeping none.
    package func forEach<each Value: Bindable>(
        _ sql: StaticString,
        _ values: repeat each Value,
        body: (borrowing Row) throws -> Void
    ) throws {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        try bind(repeat each values, to: statement, sql)
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw failure(code, in: sql.description) }
            rowCount += 1
            try body(Row(statement: statement))
        }
    }

    /// The query's first row, if it has one.
    package func first<each Value: Bindable, Element>(
        _ sql: StaticString,
        _ values: repeat each Value,
        read: (borrowing Row) throws -> Element
    ) throws -> Element? {
        let statement = try prepared(sql)
        defer { sqlite3_reset(statement) }
        try bind(repeat each values, to: statement, sql)
        let code = sqlite3_step(statement)
        if code == SQLITE_DONE { return nil }
        guard code == SQLITE_ROW else { throw failure(code, in: sql.description) }
        rowCount += 1
        return try read(Row(statement: statement))
    }

    /// Runs a script of statements without parameters; nothing of it is kept.
    package func execute(_ script: String) throws {
        statementCount += 1
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, in: script) }
    }

    /// The rowid of the row that was inserted last.
    package var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows have been changed since the connection was opened.
    package var changeCount: Int64 { sqlite3_total_changes64(handle) }

    /// How often a page has been looked at since the connection was opened: what work costs, whatever the machine. For tests.
    package var pageUseCount: Int {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, kind in
            var (count, highest): (Int32, Int32) = (0, 0)
            sqlite3_db_status(handle, kind, &count, &highest, 0)
            return sum + Int(count)
        }
    }

    /// How many rows were passed in scans of whole tables since the connection was opened: none, where an index serves. For
    /// tests.
    package var scannedRowCount: Int {
        statements.values.reduce(0) { $0 + Int(sqlite3_stmt_status($1, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0)) }
    }

    /// Whether the file could only be opened for reading, though more was asked for.
    package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    private func prepared(_ sql: StaticString) throws -> OpaquePointer {
        statementCount += 1
        // A literal's address is its identity: cheaper than hashing the text, and two addresses only prepare twice.
        let key = UnsafeRawPointer(sql.utf8Start)
        if let statement = statements[key] { return statement }
        var statement: OpaquePointer?
        let code = sql.withUTF8Buffer { bytes in
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
        guard code == SQLITE_OK, let statement else { throw failure(code, in: sql.description) }
        statements[key] = statement
        return statement
    }

    private func bind<each Value: Bindable>(
        _ values: repeat each Value,
        to statement: OpaquePointer,
        _ sql: StaticString
    ) throws {
        var index: Int32 = 0
        for value in repeat each values {
            index += 1
            let code = value.bind(to: statement, at: index)
            guard code == SQLITE_OK else { throw failure(code, in: sql.description) }
        }
    }

    private func failure(_ code: Int32, in statement: String) -> any Error {
        // Nothing but the end of its task interrupts a statement.
        if code & 0xFF == SQLITE_INTERRUPT { return CancellationError() }
        let error = SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), statement: statement)
        if error.isCorruption {
            onCorruption?()
            onCorruption = nil
        }
        return error
    }
}
