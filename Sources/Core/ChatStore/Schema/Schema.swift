import CSQLite
import SQLiteKit

/// The check that a file is a history of the newest version and nothing else.
enum Schema {
    /// The `PRAGMA user_version` of the newest version; 0 is a file that was never written.
    static let version: Int64 = 23

    /// Creates a new history, or migrates an older one to the newest version; all of it or nothing.
    ///
    /// Throws `ChatDatabaseError.newerVersion` for a file of a newer program, and reports corruption for a file with
    /// more or fewer tables than a history.
    static func prepare(_ connection: SQLiteConnection) throws {
        if try foundVersion(connection) == version, try isComplete(connection) { return }
        try connection.transaction {
            // Asks again inside the transaction, where no other process can migrate it at the same time.
            let found = try foundVersion(connection)
            switch found {
            case 0: try create(connection)
            case 1: try bringing(connection, by: migrateFromVersionOne)
            default: try bringing(connection) { try migrate($0, from: found) }
            }
            guard try isComplete(connection) else { throw damage("its schema is not a history's") }
        }
    }

    /// Reports corruption for an error that only a foreign or damaged file causes.
    private static func bringing(_ connection: SQLiteConnection, by step: (SQLiteConnection) throws -> Void) throws {
        do { try step(connection) } catch let error as SQLiteError where error.isInconsistency {
            throw damage(error.message)
        }
    }

    /// Checks that a file to be read is of the newest version. Throws `ChatDatabaseError` for any other.
    static func check(_ connection: SQLiteConnection) throws {
        let found = try foundVersion(connection)
        guard found == version else { throw ChatDatabaseError.olderVersion(found: found, known: version) }
        guard try isComplete(connection) else { throw damage("its schema is not a history's") }
    }

    static func damage(_ reason: String) -> SQLiteError {
        SQLiteError(code: SQLITE_CORRUPT, message: reason, statement: "")
    }

    /// Returns the file's version. Throws `ChatDatabaseError.newerVersion` for an unknown one.
    static func foundVersion(_ connection: SQLiteConnection) throws -> Int64 {
        let found = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
        guard found >= 0 else { throw damage("version \(found)") }
        guard found <= version else { throw ChatDatabaseError.newerVersion(found: found, known: version) }
        return found
    }

    /// Whether a file contains exactly the tables and indexes of a history of the newest version, and no trigger or
    /// view.
    private static func isComplete(_ connection: SQLiteConnection) throws -> Bool {
        let found = try connection.rows(
            "SELECT name, sql FROM sqlite_schema WHERE NOT (type = 'index' AND sql IS NULL)"
        ) { row in
            let name = row.text(0)
            return SchemaText.shadowTables.contains(name) ? name : row.text(1)
        }
        let known = SchemaText.tables + SchemaText.indexes + SchemaText.textIndexes + SchemaText.shadowTables
        return found.sorted() == known.sorted()
    }

    private static func create(_ connection: SQLiteConnection) throws {
        let count = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
        guard count == 0 else { throw damage("it says that it is new, and holds tables") }
        for statement in SchemaText.tables + SchemaText.indexes { try connection.execute(statement) }
        try connection.execute("INSERT INTO account(key) VALUES (1)")
        try makeTextIndexes(connection)
        try connection.execute("PRAGMA user_version = \(version)")
    }

    /// Creates the missing full-text indexes from the rows.
    static func makeTextIndexes(_ connection: SQLiteConnection) throws {
        let found = try connection.rows("SELECT name FROM sqlite_schema") { $0.text(0) }
        for (name, statement) in zip(SchemaText.textIndexNames, SchemaText.textIndexes)
        where !found.contains(name) {
            try connection.execute(statement)
            try connection.execute("INSERT INTO \(name)(\(name)) VALUES ('rebuild')")
        }
    }
}
