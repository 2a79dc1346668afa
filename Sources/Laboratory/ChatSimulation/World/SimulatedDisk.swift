import CSQLite
import ChatStore
import SQLiteKit
import Synchronization

/// The disk of the history, which sometimes refuses writes.
final class SimulatedDisk: Sendable {
    private struct State {
        var failuresLeft = 0
        var isFull = true
        /// The interval of failing writes: one in `stride` fails.
        var stride = 1
        var count = 0
        var refusedCount = 0
        /// The number of writes until the process is killed at one.
        var deathIn: Int?
        var hasKilled = false
    }

    private let state = Mutex(State())

    /// Makes `writes` writes fail: all from now on, or every second to fourth. Transactions are thus refused
    /// completely or interrupted in the middle.
    func fail(writes: Int, isFull: Bool) {
        state.withLock { state in
            (state.failuresLeft, state.isFull, state.stride, state.count) = (writes, isFull, 1 + writes % 4, 0)
        }
    }

    func recover() {
        state.withLock { ($0.failuresLeft, $0.deathIn) = (0, nil) }
    }

    /// Kills the process at a later write. A commit counts as one write, and so does each statement before it.
    func kill(afterWrites writes: Int) {
        state.withLock { $0.deathIn = writes }
    }

    /// Returns whether the process was killed at a write since the last call.
    func takeDeath() -> Bool {
        state.withLock { state in
            defer { state.hasKilled = false }
            return state.hasKilled
        }
    }

    /// Counts a write. Returns `true` if the process is killed at it, before any of it is done.
    func dies() -> Bool {
        state.withLock { state in
            guard let left = state.deathIn else { return false }
            state.deathIn = left > 0 ? left - 1 : nil
            state.hasKilled = left == 0
            return state.hasKilled
        }
    }

    var isFailing: Bool { state.withLock { $0.failuresLeft > 0 } }

    /// The number of writes refused since the session began.
    var refusedCount: Int { state.withLock(\.refusedCount) }

    func beforeWrite() throws {
        let error = state.withLock { state -> SQLiteError? in
            guard state.failuresLeft > 0 else { return nil }
            state.count += 1
            guard state.count.isMultiple(of: state.stride) else { return nil }
            state.failuresLeft -= 1
            state.refusedCount += 1
            return state.isFull
                ? SQLiteError(code: SQLITE_FULL, message: "database or disk is full", statement: "")
                : SQLiteError(code: SQLITE_IOERR, message: "disk I/O error", statement: "")
        }
        if let error { throw error }
    }
}
