import CSQLite
public import ChatTypes

/// What SQLite said went wrong, and in which statement.
public struct SQLiteError: Error, Hashable, Sendable {
    /// SQLite's extended result code.
    public let code: Int32
    /// SQLite's own words, or ours where it is we who found the fault.
    public let message: String
    /// Empty when it was no statement that failed.
    public let statement: String

    public init(code: Int32, message: String, statement: String) {
        self.code = code
        self.message = message
        self.statement = statement
    }

    /// SQLite's primary result code, which tells the kind.
    public var primaryCode: Int32 { code & 0xFF }

    /// What people can do something about.
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

    package static let corrupt = SQLITE_CORRUPT

    /// Whether the file itself is broken, so that trying again cannot help.
    public var isCorruption: Bool { problem == .damaged }

    /// Whether it is the place, and not the file, that takes no changes.
    package var isRefusalToWrite: Bool { problem == .notWritable }

    /// Whether a statement that is right for a sound history is not for this one.
    package var isContradiction: Bool {
        [SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH].contains(primaryCode)
    }
}

extension SQLiteError: CustomStringConvertible {
    /// SQLite's own words; what people are told is made of `problem`.
    public var description: String { message }
}

extension SQLiteError: CustomDebugStringConvertible {
    /// All that is known, for finding the cause.
    public var debugDescription: String {
        "SQLite error \(code): \(message)" + (statement.isEmpty ? "" : " in: \(statement)")
    }
}
