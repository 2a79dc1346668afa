/// The schema of a ledger.
///
/// - `event.gap`: the gap directly before an event. Null for the event below it, empty for the start of the conversation, or a
///   token that leads back to missing events. Tokens are hints: the homeserver can always look up what precedes an event.
/// - `event.clear`: 1 for a message that came in the clear after the room was known to be encrypted, 2 for one that came encrypted.
/// - `event.kind`, `stray_edit.kind`: a `MessageContent.Kind`; null for unknown content, and in a ledger of an earlier version.
/// - `event.thread`: the root of the thread that a message is in; null outside threads, and in a ledger of an earlier version.
/// - `stray_edit.doubt`: why nothing proves who wrote the edit, as a `SenderWarning`.
/// - `room.unread`, `room.mentions`: the homeserver's counts; null until it states them. `last`: the newest event of any type.
///   `last_main`: the newest that stands outside threads, as far as known; `thread_last.event`: the newest of a thread.
/// - `room.threads`: the homeserver's counts of the threads with unread messages, which are parts of those of the room: a line for each,
///   with the numbers of unread messages and of mentions and the root.
/// - `room.encrypted`: 1 once the room is encrypted, 2 while the user has asked for it and sync has not brought it. It ends only with a refusal.
/// - `room.grouped`: 1 once the room is a group. It stays one.
/// - `room.listed`: 1 while all members are known, 2 when they were and may have changed. `people` counts the rows in `member`.
/// - `room.hidden`: 1 while the next message opens a gap.
/// - `room.power`: the power levels as JSON, null if unknown, and as the members were numbered last in `leveled`.
/// - `room.creators`: the creators of a room of version 12 or later, one a line, whom the power levels do not name.
/// - `room.actor`: who decided that the user is invited, or `ended` (`removed` or `banned`), for the `reason`.
///   `direct` is 1 for an invitation to a direct room.
/// - `room.stood`: the user's standing as it was delivered last, under the number `standing`.
/// - `room.pins`: the pinned events as JSON; null until they are known, as in a ledger of an earlier version. `pins_number`: the number
///   under which they were delivered; 0 before, and negative once they have changed.
/// - `room.children`: 0 for a space whose rooms are unknown, since a ledger of an earlier version has synchronised it.
/// - `space_child`: the rooms and spaces that a space says to contain.
/// - `room.via`: a server through which the `successor` can be joined.
/// - `member.due`: set while the session may not have stored the member. Empty before delivery, `-` after live delivery, then the
///   token at which the page of a sync ended that contained it. `mute.due` likewise, or `!` while an own change is expected.
/// - `push_rules.json`: the rules as JSON; empty until they are requested, in a ledger of a version that stored none.
/// - `mute.muted`: 0 for a room that notifies of everything, 1 for a muted one, 2 for one that notifies of mentions.
/// - `reaction.id`: the event that set it. A deleted one stays with `is_set` 0, so that it is not set by an older response.
/// - `vote`: the events that vote in a poll, the `event`, and end it: then `answers` is null. `clear` is 1 for one that the
///   homeserver could have made.
/// - `ballot`: the votes of senders as they were delivered last.
/// - `waiting`: encrypted events as they came, which wait for the key to their `session`. Once one is read, the type and content that
///   its sender encrypted stand beside it, with the `doubt`, or the `refusal`; then `due` is as in `member`; null before.
/// - `encrypting`: the creations of rooms that are to be encrypted, each with the highest key of the rooms that were there before.
/// - `stray_receipt.thread`: the `thread_id` of the receipt, or empty.
/// - `stray_receipt.state`: 0 while its event may arrive by itself, 1 if it is to be requested, 2 once it has a position.
enum LedgerSchema {
    static let version: Int64 = 20

    static let script = """
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS ledger(
            key INTEGER PRIMARY KEY CHECK (key = 1), id TEXT NOT NULL, user TEXT NOT NULL, base INTEGER NOT NULL,
            changes INTEGER NOT NULL DEFAULT 0
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
            via TEXT,
            created INTEGER NOT NULL DEFAULT 0,
            top INTEGER NOT NULL DEFAULT 0,
            grouped INTEGER NOT NULL DEFAULT 0,
            listed INTEGER NOT NULL DEFAULT 0,
            people INTEGER NOT NULL DEFAULT 0,
            hidden INTEGER NOT NULL DEFAULT 0,
            topic TEXT,
            power TEXT,
            leveled TEXT,
            actor TEXT,
            reason TEXT,
            ended TEXT,
            direct INTEGER NOT NULL DEFAULT 0,
            stood TEXT,
            standing INTEGER NOT NULL DEFAULT 0,
            creators TEXT NOT NULL DEFAULT '',
            unread INTEGER,
            mentions INTEGER,
            last TEXT,
            pins TEXT,
            pins_number INTEGER NOT NULL DEFAULT 0,
            threads TEXT NOT NULL DEFAULT '',
            last_main TEXT,
            children INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        CREATE INDEX IF NOT EXISTS room_by_peer ON room(peer) WHERE peer IS NOT NULL;
        CREATE TABLE IF NOT EXISTS person(id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS creation(person TEXT PRIMARY KEY, nonce TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS encrypting(person TEXT PRIMARY KEY, above INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS ignored(person TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS event(
            room INTEGER NOT NULL REFERENCES room(key),
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            message TEXT,
            gap TEXT,
            mine INTEGER,
            sender TEXT,
            clear INTEGER NOT NULL DEFAULT 0,
            kind INTEGER,
            thread TEXT,
            PRIMARY KEY (room, position)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX IF NOT EXISTS event_by_id ON event(room, id);
        CREATE UNIQUE INDEX IF NOT EXISTS event_by_message ON event(room, message) WHERE message IS NOT NULL;
        CREATE TABLE IF NOT EXISTS thread_last(
            room INTEGER NOT NULL REFERENCES room(key), root TEXT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (room, root)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS event_by_thread ON event(room, thread, position) WHERE thread IS NOT NULL;
        CREATE TABLE IF NOT EXISTS member(
            room INTEGER NOT NULL REFERENCES room(key),
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            joined INTEGER NOT NULL,
            since INTEGER,
            number INTEGER NOT NULL,
            due TEXT,
            PRIMARY KEY (room, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS member_due ON member(due, room) WHERE due IS NOT NULL;
        CREATE INDEX IF NOT EXISTS member_gone ON member(room) WHERE joined = 0;
        CREATE TABLE IF NOT EXISTS space_child(
            space INTEGER NOT NULL REFERENCES room(key), child TEXT NOT NULL, PRIMARY KEY (space, child)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS space_by_child ON space_child(child);
        CREATE TABLE IF NOT EXISTS made(id TEXT PRIMARY KEY, room TEXT NOT NULL) STRICT, WITHOUT ROWID;
        \(strayReceipts)
        CREATE INDEX IF NOT EXISTS stray_receipt_by_event ON stray_receipt(room, event);
        CREATE INDEX IF NOT EXISTS stray_receipt_to_settle ON stray_receipt(state) WHERE state > 0;
        CREATE TABLE IF NOT EXISTS stray_edit(
            key INTEGER PRIMARY KEY,
            room INTEGER NOT NULL REFERENCES room(key),
            event TEXT NOT NULL,
            sender TEXT NOT NULL,
            text TEXT NOT NULL,
            number INTEGER NOT NULL,
            spans TEXT,
            kind INTEGER,
            doubt TEXT,
            UNIQUE (room, event, sender)
        ) STRICT;
        CREATE TABLE IF NOT EXISTS reaction(
            key INTEGER PRIMARY KEY,
            room INTEGER NOT NULL REFERENCES room(key),
            id TEXT NOT NULL,
            event TEXT NOT NULL,
            sender TEXT NOT NULL,
            text TEXT NOT NULL,
            is_set INTEGER NOT NULL,
            number INTEGER NOT NULL,
            UNIQUE (room, id)
        ) STRICT;
        CREATE INDEX IF NOT EXISTS reaction_by_event ON reaction(room, event, sender, text);
        CREATE TABLE IF NOT EXISTS vote(
            key INTEGER PRIMARY KEY,
            room INTEGER NOT NULL REFERENCES room(key),
            id TEXT NOT NULL,
            event TEXT NOT NULL,
            sender TEXT NOT NULL,
            answers TEXT,
            time INTEGER NOT NULL,
            clear INTEGER NOT NULL,
            UNIQUE (room, id)
        ) STRICT;
        CREATE INDEX IF NOT EXISTS vote_by_event ON vote(room, event, sender, time);
        CREATE TABLE IF NOT EXISTS ballot(
            room INTEGER NOT NULL REFERENCES room(key),
            event TEXT NOT NULL,
            sender TEXT NOT NULL,
            answers TEXT NOT NULL,
            number INTEGER NOT NULL,
            PRIMARY KEY (room, event, sender)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS waiting(
            room INTEGER NOT NULL REFERENCES room(key),
            event TEXT NOT NULL,
            session TEXT NOT NULL,
            json TEXT NOT NULL,
            due TEXT,
            type TEXT,
            content TEXT,
            doubt TEXT,
            refusal TEXT,
            PRIMARY KEY (room, event)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS waiting_by_session ON waiting(room, session) WHERE due IS NULL;
        CREATE INDEX IF NOT EXISTS waiting_due ON waiting(due, room) WHERE due IS NOT NULL;
        CREATE TABLE IF NOT EXISTS mute(
            room TEXT PRIMARY KEY, muted INTEGER NOT NULL, due TEXT
        ) STRICT, WITHOUT ROWID;
        \(pushRuleTable)
        CREATE INDEX IF NOT EXISTS mute_due ON mute(due) WHERE due IS NOT NULL;
        CREATE TABLE IF NOT EXISTS upload(
            key INTEGER PRIMARY KEY, message TEXT NOT NULL UNIQUE, place TEXT NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS sent(
            key INTEGER PRIMARY KEY, message TEXT NOT NULL UNIQUE, event TEXT NOT NULL
        ) STRICT;
        PRAGMA user_version = \(version);
        COMMIT;
        """

    /// As it is since version 18: a reader has a receipt for each thread.
    static let strayReceipts = """
        CREATE TABLE IF NOT EXISTS stray_receipt(
            room INTEGER NOT NULL REFERENCES room(key),
            reader TEXT NOT NULL,
            event TEXT NOT NULL,
            state INTEGER NOT NULL,
            thread TEXT NOT NULL,
            PRIMARY KEY (room, reader, thread)
        ) STRICT, WITHOUT ROWID;
        """

    private static let formerStrayReceipts = """
        CREATE TABLE IF NOT EXISTS stray_receipt(
            room INTEGER NOT NULL REFERENCES room(key),
            reader TEXT NOT NULL,
            event TEXT NOT NULL,
            state INTEGER NOT NULL,
            PRIMARY KEY (room, reader)
        ) STRICT, WITHOUT ROWID;
        """

    /// The migrations from version 1 on, each to the next. They add: whether an event is the user's own (2), its sender (3), groups
    /// and the readers of receipts (4), `hidden` and `via` (7), the spans of edits (9), `clear` (13), the kinds
    /// of messages and the server's counts (14), what was read of waiting events (15), threads (16), pins (17), the receipts and counts of
    /// threads (18), spaces (19). The script creates the tables `upload` (5), `mute` (6), `sent` (7),
    /// `reaction` (8), and `vote` and `ballot` (20).
    static let migrations = [
        "BEGIN IMMEDIATE; ALTER TABLE event ADD COLUMN mine INTEGER; PRAGMA user_version = 2; COMMIT",
        "BEGIN IMMEDIATE; ALTER TABLE event ADD COLUMN sender TEXT; PRAGMA user_version = 3; COMMIT",
        """
        BEGIN IMMEDIATE;
        ALTER TABLE ledger ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE room ADD COLUMN grouped INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE room ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE room ADD COLUMN people INTEGER NOT NULL DEFAULT 0;
        UPDATE room SET grouped = 1 WHERE membership IN ('join', 'leave') AND (members > 2 OR peer IS NULL AND \(hasName));
        ALTER TABLE stray_receipt RENAME TO old_stray_receipt;
        \(formerStrayReceipts)
        INSERT INTO stray_receipt SELECT s.room, iif(s.mine, ledger.user, room.peer), s.event, 1
        FROM old_stray_receipt s JOIN room ON room.key = s.room JOIN ledger WHERE s.mine OR room.peer <> ledger.user;
        DROP TABLE old_stray_receipt;
        PRAGMA user_version = 4;
        COMMIT
        """,
        // The script creates the tables of these two.
        "PRAGMA user_version = 5", "PRAGMA user_version = 6",
        """
        BEGIN IMMEDIATE;
        ALTER TABLE room ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE room ADD COLUMN via TEXT;
        PRAGMA user_version = 7;
        COMMIT
        """,
        "PRAGMA user_version = 8",
        // A ledger of version 2 or earlier has no such table yet.
        """
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS stray_edit(
            key INTEGER PRIMARY KEY, room INTEGER NOT NULL REFERENCES room(key), event TEXT NOT NULL, sender TEXT NOT NULL,
            text TEXT NOT NULL, number INTEGER NOT NULL, UNIQUE (room, event, sender)
        ) STRICT;
        ALTER TABLE stray_edit ADD COLUMN spans TEXT;
        PRAGMA user_version = 9;
        COMMIT
        """,
        standing, creators,
        pushRules,
        "BEGIN IMMEDIATE; ALTER TABLE event ADD COLUMN clear INTEGER NOT NULL DEFAULT 0; PRAGMA user_version = 13; COMMIT",
        counts, proofs,
        "BEGIN IMMEDIATE; ALTER TABLE event ADD COLUMN thread TEXT; PRAGMA user_version = 16; COMMIT",
        """
        BEGIN IMMEDIATE;
        ALTER TABLE room ADD COLUMN pins TEXT;
        ALTER TABLE room ADD COLUMN pins_number INTEGER NOT NULL DEFAULT 0;
        PRAGMA user_version = 17;
        COMMIT
        """,
        threads,
        """
        BEGIN IMMEDIATE;
        ALTER TABLE room ADD COLUMN children INTEGER NOT NULL DEFAULT 1;
        UPDATE room SET children = 0 WHERE space = 1 AND membership = 'join';
        PRAGMA user_version = 19;
        COMMIT
        """,
        "PRAGMA user_version = 20",
    ]

    /// Whether a room has a name. The alias under which a room is created here does not count.
    static let hasName = "(name IS NOT NULL OR alias NOT LIKE '#viper-%')"
}
