import ChatTypes
import SQLiteKit

/// The steps from each version since 2 to the next.
///
/// A step adds columns where SQLite writes them, after all others: a migrated table then has exactly the text of a
/// new one. Adding a column costs one reading of the table's schema, however long the history.
extension Schema {
    /// Brings a history of version 2 or later to the newest version.
    static func migrate(_ connection: SQLiteConnection, from found: Int64) throws {
        let steps = [
            addMutesAndDeletions, addEdits, addGroups, addFiles, addAnnotations, addReactions, addSpans, addStanding,
            addMentions, addMarks, foldWords, addLooks, addWarnings, addUnfinished, addPins, addThreads,
            addOrders, addPolls, indexDrafts, keepReceiptsByScope, addMentionsOfEdits,
        ]
        for step in steps.dropFirst(Int(found) - 2) { try step(connection) }
        try makeTextIndexes(connection)
        try connection.execute("PRAGMA user_version = \(version)")
    }

    private static func addMutesAndDeletions(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE chat ADD COLUMN muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1));
            ALTER TABLE message ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
            CREATE TABLE removal(key INTEGER PRIMARY KEY, chat INTEGER, message TEXT, mine INTEGER, waits INTEGER);
            """
        )
    }

    /// Version 3 sent deletions before messages.
    private static func addEdits(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE removal ADD COLUMN place INTEGER;
            UPDATE removal SET place = key - (SELECT max(key) FROM removal) - 1 WHERE waits = 1;
            ALTER TABLE message ADD COLUMN edit INTEGER NOT NULL DEFAULT 0;
            CREATE TABLE edit(key INTEGER PRIMARY KEY, chat INTEGER, message TEXT, mine INTEGER, text TEXT, number INTEGER,
                id TEXT, place INTEGER);
            """
        )
    }

    /// Every chat had been between two people. A unique key cannot be changed, so the table of receipts is made anew.
    private static func addGroups(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE chat ADD COLUMN is_group INTEGER NOT NULL DEFAULT 0 CHECK (is_group IN (0, 1));
            ALTER TABLE chat ADD COLUMN people INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE chat ADD COLUMN members INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE message ADD COLUMN sender TEXT;
            ALTER TABLE removal ADD COLUMN sender TEXT NOT NULL DEFAULT '';
            ALTER TABLE edit ADD COLUMN sender TEXT NOT NULL DEFAULT '';
            ALTER TABLE awaited_receipt RENAME TO old_awaited_receipt;
            DROP INDEX awaited_receipt_by_age;
            """
        )
        try make("awaited_receipt", connection)
        try connection.execute(
            """
            INSERT INTO awaited_receipt(key, chat, message, mine, sender)
            SELECT key, chat, message, mine, '' FROM old_awaited_receipt;
            DROP TABLE old_awaited_receipt;
            """
        )
        try make("member", connection)
    }

    /// The server had not been told which chats are muted.
    private static func addFiles(_ connection: SQLiteConnection) throws {
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
        try makeIndexes(["message_with_file", "chat_with_mute_due"], connection)
    }

    static func makeIndexes(_ names: [String], _ connection: SQLiteConnection) throws {
        for name in names {
            for index in SchemaText.indexes where index.hasPrefix("CREATE INDEX \(name) ") {
                try connection.execute(index)
            }
        }
    }

    /// Edits and deletions had a table each.
    private static func addAnnotations(_ connection: SQLiteConnection) throws {
        try make("annotation", connection)
        try connection.execute(
            """
            INSERT INTO annotation(chat, message, mine, sender, kind, text, number, id, place)
            SELECT chat, message, mine, sender, 'edit', text, number, id, place FROM edit ORDER BY key;
            INSERT INTO annotation(chat, message, mine, sender, kind, text, number, id, place)
            SELECT chat, message, mine, sender, 'deletion', '', 0, iif(waits = 1, message, NULL),
                iif(waits = 1, coalesce(place, 0), NULL) FROM removal ORDER BY key;
            DROP TABLE edit;
            DROP TABLE removal;
            """
        )
    }

    /// Nobody had reacted to a message, none answered another and all counted. The full-text indexes had found words of scripts
    /// without spaces at the start of a run only, so they are made anew.
    private static func addReactions(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE message ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1));
            ALTER TABLE message ADD COLUMN answers TEXT;
            DROP TABLE IF EXISTS message_text;
            DROP TABLE IF EXISTS chat_name;
            """
        )
        try make("reaction", connection)
    }

    /// Every text had been plain.
    private static func addSpans(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE message ADD COLUMN spans TEXT
            """
        )
        try addColumn("spans TEXT", to: "annotation", connection)
    }

    /// No message had been known to mention the user, and a chat was either muted or not. The full-text indexes had left out signs
    /// such as `+`, so they are made anew.
    private static func addMentions(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE message ADD COLUMN mention INTEGER NOT NULL DEFAULT 0 CHECK (mention IN (0, 1));
            ALTER TABLE chat ADD COLUMN mentions INTEGER NOT NULL DEFAULT 0 CHECK (mentions >= 0);
            ALTER TABLE chat ADD COLUMN mentions_only INTEGER NOT NULL DEFAULT 0 CHECK (mentions_only IN (0, 1));
            DROP TABLE IF EXISTS message_text;
            DROP TABLE IF EXISTS chat_name;
            """
        )
        try makeIndexes(["chat_with_mention", "message_with_mention"], connection)
    }

    /// No chat had been a favourite, or marked as unread.
    private static func addMarks(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE chat ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1));
            ALTER TABLE chat ADD COLUMN marked_unread INTEGER NOT NULL DEFAULT 0 CHECK (marked_unread IN (0, 1));
            ALTER TABLE chat ADD COLUMN marks_due INTEGER NOT NULL DEFAULT 0;
            """
        )
        try makeIndexes(["chat_favourite", "chat_with_marks_due"], connection)
    }

    /// The full-text indexes had folded Latin letters only, and had no parts of words. No index had led to messages that failed.
    private static func foldWords(_ connection: SQLiteConnection) throws {
        try connection.execute("DROP TABLE IF EXISTS message_text; DROP TABLE IF EXISTS chat_name")
        try makeIndexes(["message_failed"], connection)
    }

    /// The reasons why nothing proves who sent a message had been asked for each time it was shown.
    private static func addWarnings(_ connection: SQLiteConnection) throws {
        try connection.execute("ALTER TABLE message ADD COLUMN warning TEXT")
        try addColumn("warning TEXT", to: "annotation", connection)
        try makeIndexes(["message_with_warning"], connection)
    }

    /// Replies and edits that the user had begun were not stored.
    private static func addUnfinished(_ connection: SQLiteConnection) throws { try make("unfinished", connection) }

    /// No message had been known to be pinned. People with every right have the new one, too.
    private static func addPins(_ connection: SQLiteConnection) throws {
        try connection.execute("ALTER TABLE chat ADD COLUMN pins INTEGER NOT NULL DEFAULT 0")
        try make("pin", connection)
        try grantAll(connection)
    }

    /// No index had led to the chats with news, and no chat had been known to be in a space.
    private static func addOrders(_ connection: SQLiteConnection) throws {
        try makeIndexes(["chat_with_news"], connection)
        try make("space", connection)
    }

    /// A poll had been a text, votes had not been stored, and no picture had had a stated width and height.
    private static func addPolls(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE message ADD COLUMN file_pixels INTEGER;
            ALTER TABLE message ADD COLUMN poll TEXT;
            ALTER TABLE message ADD COLUMN poll_end INTEGER NOT NULL DEFAULT 0 CHECK (poll_end IN (0, 1, 2));
            """
        )
        try make("vote", connection)
    }

    /// No index had led to the drafts. A file of version 17 or earlier got the one of threads on its way.
    private static func indexDrafts(_ connection: SQLiteConnection) throws {
        try makeIndexes(["chat_with_draft"], connection)
        let query: StaticString = "SELECT 1 FROM sqlite_schema WHERE name = 'thread_with_draft'"
        if try connection.first(query, read: { _ in true }) == nil {
            try makeIndexes(["thread_with_draft"], connection)
        }
    }

    /// Of a reader's receipts at one message, for different threads, only the last had been kept until the message came.
    private static func keepReceiptsByScope(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE awaited_receipt RENAME TO old_awaited_receipt;
            DROP INDEX awaited_receipt_by_age;
            """
        )
        // Nor has a file of version 4 or earlier, which got today's table on its way.
        try connection.execute("DROP INDEX IF EXISTS awaited_receipt_once")
        try make("awaited_receipt", connection)
        try connection.execute(
            """
            INSERT INTO awaited_receipt(key, chat, message, mine, sender, thread)
            SELECT key, chat, message, mine, sender, thread FROM old_awaited_receipt;
            DROP TABLE old_awaited_receipt;
            """
        )
    }

    /// An edit that waited for its message had mentioned nobody.
    private static func addMentionsOfEdits(_ connection: SQLiteConnection) throws {
        try addColumn("mention INTEGER NOT NULL DEFAULT 0 CHECK (mention IN (0, 1))", to: "annotation", connection)
    }

    /// Adds a column to a table, unless an old file got the table on its way, with all its columns of today.
    static func addColumn(_ definition: String, to table: String, _ connection: SQLiteConnection) throws {
        let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", table) { $0.text(0) }
        if columns.contains(where: { definition.hasPrefix("\($0) ") }) { return }
        try connection.execute("ALTER TABLE \(table) ADD COLUMN \(definition)")
    }

    /// Gives a new right to those who have all of `DEFAULT 63`, the rights in the schema, which cannot change.
    static func grantAll(_ connection: SQLiteConnection) throws {
        try connection.run("UPDATE chat SET rights = ? WHERE rights = 63", ChatRights.all.rawValue)
    }

    static func make(_ table: String, _ connection: SQLiteConnection) throws {
        for statement in SchemaText.tables + SchemaText.indexes
        where statement.hasPrefix("CREATE TABLE \(table)(") || statement.contains(" ON \(table)(") {
            try connection.execute(statement)
        }
    }
}
