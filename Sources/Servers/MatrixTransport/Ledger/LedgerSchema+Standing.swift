extension LedgerSchema {
    /// The migration to the version that knows power levels, topics, and who invited or removed the user.
    static let standing = """
        BEGIN IMMEDIATE;
        ALTER TABLE room ADD COLUMN topic TEXT;
        ALTER TABLE room ADD COLUMN power TEXT;
        ALTER TABLE room ADD COLUMN leveled TEXT;
        ALTER TABLE room ADD COLUMN actor TEXT;
        ALTER TABLE room ADD COLUMN reason TEXT;
        ALTER TABLE room ADD COLUMN ended TEXT;
        ALTER TABLE room ADD COLUMN direct INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE room ADD COLUMN stood TEXT;
        ALTER TABLE room ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;
        PRAGMA user_version = 10;
        COMMIT
        """

    static let pushRuleTable =
        "CREATE TABLE IF NOT EXISTS push_rules(key INTEGER PRIMARY KEY CHECK (key = 1), json TEXT NOT NULL) STRICT;"

    /// The migration to the version that stores push rules, which sync would bring after a change only.
    static let pushRules = """
        BEGIN IMMEDIATE;
        \(pushRuleTable)
        INSERT INTO push_rules(key, json) VALUES (1, '');
        PRAGMA user_version = 12;
        COMMIT
        """

    /// The migration to the version that knows the kinds of messages, the homeserver's counts and each room's last event.
    static let counts = """
        BEGIN IMMEDIATE;
        ALTER TABLE event ADD COLUMN kind INTEGER;
        ALTER TABLE stray_edit ADD COLUMN kind INTEGER;
        ALTER TABLE room ADD COLUMN unread INTEGER;
        ALTER TABLE room ADD COLUMN mentions INTEGER;
        ALTER TABLE room ADD COLUMN last TEXT;
        PRAGMA user_version = 14;
        COMMIT
        """

    /// The migration to the version that knows the creators of rooms.
    static let creators = """
        BEGIN IMMEDIATE;
        ALTER TABLE room ADD COLUMN creators TEXT NOT NULL DEFAULT '';
        PRAGMA user_version = 11;
        COMMIT
        """

    /// The migration to the version that keeps what was read of a waiting event beside it. Before, the event itself was replaced.
    static let proofs = """
        BEGIN IMMEDIATE;
        ALTER TABLE stray_edit ADD COLUMN doubt TEXT;
        CREATE TABLE IF NOT EXISTS waiting(
            room INTEGER NOT NULL REFERENCES room(key), event TEXT NOT NULL, session TEXT NOT NULL, json TEXT NOT NULL, due TEXT,
            PRIMARY KEY (room, event)
        ) STRICT, WITHOUT ROWID;
        ALTER TABLE waiting ADD COLUMN type TEXT;
        ALTER TABLE waiting ADD COLUMN content TEXT;
        ALTER TABLE waiting ADD COLUMN doubt TEXT;
        ALTER TABLE waiting ADD COLUMN refusal TEXT;
        UPDATE waiting SET type = json ->> '$.type', content = json -> '$.content', doubt = 'unprovedKey' WHERE due IS NOT NULL;
        PRAGMA user_version = 15;
        COMMIT
        """
}
