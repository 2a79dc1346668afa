import SQLiteKit

/// Reads a history beside its writer, so that a long query delays neither short ones nor changes.
///
/// Safe to share. It keeps a few read-only connections, each used by one read at a time. A read sees what was
/// committed when it began. Between two reads it copies and holds nothing.
public final class HistoryReader: Sendable {
    /// The number of concurrent reads; a further one waits for the first that ends.
    public static let limit = 4

    private let connections: ConnectionPool

    /// Opens connections to `place` when they are first needed.
    init(_ place: SQLiteConnection.Location, onCorruption: (@Sendable () -> Void)?) {
        connections = ConnectionPool(
            (0..<Self.limit).map { _ in ReadingConnection(to: place, onCorruption: onCorruption) }
        )
    }

    /// Opens a history that no writer of this process has open, and checks it once.
    ///
    /// Throws `SQLiteError`, or `ChatDatabaseError` for a history of another version.
    convenience init(opening place: SQLiteConnection.Location, onCorruption: (@Sendable () -> Void)?) throws {
        try Schema.check(try SQLiteConnection(place, isWritable: false))
        self.init(place, onCorruption: onCorruption)
    }

    /// Passes the history, as of one moment, to `query`.
    ///
    /// Runs beside the caller's actor. When the caller's task is cancelled, it soon throws `CancellationError`: at
    /// the next statement, or in the middle of a running one. Throws the errors of `query`, or `SQLiteError`.
    public func read<Value: Sendable>(
        _ query: @Sendable (borrowing ChatReader) throws -> Value
    ) async throws -> Value {
        let connection = try await connections.acquire()
        defer { connections.release(connection) }
        return try await connection.read(query)
    }

    /// Closes the idle connections; later reads throw `CancellationError`. This lets the writer's connection close
    /// last, so that SQLite moves its log into the file.
    func close() { connections.close() }

    /// The number of statements that have been run, for benchmarks. Waits for running reads.
    public var statementCount: Int {
        get async { await connections.statementCount }
    }

    /// The number of rows that have been read, for benchmarks. Waits for running reads.
    public var rowCount: Int {
        get async { await connections.rowCount }
    }
}
