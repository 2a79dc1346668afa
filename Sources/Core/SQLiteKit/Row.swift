import CSQLite
package import ChatTypes

/// The row that a query stands on; it cannot leave the closure that it is lent to.
///
/// What it holds is whatever the file says: nothing here assumes that it makes sense.
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    package func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    /// A number of things: never below zero.
    package func count(_ column: Int32) -> Int {
        max(0, Int(clamping: integer(column)))
    }

    package func flag(_ column: Int32) -> Bool {
        integer(column) != 0
    }

    package func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// Read with its length, so that NUL is a character like any other; broken UTF-8 is repaired.
    ///
    /// What has more than `limit` bytes is cut between two Unicode scalars.
    package func text(_ column: Int32, upTo limit: Int = .max) -> String {
        let bytes = bytes(column)
        var count = bytes.count
        if count > limit {
            count = limit
            while count > 0, bytes[count] & 0xC0 == 0x80 { count -= 1 }
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    package func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// Read so that it finds its row again, whatever its bytes are.
    package func identifier<ID: Identifier>(_ column: Int32) -> ID {
        ID(IdentifierBytes.text(of: bytes(column)))
    }

    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    private func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        guard let start = sqlite3_column_text(statement, column) else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }
}
