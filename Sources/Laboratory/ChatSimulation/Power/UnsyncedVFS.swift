import CSQLite
import Synchronization

/// A virtual file system for SQLite that records unsynchronized writes in watched folders. It leaves other folders to
/// the system.
enum UnsyncedVFS {
    private static let watched = Mutex<[String: UnsyncedWrites]>([:])

    /// Records the writes to every file that SQLite opens in the folder from now on.
    static func watch(_ writes: UnsyncedWrites) {
        _ = isRegistered
        watched.withLock { $0[writes.folder] = writes }
    }

    static func unwatch(_ writes: UnsyncedWrites) {
        watched.withLock { $0[writes.folder] = nil }
    }

    /// Returns the record of unsynchronized writes that covers a file.
    static func writes(at path: String) -> UnsyncedWrites? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return watched.withLock { $0[String(path[..<slash])] }
    }

    /// The system's own file system, by the name that SQLite gives it.
    static var system: UnsafeMutablePointer<sqlite3_vfs> { sqlite3_vfs_find("unix") }

    private static let name: StaticString = "unsynced"

    /// The registration of a copy of the system's file system with its own functions to open and delete files. It
    /// lasts for the process's lifetime.
    private static let isRegistered: Bool = {
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: system.pointee)
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        vfs.pointee.szOsFile += Int32(WatchedFile.headerSize)
        vfs.pointee.xOpen = { _, name, file, flags, outFlags in
            guard let file else { return SQLITE_MISUSE }
            guard let name, let writes = UnsyncedVFS.writes(at: String(cString: name)) else {
                return UnsyncedVFS.system.pointee.xOpen(UnsyncedVFS.system, name, file, flags, outFlags)
            }
            return WatchedFile.open(name, file, flags, outFlags, noting: writes)
        }
        vfs.pointee.xDelete = { _, name, isSynchronized in
            let path = name.map { String(cString: $0) } ?? ""
            let writes = UnsyncedVFS.writes(at: path)
            if writes?.isOff == true { return SQLITE_IOERR }
            writes?.noteSynchronized(path)
            return UnsyncedVFS.system.pointee.xDelete(UnsyncedVFS.system, name, isSynchronized)
        }
        return sqlite3_vfs_register(vfs, 1) == SQLITE_OK
    }()
}
