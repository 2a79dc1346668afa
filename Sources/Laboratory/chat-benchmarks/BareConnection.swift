import CSQLite
import ChatStore
import SQLiteKit

/// SQLite's C interface without any layer around it, as the baseline of all comparisons.
///
/// It uses the same settings as the store.
final class BareConnection {
    private let handle: OpaquePointer
    private var statements: [OpaquePointer] = []

    init(path: String) throws {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            path,
            &opened,
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
            nil
        )
        guard code == SQLITE_OK, let opened else { throw SQLiteError(code: code, message: "open", statement: path) }
        handle = opened
        // The store's index of texts names this tokenizer.
        guard WordTokenizer.register(on: handle) == SQLITE_OK else { throw failure("register words") }
        try execute(
            "PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON"
        )
    }

    deinit {
        for statement in statements { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// Returns a prepared statement, which is finalized with the connection.
    func prepare(_ sql: String) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK,
            let statement
        else { throw failure(sql) }
        statements.append(statement)
        return statement
    }

    /// Steps a statement to its end, reads every column of every row as text or number, and resets it.
    @discardableResult
    func run(_ statement: OpaquePointer) throws -> Int {
        var rows = 0
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW {
            rows += 1
            for column in 0..<sqlite3_column_count(statement) {
                if sqlite3_column_type(statement, column) == SQLITE_TEXT {
                    _ = sqlite3_column_text(statement, column)
                    _ = sqlite3_column_bytes(statement, column)
                } else {
                    _ = sqlite3_column_int64(statement, column)
                }
            }
            code = sqlite3_step(statement)
        }
        guard code == SQLITE_DONE else { throw failure(String(cString: sqlite3_sql(statement))) }
        sqlite3_reset(statement)
        return rows
    }

    /// Returns the first column of the first row.
    func integer(_ statement: OpaquePointer) -> Int64? {
        defer { sqlite3_reset(statement) }
        return sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : nil
    }

    var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    private func failure(_ sql: String) -> SQLiteError {
        SQLiteError(
            code: sqlite3_extended_errcode(handle),
            message: String(cString: sqlite3_errmsg(handle)),
            statement: sql
        )
    }
}

/// Binds a copy of a text with its length.
func bind(_ text: String, to statement: OpaquePointer, at index: Int32) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), transient)
}

func bind(_ number: Int64, to statement: OpaquePointer, at index: Int32) {
    sqlite3_bind_int64(statement, index, number)
}
