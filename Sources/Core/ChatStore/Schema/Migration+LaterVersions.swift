extension Schema {
    /// No chat was muted, and no message taken back.
    static func migrateFromVersionTwo(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE chat ADD COLUMN muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1));
            ALTER TABLE message ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
            """
        )
        for statement in SchemaText.made(of: "removal") { try connection.execute(statement) }
        try finishEdits(connection)
    }

    /// No message was edited, and removals were sent before messages.
    static func migrateFromVersionThree(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE removal ADD COLUMN place INTEGER;
            UPDATE removal SET place = key - (SELECT max(key) FROM removal) - 1 WHERE waits = 1;
            DROP INDEX removal_to_send;
            """
        )
        for statement in SchemaText.made(of: "removal") where statement.hasPrefix("CREATE INDEX removal_to_send") {
            try connection.execute(statement)
        }
        try finishEdits(connection)
    }

    /// Columns that are added cost one reading of their table, however long the history.
    private static func finishEdits(_ connection: SQLiteConnection) throws {
        try connection.execute("ALTER TABLE message ADD COLUMN edit INTEGER NOT NULL DEFAULT 0")
        for statement in SchemaText.made(of: "edit") { try connection.execute(statement) }
        try makeTextIndexes(connection)
        try connection.execute("PRAGMA user_version = \(version)")
    }
}

extension SchemaText {
    /// A table and its indexes.
    fileprivate static func made(of table: String) -> [String] {
        (tables + indexes).filter { $0.hasPrefix("CREATE TABLE \(table)(") || $0.contains(" ON \(table)(") }
    }
}
