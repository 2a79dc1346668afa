import SQLiteKit

extension Schema {
    /// No chat was muted, and no message taken back.
    static func migrateFromVersionTwo(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE chat ADD COLUMN muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1));
            ALTER TABLE message ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
            """
        )
        try make("removal", connection)
        try addEdits(connection)
        try make("edit", connection)
        try addGroups(connection)
    }

    /// No message was edited, and removals were sent before messages.
    static func migrateFromVersionThree(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE removal ADD COLUMN place INTEGER;
            UPDATE removal SET place = key - (SELECT max(key) FROM removal) - 1 WHERE waits = 1;
            """
        )
        try addSender(to: "removal", columns: "key, chat, message, mine, waits, place", connection)
        try addEdits(connection)
        try make("edit", connection)
        try addGroups(connection)
    }

    /// Every chat was between two.
    static func migrateFromVersionFour(_ connection: SQLiteConnection) throws {
        try addSender(to: "removal", columns: "key, chat, message, mine, waits, place", connection)
        try addSender(to: "edit", columns: "key, chat, message, mine, text, number, id, place", connection)
        try addGroups(connection)
    }

    /// No message carried a file, and what was muted was not told.
    static func migrateFromVersionFive(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE message ADD COLUMN file TEXT;
            ALTER TABLE message ADD COLUMN file_name TEXT;
            ALTER TABLE message ADD COLUMN file_type TEXT;
            ALTER TABLE message ADD COLUMN file_size INTEGER;
            ALTER TABLE chat ADD COLUMN mute_due INTEGER NOT NULL DEFAULT 0 CHECK (mute_due IN (0, 1));
            UPDATE chat SET mute_due = 1 WHERE muted = 1;
            """
        )
        try make("file", connection)
        for name in ["message_with_file", "chat_with_mute_due"] {
            for index in SchemaText.indexes where index.hasPrefix("CREATE INDEX \(name) ") {
                try connection.execute(index)
            }
        }
        try makeTextIndexes(connection)
        try connection.execute("PRAGMA user_version = \(version)")
    }

    /// Columns that are added cost one reading of their table, however long the history.
    private static func addEdits(_ connection: SQLiteConnection) throws {
        try connection.execute("ALTER TABLE message ADD COLUMN edit INTEGER NOT NULL DEFAULT 0")
    }

    private static func addGroups(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE chat ADD COLUMN is_group INTEGER NOT NULL DEFAULT 0 CHECK (is_group IN (0, 1));
            ALTER TABLE chat ADD COLUMN people INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE chat ADD COLUMN members INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE message ADD COLUMN sender TEXT;
            """
        )
        try addSender(to: "awaited_receipt", columns: "key, chat, message, mine", connection)
        try make("member", connection)
        try migrateFromVersionFive(connection)
    }

    /// What is unique in a table cannot be changed: it is made anew.
    private static func addSender(to table: String, columns: String, _ connection: SQLiteConnection) throws {
        let indexes = try connection.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = ?",
            table
        ) { $0.text(0) }
        for index in indexes { try connection.execute("DROP INDEX \"\(index.replacing("\"", with: "\"\""))\"") }
        try connection.execute("ALTER TABLE \(table) RENAME TO old_\(table)")
        try make(table, connection)
        try connection.execute(
            """
            INSERT INTO \(table)(\(columns), sender) SELECT \(columns), '' FROM old_\(table);
            DROP TABLE old_\(table);
            """
        )
    }

    private static func make(_ table: String, _ connection: SQLiteConnection) throws {
        for statement in SchemaText.made(of: table) { try connection.execute(statement) }
    }
}

extension SchemaText {
    /// A table and its indexes.
    fileprivate static func made(of table: String) -> [String] {
        (tables + indexes).filter { $0.hasPrefix("CREATE TABLE \(table)(") || $0.contains(" ON \(table)(") }
    }
}
