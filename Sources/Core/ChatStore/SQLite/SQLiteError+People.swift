import CSQLite
public import Transport

extension SQLiteError: CustomStringConvertible {
    /// What went wrong, for people: what they can do something about in plain words, the rest as SQLite has it.
    public var description: String {
        switch primaryCode {
        case SQLITE_FULL: "the disk is full"
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: "the data directory cannot be written to"
        case SQLITE_CORRUPT, SQLITE_NOTADB: "the history is damaged; it will be set aside at the next start"
        case SQLITE_BUSY, SQLITE_LOCKED: "another program is holding the history"
        case SQLITE_IOERR: "the disk reports an error (\(message), \(code))"
        default: "\(message) (SQLite \(code))"
        }
    }

    /// What kind of problem that is for people.
    public var problem: StorageProblem {
        switch primaryCode {
        case SQLITE_FULL: .diskFull
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: .notWritable
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_BUSY, SQLITE_LOCKED: .inUse
        case SQLITE_IOERR: .failing(detail: "\(message), \(code)")
        default: .other(detail: "\(message) (SQLite \(code))")
        }
    }

    /// Whether it is the place, and not the file, that takes no changes.
    var isRefusalToWrite: Bool {
        [SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN].contains(primaryCode)
    }

    /// Whether the file itself is broken, so that trying again cannot help.
    public var isCorruption: Bool {
        primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB
    }
}
