/// The durable history: messages, read markers, outbox, drafts, sync cursor and text search.
///
/// Everything that changes goes through `write(_:)`, one transaction at a time; every read is a window. Not sendable:
/// whoever owns it is the one writer. The same code serves a file and memory.
public final class ChatDatabase {
    /// Where a history lives.
    public enum Location: Hashable, Sendable {
        /// Gone when it is closed.
        case memory
        /// A file, with its write-ahead log beside it.
        case file(path: String)
    }

    let connection: Connection

    /// Opens a history, and makes or migrates it if need be.
    ///
    /// Throws `SQLiteError` or `ChatDatabaseError`.
    public init(_ location: Location) throws {
        switch location {
        case .memory: connection = try Connection(path: ":memory:")
        case .file(let path): connection = try Connection(path: path)
        }
        // The busy timeout comes first: even asking for the log may meet another process.
        try connection.execute(
            """
            PRAGMA busy_timeout = 5000;
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            """
        )
        try Schema.migrate(connection)
    }

    /// Opens a file for reading, beside a process that may be writing it.
    ///
    /// With `isImmutable`, nothing is locked or looked for beside the file: right only where nobody can write it.
    init(reading path: String, isImmutable: Bool = false) throws {
        connection = try Connection(path: path, access: isImmutable ? .immutable : .readOnly)
        try connection.execute("PRAGMA busy_timeout = 5000")
        try Schema.check(connection)
    }

    /// Called once, when SQLite first says that the file is damaged.
    var onCorruption: (() -> Void)? {
        get { connection.onCorruption }
        set { connection.onCorruption = newValue }
    }

    /// What SQLite finds wrong with the file, all of it read; nothing when it is sound. Throws `SQLiteError`. Cost:
    /// linear in its size.
    public func integrityProblems() throws -> [String] {
        let problems = try connection.rows("PRAGMA integrity_check") { $0.text(0) }
        return problems == ["ok"] ? [] : problems
    }

    /// Asked before every statement that may write; what it throws is thrown instead. For simulating failing disks.
    package var diskFault: (() throws -> Void)? {
        get { connection.writeFault }
        set { connection.writeFault = newValue }
    }

    /// Runs a script as it is. For simulations that plant faults: nothing keeps the history's rules here.
    package func execute(_ script: String) throws {
        try connection.execute(script)
    }

    /// How many statements have been run since it was opened.
    public var statementCount: Int { connection.statementCount }

    /// Runs `body` in one transaction: all that it changes is committed, or, if it throws, none of it. Throws what
    /// `body` throws, or `SQLiteError`.
    public func write<Result>(_ body: (borrowing ChatWriter) throws -> Result) throws -> Result {
        try connection.run("BEGIN IMMEDIATE")
        do {
            let result = try body(ChatWriter(connection: connection))
            try connection.run("COMMIT")
            return result
        } catch {
            // SQLite may have rolled back by itself; what failed is the error to report, not the clean-up.
            if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
            throw error
        }
    }
}
