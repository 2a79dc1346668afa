import CSQLite
import RuntimeKit
import Synchronization

extension SQLiteConnection {
    /// Where a database lives.
    package enum Place: Hashable, Sendable {
        case file(path: String)
        /// A file that nothing can change: nothing is locked, nor looked for beside it.
        case immutableFile(path: String)
        /// In memory, one database for all connections of this process that give this name.
        case memory(name: String)

        /// A database in memory that no other place names.
        package static func newMemory() -> Self {
            .memory(name: "chat-store-\(memoryCount.wrappingAdd(1, ordering: .relaxed).newValue)")
        }

        private static let memoryCount = Atomic<Int>(0)

        /// What SQLite calls it, and the flags that go with the name.
        var nameAndFlags: (String, Int32) {
            switch self {
            case .file(let path): (path, 0)
            case .immutableFile(let path): ("file:\(Self.escaped(path))?immutable=1", SQLITE_OPEN_URI)
            case .memory(let name): ("file:/\(name)?vfs=memdb", SQLITE_OPEN_URI)
            }
        }

        /// How long a statement waits for another connection's lock, in milliseconds.
        ///
        /// In memory, a commit waits for the reads that run and they for it; each of them ends by itself, so none gives up.
        var patience: Int32 {
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
