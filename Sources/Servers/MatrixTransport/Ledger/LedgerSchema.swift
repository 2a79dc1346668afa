/// What a homeserver does not keep for us: places of events, names of our own, and what rooms are.
///
/// An event's `gap` says what stands directly before it: the event below in the table (null), nothing at all (empty), or
/// what the token pages back to. Tokens are only hints: an event can always be asked what stands before it.
enum LedgerSchema {
    static let version: Int64 = 3

    static let script = """
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS ledger(
            key INTEGER PRIMARY KEY CHECK (key = 1), id TEXT NOT NULL, user TEXT NOT NULL, base INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS room(
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            membership TEXT NOT NULL,
            name TEXT,
            alias TEXT,
            picture TEXT,
            heroes TEXT NOT NULL DEFAULT '',
            members INTEGER NOT NULL DEFAULT 0,
            peer TEXT,
            encrypted INTEGER NOT NULL DEFAULT 0,
            space INTEGER NOT NULL DEFAULT 0,
            whole INTEGER NOT NULL DEFAULT 0,
            successor TEXT,
            created INTEGER NOT NULL DEFAULT 0,
            top INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX IF NOT EXISTS room_by_peer ON room(peer) WHERE peer IS NOT NULL;
        CREATE TABLE IF NOT EXISTS person(id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS creation(person TEXT PRIMARY KEY, nonce TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS ignored(person TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS event(
            room INTEGER NOT NULL REFERENCES room(key),
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            message TEXT,
            gap TEXT,
            mine INTEGER,
            sender TEXT,
            PRIMARY KEY (room, position)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX IF NOT EXISTS event_by_id ON event(room, id);
        CREATE UNIQUE INDEX IF NOT EXISTS event_by_message ON event(room, message) WHERE message IS NOT NULL;
        CREATE TABLE IF NOT EXISTS stray_receipt(
            room INTEGER NOT NULL REFERENCES room(key),
            mine INTEGER NOT NULL,
            event TEXT NOT NULL,
            PRIMARY KEY (room, mine)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS stray_edit(
            key INTEGER PRIMARY KEY,
            room INTEGER NOT NULL REFERENCES room(key),
            event TEXT NOT NULL,
            sender TEXT NOT NULL,
            text TEXT NOT NULL,
            number INTEGER NOT NULL,
            UNIQUE (room, event, sender)
        ) STRICT;
        PRAGMA user_version = \(version);
        COMMIT;
        """

    /// What leads from version 1 on, each to the next: version 1 did not keep whether an event is ours, version 2 not who
    /// sent it.
    static let migrations = [
        "BEGIN IMMEDIATE; ALTER TABLE event ADD COLUMN mine INTEGER; PRAGMA user_version = 2; COMMIT",
        "BEGIN IMMEDIATE; ALTER TABLE event ADD COLUMN sender TEXT; PRAGMA user_version = 3; COMMIT",
    ]
}
