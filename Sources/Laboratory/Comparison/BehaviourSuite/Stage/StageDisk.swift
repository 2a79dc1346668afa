import ChatStore
import Synchronization

/// The phone's disk: it may be full.
final class StageDisk: Sendable {
    private let isFullNow = Mutex(false)

    var isFull: Bool {
        get { isFullNow.withLock(\.self) }
        set { isFullNow.withLock { $0 = newValue } }
    }

    /// Asked before each write.
    func beforeWrite() throws {
        // SQLite's word for it.
        if isFull { throw SQLiteError(code: 13, message: "database or disk is full", statement: "") }
    }
}
