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
        var refusedCount = 0
        /// Writes left until the process dies at one.
        var deathIn: Int?
        var hasKilled = false
    }

    private let state = Mutex(State())

    /// Lets `writes` writes fail: all from now on, or every second to fourth, so that whole transactions are refused as
    /// well as broken off in the middle.
    func fail(writes: Int, isFull: Bool) {
        state.withLock { state in
            (state.failuresLeft, state.isFull, state.stride, state.count) = (writes, isFull, 1 + writes % 4, 0)
        }
    }

    func recover() {
        state.withLock { ($0.failuresLeft, $0.deathIn) = (0, nil) }
    }

    /// Lets the process die at one of its next writes: a commit is one, and so is each statement before it.
    func kill(afterWrites writes: Int) {
        state.withLock { $0.deathIn = writes }
    }

    /// Whether the process has died at a write since this was asked last.
    func takeDeath() -> Bool {
        state.withLock { state in
            defer { state.hasKilled = false }
            return state.hasKilled
        }
    }

    /// Counts a write; true when the process dies at it, before anything of it is done.
    func dies() -> Bool {
        state.withLock { state in
            guard let left = state.deathIn else { return false }
            state.deathIn = left > 0 ? left - 1 : nil
            state.hasKilled = left == 0
            return state.hasKilled
        }
    }

    var isFailing: Bool { state.withLock { $0.failuresLeft > 0 } }

    /// How many writes it has refused since the session began.
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
