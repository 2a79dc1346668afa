extension Schema {
    /// No chat was muted, and no message taken back.
    ///
    /// Columns that are added cost one reading of their table, however long the history.
    static func migrateFromVersionTwo(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE chat ADD COLUMN muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1));
            ALTER TABLE message ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
            """
        )
        let isNew = { (statement: String) in ["TABLE removal(", "INDEX removal_"].contains { statement.contains($0) } }
        for statement in (SchemaText.tables + SchemaText.indexes).filter(isNew) { try connection.execute(statement) }
        try makeTextIndexes(connection)
        try connection.execute("PRAGMA user_version = \(version)")
    }
}
