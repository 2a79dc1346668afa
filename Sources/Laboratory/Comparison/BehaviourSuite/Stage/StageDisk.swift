import ChatStore
import DriverKit
import SQLiteKit
import Synchronization

/// The phone's disk, which can be full.
final class StageDisk: Sendable {
    private let isFullNow = Mutex(false)

    var isFull: Bool {
        get { isFullNow.withLock(\.self) }
        set { isFullNow.withLock { $0 = newValue } }
    }

    /// Throws if the disk is full; called before each write.
    func beforeWrite() throws {
        // The error that SQLite reports.
        if isFull { throw SQLiteError(code: 13, message: "database or disk is full", statement: "") }
    }
}
