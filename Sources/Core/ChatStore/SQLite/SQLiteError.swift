/// What SQLite said went wrong, and in which statement.
public struct SQLiteError: Error, Hashable, Sendable {
    /// SQLite's extended result code.
    public let code: Int32
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
}

extension SQLiteError: CustomDebugStringConvertible {
    /// Everything there is to know, for whoever has to find the cause.
    public var debugDescription: String {
        "SQLite error \(code): \(message)" + (statement.isEmpty ? "" : " in: \(statement)")
    }
}
