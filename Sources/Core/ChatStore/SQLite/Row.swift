import CSQLite

/// The row that a query stands on; it cannot leave the closure that it is lent to.
struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    func flag(_ column: Int32) -> Bool {
        integer(column) != 0
    }

    func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// Read with its length, so that NUL is a character like any other; broken UTF-8 is repaired.
    ///
    /// What has more than `limit` bytes is cut between two Unicode scalars.
    func text(_ column: Int32, upTo limit: Int = .max) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        var count = Int(sqlite3_column_bytes(statement, column))
        if count > limit {
            count = limit
            while count > 0, start[count] & 0xC0 == 0x80 { count -= 1 }
        }
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }
}
