import SQLiteKit

/// One connection that can only read, opened by the first read.
actor ReadingConnection {
    private let place: SQLiteConnection.Place
    private let onCorruption: (@Sendable () -> Void)?
    private var opened: SQLiteConnection?

    init(to place: SQLiteConnection.Place, onCorruption: (@Sendable () -> Void)?) {
        self.place = place
        self.onCorruption = onCorruption
    }

    func read<Value: Sendable>(_ query: @Sendable (borrowing ChatReader) throws -> Value) throws -> Value {
        try Task.checkCancellation()
        let connection = try connection()
        // Whatever is read until the end of the transaction is of the moment of its first statement.
        try connection.run("BEGIN")
        defer { end(connection) }
        return try query(ChatReader(connection: connection))
    }

    var statementCount: Int { opened?.statementCount ?? 0 }

    var rowCount: Int { opened?.rowCount ?? 0 }

    private func connection() throws -> SQLiteConnection {
        if let opened { return opened }
        let connection = try SQLiteConnection(place, isWritable: false)
        connection.onCorruption = onCorruption
        opened = connection
        return connection
    }

    /// A task that was cancelled may interrupt this statement, too; then a new connection is opened for the next read.
    private func end(_ connection: SQLiteConnection) {
        do { try connection.run("ROLLBACK") } catch { opened = nil }
    }
}
