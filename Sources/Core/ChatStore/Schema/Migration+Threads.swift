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
        try addColumn("thread TEXT", to: "awaited_receipt", connection)
        for table in ["thread", "thread_reader"] { try make(table, connection) }
        try makeIndexes(["message_by_thread", "chat_with_receipt_all_due"], connection)
    }
}
