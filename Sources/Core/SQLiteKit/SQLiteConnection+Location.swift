import CSQLite
import RuntimeKit
import Synchronization

extension SQLiteConnection {
    /// The location of a database.
    package enum Location: Hashable, Sendable {
        /// A file.
        case file(path: String)
        /// A file that cannot change: SQLite locks nothing and looks for no log next to it.
        case immutableFile(path: String)
        /// A database in memory, shared by all connections of this process with the same name.
        case memory(name: String)

        /// Returns a database in memory with a unique name.
        package static func newMemory() -> Self {
            .memory(name: "memory-\(memoryCount.wrappingAdd(1, ordering: .relaxed).newValue)")
        }

        private static let memoryCount = Atomic<Int>(0)

        /// The name to open it under, and the flags for that name.
        var nameAndFlags: (String, Int32) {
            switch self {
            case .file(let path): (path, 0)
            case .immutableFile(let path): ("file:\(Self.escaped(path))?immutable=1", SQLITE_OPEN_URI)
            case .memory(let name): ("file:/\(name)?vfs=memdb", SQLITE_OPEN_URI)
            }
        }

        /// How long a statement waits for a lock of another connection, in milliseconds.
        ///
        /// In memory, commits and reads wait for each other; since every one of them ends, none gives up.
        var busyTimeout: Int32 {
            switch self {
            case .file, .immutableFile: 5000
            case .memory: .max
            }
        }

        private static func escaped(_ path: String) -> String {
            path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
        }
    }
}
