/// The schema of `crypto.sqlite`. Secrets are stored as Base64.
///
/// - `account.server_keys`: the number of one-time keys that the homeserver has; null until it has said so.
/// - `one_time_key.uploaded`: 1 once the homeserver has it. `replaced`: the second since which a fallback key has a successor.
/// - `olm_session.used`: ascends with each message received, so the session that the other device uses comes first.
/// - `room_key.is_new`: 1 until the events that may have waited for the key have been decrypted.
/// - `seen`: the event of each index of a Megolm session. A second event with the index is a replay.
/// - `outbound`: the session with which a room's messages are encrypted. `shared`: the identity keys of the devices that get its key.
/// - `share`: to-device messages with keys that have not been sent. `outgoing`: encrypted messages, sent as they are on every attempt.
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
    ]
}
