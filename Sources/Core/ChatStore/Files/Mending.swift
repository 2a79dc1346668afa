import SQLiteKit

/// Makes a history whole again of which only the full-text indexes are damaged.
///
/// They are dropped, and made anew from the rows when the history is opened. So the outbox, drafts and gaps stay, which no
/// server could bring again.
enum Mending {
    /// Throws `SQLiteError`: corruption when anything else cannot be read. Throws `ChatDatabaseError.newerVersion` before anything is
    /// changed. Cost: linear in the history, which is copied.
    static func run(_ path: String) throws {
        let connection = try SQLiteConnection(.file(path: path), isWritable: true)
        _ = try Schema.foundVersion(connection)
        connection.setDefensive(false)
        // Not `DROP TABLE`, which would read the pages that may be damaged: they are left behind when the rest is copied.
        let names =
            (SchemaText.shadowTables + SchemaText.textIndexNames + SchemaText.textIndexNames.map { "\($0)_docsize" })
            .map { "'\($0)'" }
        try connection.execute(
            """
            PRAGMA writable_schema = ON;
            DELETE FROM sqlite_schema WHERE tbl_name IN (\(names.joined(separator: ", ")));
            PRAGMA writable_schema = RESET;
            """
        )
        do { try connection.execute("VACUUM") } catch let error as SQLiteError where error.isContradiction {
            throw Schema.damage(error.message)
        }
    }
}
