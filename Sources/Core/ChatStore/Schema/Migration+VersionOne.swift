import ChatTypes
import SQLiteKit

extension Schema {
    /// Migrates from version 1, in which messages had keys in the order of arrival and two columns for a place, and
    /// names were compared differently.
    static func migrateFromVersionOne(_ connection: SQLiteConnection) throws {
        let foreign = try connection.first("SELECT 1 FROM sqlite_schema WHERE type IN ('trigger', 'view')") { _ in true
        }
        guard foreign == nil else { throw damage("it holds triggers or views") }
        // Renames the old tables, because a renamed table has a different text from a created one.
        try connection.execute(
            """
            DROP TABLE IF EXISTS message_text;
            DROP TABLE IF EXISTS chat_name;
            DROP INDEX chat_by_activity;
            DROP INDEX chat_by_name;
            DROP INDEX chat_with_receipt_due;
            DROP INDEX message_by_position;
            DROP INDEX message_in_outbox;
            DROP INDEX gap_by_predecessor;
            ALTER TABLE account RENAME TO old_account;
            ALTER TABLE chat RENAME TO old_chat;
            ALTER TABLE message RENAME TO old_message;
            ALTER TABLE gap RENAME TO old_gap;
            ALTER TABLE awaited_receipt RENAME TO old_awaited_receipt;
            """
        )
        for statement in SchemaText.tables + SchemaText.indexes { try connection.execute(statement) }
        try connection.execute(
            """
            INSERT INTO account(key, cursor, unread, lives) SELECT key, cursor, unread, 1 FROM old_account;
            INSERT INTO chat(key, id, contact, name, name_key, created, activity, unread, my_marker, their_marker,
                receipt_due, draft)
            SELECT key, id, contact, name, '', created, activity, unread, my_marker, their_marker, receipt_due, draft
            FROM old_chat;
            INSERT INTO gap SELECT chat, position, predecessor, cursor FROM old_gap;
            INSERT INTO awaited_receipt(chat, message, mine, sender) SELECT chat, message, mine, '' FROM old_awaited_receipt;
            """
        )
        try grantAll(connection)
        // A receipt had covered all messages.
        try connection.execute("UPDATE chat SET read_all = my_marker")
        try copyMessages(connection)
        try connection.execute(
            """
            DROP TABLE old_awaited_receipt;
            DROP TABLE old_gap;
            DROP TABLE old_message;
            DROP TABLE old_chat;
            DROP TABLE old_account;
            """
        )
        try renewChats(connection)
        try makeTextIndexes(connection)
        try connection.execute("PRAGMA user_version = \(version)")
    }

    /// Copies in the order of time, so that each row is added at the table's end.
    private static func copyMessages(_ connection: SQLiteConnection) throws {
        try connection.forEach(
            "SELECT m.key, m.id, m.time, c.id FROM old_message m JOIN chat c ON c.key = m.chat ORDER BY m.time"
        ) { row in
            for attempt in 0..<MessageKey.attempts {
                let changes = try connection.run(
                    """
                    INSERT OR IGNORE INTO message(key, chat, id, mine, text, images, time, waits, place, failure, announced)
                    SELECT ?1, chat, id, mine, text, images, time, 2 * (position IS NULL), coalesce(position, queued), failure,
                        announced
                    FROM old_message WHERE key = ?2
                    """,
                    MessageKey.of(row.identifier(1), in: row.identifier(3), at: row.integer(2), attempt: attempt),
                    row.integer(0)
                )
                if changes == 1 { return }
            }
            throw damage("two messages stand in one place")
        }
    }

    /// Updates the derived values: the keys of names, and the times that sort chats.
    private static func renewChats(_ connection: SQLiteConnection) throws {
        let names = try connection.rows("SELECT key, name FROM chat") { ($0.integer(0), $0.text(1)) }
        for (key, name) in names {
            try connection.run("UPDATE chat SET name_key = ? WHERE key = ?", NameLook.key(of: name), key)
            try ChatRow.renewActivity(of: key, in: connection)
        }
    }
}
