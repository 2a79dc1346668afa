import CSQLite
package import RuntimeKit

/// The current row of a query, which cannot leave the closure that receives it.
///
/// Makes no assumptions about the values in the file: any column may hold a value of any type.
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    /// Returns a column as a 64-bit integer; 0 for NULL.
    package func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    /// Returns a column as a number of things: at least 0.
    package func count(_ column: Int32) -> Int {
        max(0, Int(clamping: integer(column)))
    }

    /// Returns whether a column is an integer other than 0.
    package func flag(_ column: Int32) -> Bool {
        integer(column) != 0
    }

    /// Returns a column as a 64-bit integer, or nil for NULL.
    package func optionalInteger(_ column: Int32) -> Int64? {
        isNull(column) ? nil : integer(column)
    }

    /// Returns a column as text, with any NUL bytes in it; repairs invalid UTF-8.
    ///
    /// Cuts a text of more than `limit` bytes between two Unicode scalars.
    package func text(_ column: Int32, upTo limit: Int = .max) -> String {
        let bytes = bytes(column)
        var count = bytes.count
        if count > limit {
            count = limit
            while count > 0, bytes[count] & 0xC0 == 0x80 { count -= 1 }
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Returns a column as text, or nil for NULL.
    package func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    /// Returns a column as an identifier, which finds the row again whatever its bytes are.
    package func identifier<ID: Identifier>(_ column: Int32) -> ID {
        ID(rawValue: IdentifierBytes.text(of: bytes(column)))
    }

    /// Returns whether a column is NULL.
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
