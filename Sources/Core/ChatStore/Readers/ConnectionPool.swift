import SQLiteKit
import Synchronization

/// A pool of connections, each lent to one reader at a time. Readers wait in the order of their arrival.
final class ConnectionPool: Sendable {
    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<ReadingConnection?, Never>
    }

    private struct State {
        var all: [ReadingConnection]
        var idle: [ReadingConnection]
        var isClosed = false
        var waiting: [Waiting] = []
        var count = 0
    }

    private let state: Mutex<State>

    init(_ connections: [ReadingConnection]) {
        // Takes the last one first, because the connection used last is open and has its pages in memory.
        state = Mutex(State(all: connections, idle: connections))
    }

    /// Waits for a connection. Throws `CancellationError` if the caller's task is cancelled, or the pool is closed.
    func acquire() async throws -> ReadingConnection {
        let (idle, number) = state.withLock { state in
            state.count += 1
            return (state.idle.popLast(), state.count)
        }
        if let idle { return idle }
        let connection = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(Waiting(number: number, continuation: continuation))
            }
        } onCancel: {
            leave(number)
        }
        guard let connection else { throw CancellationError() }
        return connection
    }

    /// Lends the connection to the reader that has waited longest.
    func release(_ connection: ReadingConnection) {
        let next = state.withLock { state -> Waiting? in
            if state.waiting.isEmpty {
                if !state.isClosed { state.idle.append(connection) }
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.continuation.resume(returning: connection)
    }

    /// Closes the idle connections now, and the others when they are released.
    func close() {
        let (closed, left) = state.withLock { state in
            defer { (state.all, state.idle, state.waiting, state.isClosed) = ([], [], [], true) }
            return (state.all, state.waiting)
        }
        for waiting in left { waiting.continuation.resume(returning: nil) }
        // Closes them outside of the lock.
        withExtendedLifetime(closed) {}
    }

    /// The number of statements that the connections have run, until the pool is closed.
    var statementCount: Int {
        get async { await sum { await $0.statementCount } }
    }

    /// The number of rows that the connections have read, until the pool is closed.
    var rowCount: Int {
        get async { await sum { await $0.rowCount } }
    }

    private func sum(_ count: (ReadingConnection) async -> Int) async -> Int {
        var sum = 0
        for connection in state.withLock(\.all) { sum += await count(connection) }
        return sum
    }

    private func wait(_ waiting: Waiting) {
        let (isOver, idle) = state.withLock { state -> (Bool, ReadingConnection?) in
            if Task.isCancelled || state.isClosed { return (true, nil) }
            if let idle = state.idle.popLast() { return (true, idle) }
            state.waiting.append(waiting)
            return (false, nil)
        }
        if isOver { waiting.continuation.resume(returning: idle) }
    }

    private func leave(_ number: Int) {
        let left = state.withLock { state -> Waiting? in
            let index = state.waiting.firstIndex { $0.number == number }
            return index.map { state.waiting.remove(at: $0) }
        }
        left?.continuation.resume(returning: nil)
    }
}

/// A read-only connection, opened by the first read.
actor ReadingConnection {
    private let place: SQLiteConnection.Location
    private let onCorruption: (@Sendable () -> Void)?
    private var opened: SQLiteConnection?

    init(to place: SQLiteConnection.Location, onCorruption: (@Sendable () -> Void)?) {
        self.place = place
        self.onCorruption = onCorruption
    }

    func read<Value: Sendable>(_ query: @Sendable (borrowing ChatReader) throws -> Value) throws -> Value {
        try Task.checkCancellation()
        let connection = try connection()
        // All reads until the end of the transaction are as of its first statement.
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

    /// Ends a read. A cancelled task may interrupt this statement, too; the next read opens a new connection then.
    private func end(_ connection: SQLiteConnection) {
        do { try connection.run("ROLLBACK") } catch { opened = nil }
    }
}
