import SQLiteKit

/// The step to the version that knows threads.
extension Schema {
    /// The messages of threads had stood among the others. They stay there, since no row says which they are. A receipt had covered
    /// them all.
    static func addThreads(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE message ADD COLUMN thread TEXT;
            ALTER TABLE chat ADD COLUMN read_all INTEGER;
            ALTER TABLE chat ADD COLUMN receipt_all_due TEXT;
            UPDATE chat SET read_all = my_marker;
            """
        )
        // A file of version 3 or earlier got the table of awaited receipts on its way, with all its columns.
        let query: StaticString = "SELECT 1 FROM pragma_table_info('awaited_receipt') WHERE name = 'thread'"
        if try connection.first(query, read: { _ in true }) == nil {
            try connection.execute("ALTER TABLE awaited_receipt ADD COLUMN thread TEXT")
        }
        for table in ["thread", "thread_reader"] { try make(table, connection) }
        try makeIndexes(["message_by_thread", "chat_with_receipt_all_due"], connection)
    }
}
