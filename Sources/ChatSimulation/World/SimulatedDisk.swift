import CSQLite
import ChatStore
import Synchronization

/// The disk under the history: now and then it takes nothing more.
final class SimulatedDisk: Sendable {
    private let state = Mutex<(failuresLeft: Int, isFull: Bool)>((0, true))

    func fail(writes: Int, isFull: Bool) {
        state.withLock { ($0.failuresLeft, $0.isFull) = (writes, isFull) }
    }

    func recover() {
        state.withLock { $0.failuresLeft = 0 }
    }

    var isFailing: Bool { state.withLock { $0.failuresLeft > 0 } }

    func beforeWrite() throws {
        let error = state.withLock { state -> SQLiteError? in
            guard state.failuresLeft > 0 else { return nil }
            state.failuresLeft -= 1
            return state.isFull
                ? SQLiteError(code: SQLITE_FULL, message: "database or disk is full", statement: "")
                : SQLiteError(code: SQLITE_IOERR, message: "disk I/O error", statement: "")
        }
        if let error { throw error }
    }
}
