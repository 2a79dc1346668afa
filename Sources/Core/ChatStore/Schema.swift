import CSQLite

/// The database's tables, and the way from each earlier version to the newest.
///
/// `migrations[n]` leads from version n to n + 1; `PRAGMA user_version` says where a file stands. A migration that has
/// been released is never changed.
enum Schema {
    static var version: Int64 { Int64(migrations.count) }

    static let migrations = [versionOne]

    /// Brings a database to the newest version, each step in a transaction of its own.
    ///
    /// Throws `ChatDatabaseError.newerVersion` for a file that a newer program wrote.
    static func migrate(_ connection: Connection) throws {
        let found = try foundVersion(connection)
        for step in Int(found)..<migrations.count {
            try connection.execute(
                """
                BEGIN IMMEDIATE;
                \(migrations[step])
                PRAGMA user_version = \(step + 1);
                COMMIT;
                """
            )
        }
    }

    /// Makes sure that a file which is only to be read is of the newest version.
    ///
    /// Throws `ChatDatabaseError` for any other.
    static func check(_ connection: Connection) throws {
        let found = try foundVersion(connection)
        guard found == version else { throw ChatDatabaseError.olderVersion(found: found, known: version) }
    }

    private static func foundVersion(_ connection: Connection) throws -> Int64 {
        let statement: StaticString = "PRAGMA user_version"
        let found = try connection.first(statement) { $0.integer(0) } ?? 0
        guard found >= 0 else {
            throw SQLiteError(code: SQLITE_CORRUPT, message: "version \(found)", statement: "\(statement)")
        }
        guard found <= version else { throw ChatDatabaseError.newerVersion(found: found, known: version) }
        return found
    }

    /// Times are milliseconds since 1970. A message without a position waits in the outbox, in the order of `queued`.
    private static let versionOne = """
        CREATE TABLE account(
            key INTEGER PRIMARY KEY CHECK (key = 1),
            cursor TEXT,
            unread INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0)
        ) STRICT;
        INSERT INTO account(key) VALUES (1);

        CREATE TABLE chat(
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            contact TEXT NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            created INTEGER NOT NULL,
            activity INTEGER NOT NULL,
            top INTEGER,
            unread INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0),
            my_marker INTEGER,
            their_marker INTEGER,
            receipt_due TEXT,
            draft TEXT NOT NULL DEFAULT ''
        ) STRICT;
        CREATE INDEX chat_by_activity ON chat(activity DESC, id);
        CREATE INDEX chat_by_name ON chat(name_key);
        CREATE INDEX chat_with_receipt_due ON chat(key) WHERE receipt_due IS NOT NULL;

        CREATE TABLE message(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            id TEXT NOT NULL,
            mine INTEGER NOT NULL,
            text TEXT NOT NULL,
            images INTEGER NOT NULL,
            time INTEGER NOT NULL,
            position INTEGER,
            queued INTEGER,
            failure TEXT,
            announced INTEGER NOT NULL,
            UNIQUE (chat, id),
            CHECK ((position IS NULL) = (queued IS NOT NULL))
        ) STRICT;
        CREATE UNIQUE INDEX message_by_position ON message(chat, position) WHERE position IS NOT NULL;
        CREATE UNIQUE INDEX message_in_outbox ON message(chat, queued) WHERE position IS NULL;

        CREATE TABLE gap(
            chat INTEGER NOT NULL REFERENCES chat(key),
            position INTEGER NOT NULL,
            predecessor INTEGER NOT NULL,
            cursor TEXT NOT NULL,
            PRIMARY KEY (chat, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX gap_by_predecessor ON gap(chat, predecessor);

        CREATE TABLE awaited_receipt(
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            mine INTEGER NOT NULL,
            PRIMARY KEY (chat, message, mine)
        ) STRICT, WITHOUT ROWID;

        CREATE VIRTUAL TABLE message_text USING fts5(
            text, content = 'message', content_rowid = 'key', tokenize = 'unicode61 remove_diacritics 2'
        );
        CREATE VIRTUAL TABLE chat_name USING fts5(
            name, content = 'chat', content_rowid = 'key', tokenize = 'unicode61 remove_diacritics 2'
        );
        """
}
