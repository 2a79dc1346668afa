import CSQLite
import ChatStore
import Synchronization

/// The disk under the history: now and then it takes nothing more.
final class SimulatedDisk: Sendable {
    private struct State {
        var failuresLeft = 0
        var isFull = true
        /// Of so many writes one fails.
        var stride = 1
        var count = 0
    }

    private let state = Mutex(State())

    /// Lets `writes` writes fail: all from now on, or every second to fourth, so that whole transactions are refused as
    /// well as broken off in the middle.
    func fail(writes: Int, isFull: Bool) {
        state.withLock { $0 = State(failuresLeft: writes, isFull: isFull, stride: 1 + writes % 4) }
    }

    func recover() {
        state.withLock { $0.failuresLeft = 0 }
    }

    var isFailing: Bool { state.withLock { $0.failuresLeft > 0 } }

    func beforeWrite() throws {
        let error = state.withLock { state -> SQLiteError? in
            guard state.failuresLeft > 0 else { return nil }
            state.count += 1
            guard state.count.isMultiple(of: state.stride) else { return nil }
            state.failuresLeft -= 1
            return state.isFull
                ? SQLiteError(code: SQLITE_FULL, message: "database or disk is full", statement: "")
                : SQLiteError(code: SQLITE_IOERR, message: "disk I/O error", statement: "")
        }
        if let error { throw error }
    }
}
