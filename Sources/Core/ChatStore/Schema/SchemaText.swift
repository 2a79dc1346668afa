/// What a history consists of, as SQLite keeps the words: a file whose words are others is no history of ours.
///
/// They are compared letter by letter, so what has been released is never changed, not even by a space: it becomes a
/// migration's, and the new text the newest version's. A column that was added to a table later stands where SQLite writes
/// it.
enum SchemaText {
    /// Times are milliseconds since 1970. `unread` is the sum over the chats that are not muted, of which the server is to be told
    /// what is `mute_due`; `lives` counts the openings
    /// that wrote.
    ///
    /// A message that `waits` to be sent (2), or of which the server has said that it has it but not where (1), has its
    /// number in the outbox for a `place`; every other one (0) its position. Keys of messages ascend with time (see
    /// `MessageKey`). A `removal` is of a message that is not here yet, or one of ours that waits to be sent.
    ///
    /// A message's `edit` is the number of the one that its text is of; the highest number of all (`ChatWriter.unsentEdit`) says
    /// that the text is ours, and the server does not know of it yet. An `edit` without an `id` is of a message that is not here
    /// yet. One with an id is ours: it has a `place` in the outbox, and the text and number that the server has; or none yet,
    /// because the message waits to be sent itself, and has the new text.
    ///
    /// A `sender` is the id of a group's member; none (NULL, or empty where it is part of a key) stands for ourselves and for the
    /// one contact of a chat between two. A group has `people` in it, and `members` are how many rows it has of those who are or
    /// were: the one with an empty id is ourselves, one with the `number` 0 someone of whom no membership has come yet. In a
    /// member's row, the lowest position stands for none. `their_marker` of a group is worked out from its members'.
    ///
    /// A message with a `file_name` carries a file; its `file` is where the server has it, empty where that is not known or not
    /// yet so. A `file` is one that was asked for, or a copy of one that we send (which has a `digest`), under its `name` in
    /// the folder beside the history: all of it if it `is_here`, else as much as has come.
    static let tables = [
        """
        CREATE TABLE account(
            key INTEGER PRIMARY KEY CHECK (key = 1),
            cursor TEXT,
            unread INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0),
            lives INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        """
        CREATE TABLE chat(
            key INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            contact TEXT NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            created INTEGER NOT NULL,
            activity INTEGER NOT NULL,
            unread INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0),
            my_marker INTEGER,
            their_marker INTEGER,
            receipt_due TEXT,
            draft TEXT NOT NULL DEFAULT ''
        , muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)), is_group INTEGER NOT NULL DEFAULT 0 CHECK (is_group IN (0, 1)), people INTEGER NOT NULL DEFAULT 0, members INTEGER NOT NULL DEFAULT 0, mute_due INTEGER NOT NULL DEFAULT 0 CHECK (mute_due IN (0, 1))) STRICT
        """,
        """
        CREATE TABLE message(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            id TEXT NOT NULL,
            mine INTEGER NOT NULL,
            text TEXT NOT NULL,
            images INTEGER NOT NULL,
            time INTEGER NOT NULL,
            waits INTEGER NOT NULL CHECK (waits IN (0, 1, 2)),
            place INTEGER NOT NULL,
            failure TEXT,
            announced INTEGER NOT NULL, removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)), edit INTEGER NOT NULL DEFAULT 0, sender TEXT, file TEXT, file_name TEXT, file_type TEXT, file_size INTEGER,
            UNIQUE (chat, id),
            UNIQUE (chat, waits, place)
        ) STRICT
        """,
        """
        CREATE TABLE gap(
            chat INTEGER NOT NULL REFERENCES chat(key),
            position INTEGER NOT NULL,
            predecessor INTEGER NOT NULL,
            cursor TEXT NOT NULL,
            PRIMARY KEY (chat, position)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE awaited_receipt(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            mine INTEGER NOT NULL,
            sender TEXT NOT NULL,
            UNIQUE (chat, message, mine, sender)
        ) STRICT
        """,
        """
        CREATE TABLE removal(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            mine INTEGER NOT NULL,
            sender TEXT NOT NULL,
            waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
            place INTEGER,
            UNIQUE (chat, message, mine, sender)
        ) STRICT
        """,
        """
        CREATE TABLE edit(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            mine INTEGER NOT NULL,
            sender TEXT NOT NULL,
            text TEXT NOT NULL,
            number INTEGER NOT NULL,
            id TEXT,
            place INTEGER,
            UNIQUE (chat, message, mine, sender)
        ) STRICT
        """,
        """
        CREATE TABLE member(
            chat INTEGER NOT NULL REFERENCES chat(key),
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            is_member INTEGER NOT NULL CHECK (is_member IN (0, 1)),
            since INTEGER NOT NULL,
            number INTEGER NOT NULL,
            marker INTEGER NOT NULL,
            PRIMARY KEY (chat, id)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE file(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            name TEXT NOT NULL,
            digest TEXT,
            is_here INTEGER NOT NULL CHECK (is_here IN (0, 1)),
            failure TEXT,
            UNIQUE (chat, message)
        ) STRICT
        """,
    ]

    static let indexes = [
        "CREATE INDEX chat_by_activity ON chat(activity DESC, id)",
        "CREATE INDEX chat_by_name ON chat(name_key)",
        "CREATE INDEX chat_with_receipt_due ON chat(key) WHERE receipt_due IS NOT NULL",
        "CREATE INDEX chat_with_mute_due ON chat(key) WHERE mute_due = 1",
        "CREATE INDEX message_to_send ON message(chat, place) WHERE waits = 2 AND failure IS NULL",
        "CREATE INDEX gap_by_predecessor ON gap(chat, predecessor)",
        "CREATE INDEX awaited_receipt_by_age ON awaited_receipt(chat, mine, sender)",
        "CREATE INDEX removal_by_age ON removal(chat)",
        "CREATE INDEX removal_to_send ON removal(chat, place) WHERE waits = 1",
        "CREATE INDEX edit_by_age ON edit(chat)",
        "CREATE INDEX edit_to_send ON edit(chat, place) WHERE place IS NOT NULL",
        "CREATE INDEX member_by_name ON member(chat, name_key, id) WHERE is_member = 1",
        "CREATE INDEX member_by_reading ON member(chat, max(since, marker)) WHERE is_member = 1 AND id <> ''",
        "CREATE INDEX message_with_file ON message(chat, key) WHERE file_name IS NOT NULL",
        "CREATE INDEX file_to_fetch ON file(chat, key) WHERE is_here = 0 AND failure IS NULL",
    ]

    /// The words of names and texts. They hold nothing that the tables do not, and can be made again from them.
    ///
    /// Each prefix index is an index of its own, of all beginnings of that length: without it, a search for so few
    /// letters merges the messages of all the words that begin with them.
    static let textIndexes = [
        """
        CREATE VIRTUAL TABLE message_text USING fts5(
            text, content = 'message', content_rowid = 'key', tokenize = 'unicode61 remove_diacritics 2',
            prefix = '1 2', columnsize = 0
        )
        """,
        """
        CREATE VIRTUAL TABLE chat_name USING fts5(
            name, content = 'chat', content_rowid = 'key', tokenize = 'unicode61 remove_diacritics 2',
            prefix = '1 2', columnsize = 0
        )
        """,
    ]

    static let textIndexNames = ["message_text", "chat_name"]

    /// The tables that FTS5 keeps its own data in; their words are its own.
    static let shadowTables = textIndexNames.flatMap { index in
        ["data", "idx", "config"].map { "\(index)_\($0)" }
    }
}
