/// The schema of `crypto.sqlite`. Secrets are stored as Base64.
///
/// - `account.server_keys`: the number of one-time keys that the homeserver has; null until it has said so.
/// - `one_time_key.uploaded`: 1 once the homeserver has it. `replaced`: the second since which a fallback key has a successor.
/// - `olm_session.used`: ascends with each message received, so the session that the other device uses comes first.
///   `state`: empty for a session that was dropped, whose first message must not begin it again.
/// - `room_key.is_new`: 1 until the events that may have waited for the key have been decrypted, and screens know whose it is.
///   `change`: differs after each change. `origin`: 0 for a key that a device shared, 1 for one of the user's files and devices, 2 for
///   one of the backup. `is_late`: see `KeyTiming`. `is_copy`: 1 if another device shared the session before. `is_strange`: 1 until
///   something is seen of its room; `room` has the rooms of which something was.
/// - `seen`: the event of each index of each key. A second event with the index is a replay. `claimed`: the sender by the homeserver's
///   word, for a key that proves none. `replaces`: the event that it edits; null for none.
/// - `outbound`: the session with which a room's messages are encrypted. `shared`: the devices that get its key, with the index `since`
///   which they read; `again` is 1 if a device that had it gets it anew, or the second from which on it does.
/// - `share`: to-device messages that have not been sent, with keys for a room, or without a room. `outgoing`: encrypted messages,
///   sent as they are on every attempt, with the session and the index that encrypted them.
/// - `notice`: the devices that were told why they get no key: that of a room's session, or, without a session, none at all.
/// - `broken`: the devices that sent a message which no session reads. `replaced` is the second of the last new session for them.
/// - `unreached`: the users with a device that could not begin a session with this one.
/// - `device.gone`: 0 for a device that is listed; else ascends with each list that lacks one. `told`: 1 once the user was told of it.
/// - `olm_session.user`, `signing`: empty in a store of an earlier version that could not tell whose session it is.
/// - `olm_session.retired`: 1 for a session that encrypts nothing more, since a copy of the store may have.
/// - `room_key.sender`: empty for a key from a file or a backup, which proves no sender. `is_saved`: 1 once the backup has it.
/// - `device.trust`: see `DeviceTrust`. `identity`: the newest master key that the homeserver showed for a user (empty if it hides
///   one that was proved), the one that a verification proved, and the one that the user of this device accepted: the first, or a later one that was acknowledged.
/// - `device.is_signed`: 1 if its user has signed it with a cross-signing key. `name`: as the homeserver states it.
/// - `secret`: private keys for cross-signing and for the backup, by their names in secret storage. The master key is never stored.
/// - `backup`: the backup to which room keys are added. `account.master`: the public master key of the account, once proved.
/// - `account.backup_ended`: 1 from the end of the backup until the user was told of it.
/// - `account.change`: a random number, new with each change to a ratchet that sends; see `StoreWitness`.
/// - `wanted`: keys for which messages have waited since a `second`, the first of them with the index `message`. `id`: the id of the
///   request to the account's other devices; null before. `arrived`: 1 once that message was read.
/// - `question`: keys that those devices ask for. `answered`: the second of the answer; null before.
/// - `failure`: the users whose servers did not answer a request of a `kind`, each with the `pause` in seconds from `since` on.
/// - `taken`: the digests of to-device messages that the homeserver may send again. `next` ended their sync response.
enum CryptoSchema {
    static let version = Int64(migrations.count)

    /// The migrations, each from the version before it; the first begins with an empty file.
    static let migrations = [
        """
        BEGIN IMMEDIATE;
        CREATE TABLE account(
            key INTEGER PRIMARY KEY CHECK (key = 1), user TEXT NOT NULL, device TEXT NOT NULL, signing TEXT NOT NULL,
            identity TEXT NOT NULL, uploaded INTEGER NOT NULL DEFAULT 0, server_keys INTEGER
        ) STRICT;
        CREATE TABLE one_time_key(
            key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, public TEXT NOT NULL UNIQUE, secret TEXT NOT NULL,
            uploaded INTEGER NOT NULL DEFAULT 0, fallback INTEGER NOT NULL, replaced INTEGER
        ) STRICT;
        CREATE TABLE olm_session(
            id TEXT PRIMARY KEY, peer TEXT NOT NULL, state TEXT NOT NULL, used INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX olm_session_by_peer ON olm_session(peer, used);
        CREATE INDEX olm_session_by_use ON olm_session(used);
        CREATE TABLE room_key(
            number INTEGER PRIMARY KEY AUTOINCREMENT, room TEXT NOT NULL, session TEXT NOT NULL, sender TEXT NOT NULL,
            sender_key TEXT NOT NULL, signing_key TEXT NOT NULL, state TEXT NOT NULL, is_new INTEGER NOT NULL DEFAULT 1,
            UNIQUE (room, session, sender_key)
        ) STRICT;
        CREATE INDEX room_key_new ON room_key(number) WHERE is_new = 1;
        CREATE TABLE seen(
            session TEXT NOT NULL, message INTEGER NOT NULL, event TEXT NOT NULL, PRIMARY KEY (session, message)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE withheld(
            key INTEGER PRIMARY KEY, room TEXT NOT NULL, session TEXT NOT NULL, code TEXT NOT NULL, UNIQUE (room, session)
        ) STRICT;
        CREATE TABLE person(user TEXT PRIMARY KEY, outdated INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE device(
            user TEXT NOT NULL, id TEXT NOT NULL, identity TEXT NOT NULL, signing TEXT NOT NULL,
            gone INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (user, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX device_by_identity ON device(identity);
        CREATE TABLE taken(digest TEXT PRIMARY KEY, number INTEGER NOT NULL, next TEXT NOT NULL) STRICT;
        PRAGMA user_version = 1;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        CREATE TABLE outbound(
            room TEXT PRIMARY KEY, session TEXT NOT NULL, state TEXT NOT NULL, created INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE shared(session TEXT NOT NULL, device TEXT NOT NULL, PRIMARY KEY (session, device)) STRICT, WITHOUT ROWID;
        CREATE TABLE share(key INTEGER PRIMARY KEY, id TEXT NOT NULL, room TEXT NOT NULL, body TEXT NOT NULL) STRICT;
        CREATE INDEX share_by_room ON share(room, key);
        CREATE TABLE outgoing(
            key INTEGER PRIMARY KEY, room TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (room, id)
        ) STRICT;
        PRAGMA user_version = 2;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        ALTER TABLE account ADD COLUMN change TEXT;
        ALTER TABLE olm_session ADD COLUMN retired INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE shared ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE share ADD COLUMN type TEXT NOT NULL DEFAULT 'm.room.encrypted';
        CREATE TABLE notice(
            session TEXT NOT NULL, device TEXT NOT NULL, PRIMARY KEY (session, device)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE broken(
            key INTEGER PRIMARY KEY, device TEXT NOT NULL UNIQUE, user TEXT NOT NULL, due INTEGER NOT NULL,
            replaced INTEGER
        ) STRICT;
        CREATE TABLE unreached(key INTEGER PRIMARY KEY, user TEXT NOT NULL UNIQUE) STRICT;
        PRAGMA user_version = 3;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        ALTER TABLE account ADD COLUMN master TEXT;
        ALTER TABLE device ADD COLUMN is_signed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE room_key ADD COLUMN is_saved INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX room_key_unsaved ON room_key(number) WHERE is_saved = 0;
        CREATE TABLE secret(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE backup(
            key INTEGER PRIMARY KEY CHECK (key = 1), version TEXT NOT NULL, public TEXT NOT NULL
        ) STRICT;
        UPDATE person SET outdated = 1;
        PRAGMA user_version = 4;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        ALTER TABLE device ADD COLUMN trust INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE identity(user TEXT PRIMARY KEY, master TEXT NOT NULL, verified TEXT) STRICT, WITHOUT ROWID;
        UPDATE person SET outdated = 1;
        PRAGMA user_version = 5;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        ALTER TABLE seen ADD COLUMN sender_key TEXT;
        CREATE INDEX seen_by_event ON seen(event);
        ALTER TABLE device ADD COLUMN name TEXT NOT NULL DEFAULT '';
        ALTER TABLE identity ADD COLUMN acknowledged TEXT;
        UPDATE identity SET acknowledged = coalesce(verified, master);
        UPDATE person SET outdated = 1;
        PRAGMA user_version = 6;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        ALTER TABLE seen ADD COLUMN replaces TEXT;
        CREATE INDEX seen_by_replaced ON seen(replaces) WHERE replaces IS NOT NULL;
        PRAGMA user_version = 7;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        CREATE TABLE wanted(
            key INTEGER PRIMARY KEY, room TEXT NOT NULL, session TEXT NOT NULL, message INTEGER NOT NULL,
            second INTEGER NOT NULL, id TEXT, arrived INTEGER NOT NULL DEFAULT 0, UNIQUE (room, session)
        ) STRICT;
        CREATE TABLE question(
            number INTEGER PRIMARY KEY, device TEXT NOT NULL, room TEXT NOT NULL, session TEXT NOT NULL, id TEXT NOT NULL,
            answered INTEGER, UNIQUE (device, room, session)
        ) STRICT;
        PRAGMA user_version = 8;
        COMMIT
        """,
        // What belongs to a device belongs to its user and both keys from here on. An older store knew a device by its identity key.
        """
        BEGIN IMMEDIATE;
        ALTER TABLE olm_session RENAME COLUMN peer TO identity;
        ALTER TABLE olm_session ADD COLUMN user TEXT NOT NULL DEFAULT '';
        ALTER TABLE olm_session ADD COLUMN signing TEXT NOT NULL DEFAULT '';
        UPDATE olm_session SET (user, signing) =
            (SELECT user, signing FROM device WHERE device.identity = olm_session.identity)
            WHERE (SELECT count(DISTINCT user || ' ' || signing) FROM device
                WHERE device.identity = olm_session.identity) = 1;
        DROP INDEX olm_session_by_peer;
        CREATE INDEX olm_session_by_peer ON olm_session(identity, user, used);

        CREATE TABLE new_shared(
            session TEXT NOT NULL, user TEXT NOT NULL, identity TEXT NOT NULL, signing TEXT NOT NULL,
            since INTEGER NOT NULL DEFAULT 0, again INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (session, user, identity, signing)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO new_shared(session, user, identity, signing, again)
            SELECT session, user, identity, signing, again FROM shared JOIN device ON identity = shared.device;
        DROP TABLE shared;
        ALTER TABLE new_shared RENAME TO shared;
        CREATE TABLE new_notice(
            session TEXT NOT NULL, user TEXT NOT NULL, identity TEXT NOT NULL, signing TEXT NOT NULL,
            PRIMARY KEY (session, user, identity, signing)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO new_notice
            SELECT session, user, identity, signing FROM notice JOIN device ON identity = notice.device;
        DROP TABLE notice;
        ALTER TABLE new_notice RENAME TO notice;
        CREATE TABLE new_broken(
            key INTEGER PRIMARY KEY, user TEXT NOT NULL, identity TEXT NOT NULL, due INTEGER NOT NULL, replaced INTEGER,
            UNIQUE (user, identity)
        ) STRICT;
        INSERT INTO new_broken SELECT key, user, device, due, replaced FROM broken;
        DROP TABLE broken;
        ALTER TABLE new_broken RENAME TO broken;

        CREATE TABLE new_room_key(
            number INTEGER PRIMARY KEY AUTOINCREMENT, room TEXT NOT NULL, session TEXT NOT NULL, sender TEXT NOT NULL,
            identity TEXT NOT NULL, signing TEXT NOT NULL, state TEXT NOT NULL, change INTEGER NOT NULL,
            origin INTEGER NOT NULL DEFAULT 0, is_late INTEGER NOT NULL DEFAULT 0, is_strange INTEGER NOT NULL DEFAULT 0,
            is_new INTEGER NOT NULL DEFAULT 1, is_saved INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO new_room_key(number, room, session, sender, identity, signing, state, change, origin, is_new, is_saved)
            SELECT number, room, session, sender, sender_key, signing_key, state, number, iif(sender = '', 2, 0), is_new,
                is_saved FROM room_key;
        CREATE TABLE room(id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO room SELECT room FROM room_key;
        CREATE TABLE new_seen(
            key INTEGER NOT NULL, message INTEGER NOT NULL, claimed TEXT NOT NULL DEFAULT '', event TEXT NOT NULL,
            replaces TEXT, PRIMARY KEY (key, message, claimed)
        ) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO new_seen(key, message, event, replaces)
            SELECT number, message, event, replaces FROM seen JOIN room_key
                ON room_key.session = seen.session AND room_key.sender_key = seen.sender_key;
        INSERT OR IGNORE INTO new_seen(key, message, event, replaces)
            SELECT (SELECT min(number) FROM new_room_key WHERE new_room_key.session = seen.session), message, event,
                replaces FROM seen
            WHERE sender_key IS NULL AND EXISTS (SELECT 1 FROM new_room_key WHERE new_room_key.session = seen.session);
        DROP TABLE seen;
        DROP TABLE room_key;
        ALTER TABLE new_seen RENAME TO seen;
        ALTER TABLE new_room_key RENAME TO room_key;
        CREATE INDEX room_key_by_session ON room_key(room, session);
        CREATE INDEX room_key_by_change ON room_key(change);
        CREATE INDEX room_key_new ON room_key(number) WHERE is_new = 1;
        CREATE INDEX room_key_unsaved ON room_key(number) WHERE is_saved = 0;
        CREATE INDEX room_key_strange ON room_key(sender, number) WHERE is_strange = 1;
        CREATE INDEX seen_by_event ON seen(event);
        CREATE INDEX seen_by_replaced ON seen(replaces) WHERE replaces IS NOT NULL;

        DROP TABLE withheld;
        CREATE TABLE withheld(
            key INTEGER PRIMARY KEY, user TEXT NOT NULL, room TEXT NOT NULL, session TEXT NOT NULL, code TEXT NOT NULL,
            UNIQUE (user, room, session)
        ) STRICT;
        CREATE TABLE new_wanted(
            key INTEGER PRIMARY KEY, user TEXT NOT NULL, room TEXT NOT NULL, session TEXT NOT NULL,
            message INTEGER NOT NULL, second INTEGER NOT NULL, id TEXT, arrived INTEGER NOT NULL DEFAULT 0,
            UNIQUE (user, room, session)
        ) STRICT;
        INSERT INTO new_wanted SELECT key, '', room, session, message, second, id, arrived FROM wanted;
        DROP TABLE wanted;
        ALTER TABLE new_wanted RENAME TO wanted;
        ALTER TABLE outgoing ADD COLUMN session TEXT NOT NULL DEFAULT '';
        ALTER TABLE outgoing ADD COLUMN message INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE device ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX device_gone ON device(user, gone) WHERE gone > 0;
        PRAGMA user_version = 9;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        ALTER TABLE room_key ADD COLUMN is_copy INTEGER NOT NULL DEFAULT 0;
        UPDATE room_key SET is_copy = 1 WHERE sender <> '' AND EXISTS (
            SELECT 1 FROM room_key AS other WHERE other.room = room_key.room AND other.session = room_key.session
                AND other.number < room_key.number
                AND (other.sender <> '' OR EXISTS (SELECT 1 FROM seen WHERE seen.key = other.number)));
        CREATE INDEX room_key_undecided ON room_key(sender) WHERE is_late = 2;
        PRAGMA user_version = 10;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        CREATE INDEX identity_verified ON identity(user) WHERE verified = master;
        CREATE INDEX device_untold ON device(user, id) WHERE gone = 0 AND told = 0 AND is_signed = 0 AND trust = 0;
        ALTER TABLE account ADD COLUMN backup_ended INTEGER NOT NULL DEFAULT 0;
        PRAGMA user_version = 11;
        COMMIT
        """,
        """
        BEGIN IMMEDIATE;
        CREATE TABLE failure(
            kind INTEGER NOT NULL, user TEXT NOT NULL, pause INTEGER NOT NULL, since INTEGER NOT NULL,
            PRIMARY KEY (kind, user)
        ) STRICT, WITHOUT ROWID;
        PRAGMA user_version = 12;
        COMMIT
        """,
    ]
}
