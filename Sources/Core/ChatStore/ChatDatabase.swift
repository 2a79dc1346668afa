package import RuntimeKit
import SQLiteKit

/// The durable history and its only writer: messages, read markers, outbox, drafts, sync cursor and text search.
///
/// All changes go through `write(_:)`, one transaction at a time. The database is not sendable: its owner reads
/// between two changes with `read(_:)`, and everyone else with `reader`. The same code serves a file and memory.
public final class ChatDatabase {
    /// The place of a history.
    public enum Location: Hashable, Sendable {
        /// A history that ends when it is closed. In contrast to a file, a commit waits for running reads.
        case memory
        /// A file with its write-ahead log beside it.
        case file(path: String)

        fileprivate var place: SQLiteConnection.Location {
            switch self {
            case .memory: .newMemory()
            case .file(let path): .file(path: path)
            }
        }
    }

    let connection: SQLiteConnection
    /// The reader for everyone else, on connections that cannot write.
    public let reader: HistoryReader
    /// The folder with files to send and downloaded ones: beside the history's file, or in memory.
    package var files: any FileFolder
    private var hasCountedLife = false

    /// Opens a history for writing, and creates or migrates it if necessary. Throws `SQLiteError` or
    /// `ChatDatabaseError`.
    public convenience init(_ location: Location) throws {
        try self.init(location, onCorruption: nil)
    }

    /// Calls `onCorruption` when SQLite reports that the file is damaged; once for each connection.
    init(_ location: Location, onCorruption: (@Sendable () -> Void)?) throws {
        let place = location.place
        connection = try SQLiteConnection(place, isWritable: true)
        files = place.files
        try Schema.prepare(connection)
        connection.onCorruption = onCorruption
        reader = HistoryReader(place, onCorruption: onCorruption)
    }

    /// Opens a history in which every write throws.
    init(reading place: SQLiteConnection.Location) throws {
        connection = try SQLiteConnection(place, isWritable: false)
        files = place.files
        try Schema.check(connection)
        reader = HistoryReader(place, onCorruption: nil)
    }

    deinit { reader.close() }

    /// Passes the history, as it is between two changes, to `query`. Throws the errors of `query`.
    public func read<Value>(_ query: (borrowing ChatReader) throws -> Value) rethrows -> Value {
        // The variable is needed because Swift 6.3's optimizer crashes on a value that is created in place.
        let reader = ChatReader(connection: connection)
        return try query(reader)
    }

    /// Runs `body` in one transaction, which commits all of its changes, or none if it throws. Then removes the files
    /// that nothing names any longer. Throws the errors of `body`, or `SQLiteError`.
    public func write<Value>(_ body: (borrowing ChatWriter) throws -> Value) throws -> Value {
        do {
            let (value, isChange, dropped) = try connection.transaction {
                let changeCount = connection.changeCount
                let writer = ChatWriter(connection)
                let value = try body(writer)
                try writer.texts.enter()
                let isChange = connection.changeCount != changeCount
                if isChange, !hasCountedLife { try countLife() }
                return (value, isChange, writer.dropped.names)
            }
            if isChange { hasCountedLife = true }
            // The next start removes the files that cannot be removed now.
            for name in dropped { try? files.remove(name) }
            return value
        } catch let error as SQLiteError where error.isInconsistency {
            // A sound history would accept the change, so an index is damaged without SQLite noticing.
            connection.onCorruption?()
            throw error
        }
    }

    /// Removes the files that nothing names, which a crash left of copies and downloads. For the only writer, before
    /// it begins.
    ///
    /// Ignores files that cannot be removed. Cost: linear in the number of files.
    package func removeStrayFiles() {
        guard !connection.isReadOnly, let names = try? files.names(), !names.isEmpty,
            let known = try? read({ Set(try $0.fileNames().map { Array($0.utf8) }) })
        else { return }
        for name in names where !known.contains(Array(name.utf8)) { try? files.remove(name) }
    }

    /// Counts this opening in its first transaction with changes, which comes before everything that it draws at
    /// random.
    private func countLife() throws {
        try connection.run("UPDATE account SET lives = min(max(lives, 0), 1 << 48) + 1")
    }

    /// The number of statements that the writer's connection has run.
    public var statementCount: Int { connection.statementCount }

    /// The number of rows that the writer's connection has read.
    public var rowCount: Int { connection.rowCount }

    /// A function that runs before every statement that may write, and whose error replaces it. For simulating
    /// failing disks.
    package var diskFault: (() throws -> Void)? {
        get { connection.injectedWriteError }
        set { connection.injectedWriteError = newValue }
    }

    /// Runs a script without enforcing the history's rules. For simulations that plant faults.
    package func execute(_ script: String) throws {
        try connection.execute(script)
    }
}

/// The reasons besides SQLite's own why a history cannot be used.
public enum ChatDatabaseError: Error, Hashable, Sendable {
    /// A newer version of the program wrote the file, which this one leaves alone.
    case newerVersion(found: Int64, known: Int64)
    /// An older version wrote the file, and it was opened for reading only.
    case olderVersion(found: Int64, known: Int64)
    /// The file is damaged and cannot be moved.
    case cannotSetAside(path: String, reason: String)
    /// The path of the history, or of its log, is not a file: `kind` says what it is, such as "a directory".
    case noFile(path: String, kind: String)
}
