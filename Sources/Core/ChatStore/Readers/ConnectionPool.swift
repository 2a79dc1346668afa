import Synchronization

/// Connections that are lent to one reader each; those who find none wait in the order in which they came.
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
        // The last is taken first: what was used last is open, and its pages are in memory.
        state = Mutex(State(all: connections, idle: connections))
    }

    /// Waits for a connection; throws `CancellationError` when the caller's task is cancelled meanwhile, or the pool is closed.
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

    /// Lends the connection to the one that has waited longest.
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

    /// Closes the connections that nothing reads from, and the others as soon as they are released.
    func close() {
        let (closed, left) = state.withLock { state in
            defer { (state.all, state.idle, state.waiting, state.isClosed) = ([], [], [], true) }
            return (state.all, state.waiting)
        }
        for waiting in left { waiting.continuation.resume(returning: nil) }
        // Closed outside the lock.
        withExtendedLifetime(closed) {}
    }

    /// How many statements the connections have run, until the pool is closed.
    var statementCount: Int {
        get async { await sum { await $0.statementCount } }
    }

    /// How many rows the connections have read, until the pool is closed.
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
