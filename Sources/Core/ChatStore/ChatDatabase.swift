package import RuntimeKit
import SQLiteKit

/// The durable history: messages, read markers, outbox, drafts, sync cursor and text search; and its one writer.
///
/// Everything that changes goes through `write(_:)`, one transaction at a time. Not sendable: it belongs to one owner, who
/// asks it with `read(_:)` what stands between two changes. All others read through `reader`. The same code serves a file
/// and memory.
public final class ChatDatabase {
    /// Where a history lives.
    public enum Location: Hashable, Sendable {
        /// Gone when it is closed. A commit waits for the reads that run, which in a file it does not.
        case memory
        /// A file, with its write-ahead log beside it.
        case file(path: String)

        fileprivate var place: SQLiteConnection.Place {
            switch self {
            case .memory: .newMemory()
            case .file(let path): .file(path: path)
            }
        }
    }

    let connection: SQLiteConnection
    /// Reads beside the writer, on connections that cannot write.
    public let reader: HistoryReader
    /// Where files lie that are to be sent, and those that were fetched: beside the history's own, or in memory as it is.
    package var files: any FileFolder
    private var hasCountedLife = false

    /// Opens a history for writing, and makes or migrates it if need be. Throws `SQLiteError` or `ChatDatabaseError`.
    public convenience init(_ location: Location) throws {
        try self.init(location, onCorruption: nil)
    }

    /// `onCorruption` is called when SQLite says that the file is damaged; once for each connection.
    init(_ location: Location, onCorruption: (@Sendable () -> Void)?) throws {
        let place = location.place
        connection = try SQLiteConnection(place, isWritable: true)
        files = place.files
        try Schema.prepare(connection)
        connection.onCorruption = onCorruption
        reader = HistoryReader(place, onCorruption: onCorruption)
    }

    /// Opens a history that takes no changes: every write throws.
    init(reading place: SQLiteConnection.Place) throws {
        connection = try SQLiteConnection(place, isWritable: false)
        files = place.files
        try Schema.check(connection)
        reader = HistoryReader(place, onCorruption: nil)
    }

    deinit { reader.close() }

    /// Lends the history, as it stands between two changes, to `query`. Throws what `query` throws.
    public func read<Value>(_ query: (borrowing ChatReader) throws -> Value) rethrows -> Value {
        // Has a name because Swift 6.3's optimizer crashes on one that is made in place.
        let reader = ChatReader(connection: connection)
        return try query(reader)
    }

    /// Runs `body` in one transaction: all that it changes is committed, or, if it throws, none of it. Throws what
    /// `body` throws, or `SQLiteError`. Files that nothing names any more are removed then.
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
            // What cannot be removed now is at the next start.
            for name in dropped { try? files.remove(name) }
            return value
        } catch let error as SQLiteError where error.isContradiction {
            // What a sound history would take, and this one does not: an index that is damaged without saying so.
            connection.onCorruption?()
            throw error
        }
    }

    /// Removes the files that nothing names: what a death left of copies and fetches. For the one writer, before it begins.
    ///
    /// What cannot be removed stays. Cost: linear in the number of files.
    package func removeStrayFiles() {
        guard !connection.isReadOnly, let names = try? files.names(), !names.isEmpty,
            let known = try? read({ Set(try $0.fileNames().map { Array($0.utf8) }) })
        else { return }
        for name in names where !known.contains(Array(name.utf8)) { try? files.remove(name) }
    }

    /// In the first transaction that changes anything: whatever this life draws at random shows only behind that.
    private func countLife() throws {
        try connection.run("UPDATE account SET lives = min(max(lives, 0), 1 << 48) + 1")
    }

    /// How many statements the writer's connection has run since it was opened.
    public var statementCount: Int { connection.statementCount }

    /// How many rows the writer's connection has read since it was opened.
    public var rowCount: Int { connection.rowCount }

    /// Asked before every statement that may write; what it throws is thrown instead. For simulating failing disks.
    package var diskFault: (() throws -> Void)? {
        get { connection.writeFault }
        set { connection.writeFault = newValue }
    }

    /// Runs a script as it is. For simulations that plant faults: nothing keeps the history's rules here.
    package func execute(_ script: String) throws {
        try connection.execute(script)
    }
}
