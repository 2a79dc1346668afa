import SQLiteKit

@testable import MatrixTransport

extension Folder {
    /// Runs SQL on the ledger's file, over a connection of its own.
    func execute(_ sql: String) throws { try SQLiteConnection(.file(path: ledger), isWritable: true).execute(sql) }

    /// Turns the ledger into one of an earlier version: 2, 3, 4, 6 or 8 to 19.
    func downgrade(to version: Int) throws {
        for (number, script) in Self.steps where number >= version { try execute(script) }
        try execute("PRAGMA user_version = \(version)")
    }

    /// The steps from each version to an earlier one, by the version that is reached.
    private static let steps = [
        (19, "DROP TABLE vote; DROP TABLE ballot"),
        (18, "DROP INDEX space_by_child; DROP TABLE space_child; ALTER TABLE room DROP COLUMN children"),
        (
            17,
            """
            DROP INDEX event_by_thread; DROP TABLE thread_last; DROP TABLE stray_receipt;
            ALTER TABLE room DROP COLUMN threads; ALTER TABLE room DROP COLUMN last_main;
            CREATE TABLE stray_receipt(
                room INTEGER NOT NULL REFERENCES room(key), reader TEXT NOT NULL, event TEXT NOT NULL, state INTEGER NOT NULL,
                PRIMARY KEY (room, reader)
            ) STRICT, WITHOUT ROWID
            """
        ),
        (16, "ALTER TABLE room DROP COLUMN pins; ALTER TABLE room DROP COLUMN pins_number"),
        (15, "ALTER TABLE event DROP COLUMN thread"),
        (
            14,
            (["type", "content", "doubt", "refusal"].map { "ALTER TABLE waiting DROP COLUMN \($0)" }
                + ["ALTER TABLE stray_edit DROP COLUMN doubt"]).joined(separator: ";")
        ),
        (
            13,
            ["event DROP COLUMN kind", "stray_edit DROP COLUMN kind"]
                .map { "ALTER TABLE \($0)" }.joined(separator: ";")
                + ["unread", "mentions", "last"].map { ";ALTER TABLE room DROP COLUMN \($0)" }.joined()
        ),
        (12, "ALTER TABLE event DROP COLUMN clear"),
        (11, "DROP TABLE push_rules"),
        (10, "ALTER TABLE room DROP COLUMN creators"),
        (
            9,
            ["topic", "power", "leveled", "actor", "reason", "ended", "direct", "stood", "standing"]
                .map { "ALTER TABLE room DROP COLUMN \($0)" }.joined(separator: ";")
        ),
        (8, "ALTER TABLE stray_edit DROP COLUMN spans"),
        (6, "ALTER TABLE room DROP COLUMN hidden; ALTER TABLE room DROP COLUMN via; DROP TABLE sent"),
        (4, "DROP TABLE upload; DROP TABLE mute"),
        (
            3,
            """
            DROP TABLE member; DROP TABLE made; DROP TABLE stray_receipt;
            ALTER TABLE room DROP COLUMN grouped; ALTER TABLE room DROP COLUMN listed; ALTER TABLE room DROP COLUMN people;
            ALTER TABLE ledger DROP COLUMN changes;
            CREATE TABLE stray_receipt(
                room INTEGER NOT NULL REFERENCES room(key), mine INTEGER NOT NULL, event TEXT NOT NULL, PRIMARY KEY (room, mine)
            ) STRICT, WITHOUT ROWID
            """
        ),
        (2, "DROP TABLE stray_edit; ALTER TABLE event DROP COLUMN sender"),
    ]
}
