import CSQLite
public import RuntimeKit

/// An error of SQLite, with the statement that failed.
public struct SQLiteError: Error, Hashable, Sendable {
    /// SQLite's extended result code.
    public let code: Int32
    /// SQLite's message, or our own if we detected the error.
    public let message: String
    /// The statement that failed; empty if none did.
    public let statement: String

    /// Creates an error.
    public init(code: Int32, message: String, statement: String) {
        self.code = code
        self.message = message
        self.statement = statement
    }

    /// SQLite's primary result code: the kind of error.
    public var primaryCode: Int32 { code & 0xFF }

    /// The problem as users are told, who may be able to solve it.
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

    /// The result code of a damaged file.
    package static let corrupt = SQLITE_CORRUPT

    /// Whether the file itself is damaged, so that a retry cannot help.
    public var isCorruption: Bool { problem == .damaged }

    /// Whether the location of the file, not the file itself, refuses changes.
    package var isNotWritable: Bool { problem == .notWritable }

    /// Whether the statement failed because the file's content or schema is not what it should be.
    package var isInconsistency: Bool {
        [SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH].contains(primaryCode)
    }
}

extension SQLiteError: CustomStringConvertible {
    /// SQLite's message; users are shown `problem` instead.
    public var description: String { message }
}

extension SQLiteError: CustomDebugStringConvertible {
    /// The code, the message and the statement, for debugging.
    public var debugDescription: String {
        "SQLite error \(code): \(message)" + (statement.isEmpty ? "" : " in: \(statement)")
    }
}
