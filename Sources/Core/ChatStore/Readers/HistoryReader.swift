import SQLiteKit

/// Reads a history beside its writer: a long query holds up neither a short one nor a change.
///
/// Safe to share. It keeps a few connections that can only read, each used by one read at a time; what it reads is what
/// was committed when the read began. Copies nothing and holds nothing between two reads.
public final class HistoryReader: Sendable {
    /// How many reads run at once; a further one waits for the first that ends.
    public static let limit = 4

    private let connections: ConnectionPool

    /// Opens connections to `place` when they are first needed.
    init(_ place: SQLiteConnection.Place, onCorruption: (@Sendable () -> Void)?) {
        connections = ConnectionPool(
            (0..<Self.limit).map { _ in ReadingConnection(to: place, onCorruption: onCorruption) }
        )
    }

    /// Opens a history that no writer of this process has open, and looks into it once.
    ///
    /// Throws `SQLiteError`, or `ChatDatabaseError` for a history of another version.
    convenience init(opening place: SQLiteConnection.Place, onCorruption: (@Sendable () -> Void)?) throws {
        try Schema.check(try SQLiteConnection(place, isWritable: false))
        self.init(place, onCorruption: onCorruption)
    }

    /// Lends the history, as it is at one moment, to `query`.
    ///
    /// Runs beside the caller's actor. When the caller's task is cancelled, it throws `CancellationError` soon: at the next
    /// statement, or in the middle of the one that runs. Throws what `query` throws, or `SQLiteError`.
    public func read<Value: Sendable>(
        _ query: @Sendable (borrowing ChatReader) throws -> Value
    ) async throws -> Value {
        let connection = try await connections.acquire()
        defer { connections.release(connection) }
        return try await connection.read(query)
    }

    /// Closes what is not being read from; later reads throw `CancellationError`. So the writer's connection is the last to be
    /// closed, and SQLite moves its log into the file.
    func close() { connections.close() }

    /// How many statements have been run; for benchmarks. Waits for the reads that run.
    public var statementCount: Int {
        get async { await connections.statementCount }
    }

    /// How many rows have been read; for benchmarks. Waits for the reads that run.
    public var rowCount: Int {
        get async { await connections.rowCount }
    }
}
