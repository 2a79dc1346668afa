/// The text of a history's schema, as SQLite stores it. A file with any other text is not a history of this program.
///
/// The texts are compared letter by letter, so a released text never changes, not even by a space: it becomes part of
/// a migration, and the new text that of the newest version. A column that was added to a table later is where SQLite
/// writes it.
enum SchemaText {
    /// Times are milliseconds since 1970. In `account`, `unread` is the sum over the chats of what notifies the user, and `lives` counts
    /// the openings that wrote. A muted chat notifies of nothing, one with `mentions_only` of its unread `mentions`. The server does not
    /// know yet of these two in a chat with `mute_due`.
    ///
    /// The `place` of a message depends on `waits`: 2 waits to be sent, 1 is accepted without a position; both have their number in
    /// the outbox. 0 is any other message, with its position. Keys of messages ascend with time (see `MessageKey`).
    ///
    /// A message's `edit` is the number of the edit that produced its text, -1 for a placeholder, or -2 for a message that cannot be
    /// read. The highest number of all
    /// (`ChatWriter.unsentEdit`) marks a text of the user's that the server does not have.
    ///
    /// A `mention` is another person's message that mentions the user; it is neither quiet nor removed.
    ///
    /// A `quiet` message does not count as unread and is not announced. One with an `event` (see `ChatEvent`) is no preview either.
    ///
    /// A chat's `state` is the word of a `ChatState`, `rights` are `ChatRights`, and `standing` is the number of both and of the topic.
    ///
    /// An `annotation` without an `id` waits for its message to arrive. One with an `id` is the user's, and the server has not
    /// accepted it: it has a `place` in the outbox, or none while its message is in the outbox itself. Its `text` and `number` are
    /// those of the server. One with a `mention` is an edit that mentions the user.
    ///
    /// A `reaction` has one row for each person and text, which stays with `is_set` 0 once it is removed, so that older news of it
    /// changes nothing. It `waits` while its message is not stored. One of the user's that the server has not accepted also has an
    /// annotation of the kind `reaction:TEXT`, whose `text` is what the server has: 1 if set, 0 if not, with a `?` once a request
    /// for the change may have arrived.
    ///
    /// A message with a `poll` asks it, in the form of `Poll.stored`. Its `poll_end` is 1 once the poll has ended, and 2 once the user has ended
    /// it and the server does not know yet. A `vote` has one row for each person, with the IDs of the chosen `answers` that the server has;
    /// it `waits` while its message is not stored. A vote of the user's that the server has not accepted is an annotation of the kind
    /// `vote`, whose `text` has the chosen answers.
    ///
    /// The `spans` of a message, and of an edit, are those of its `text`, in the form of `[TextSpan].stored`; NULL without any.
    ///
    /// The `warning` of a message, and of an edit, is a `SenderWarning`; NULL if something proves who wrote the text.
    ///
    /// A message that `answers` another has that message's ID there.
    ///
    /// A message in a `thread` has the ID of the thread's root there. A `thread` has a row once an answer to its root is stored, sent or
    /// begun, or the server counts unread ones: its `answers` are those with a position that are not removed, and `top` is the position
    /// of the newest, 0 without any. Its answers are read up to its `marker`, or up to the chat's `read_all` if that is higher, which
    /// a receipt for all threads moves; `my_marker` is for the messages outside threads. A chat owes a receipt for
    /// all of them, at the message in `receipt_all_due`, before those of `receipt_due` and of its threads. The unread answers of the threads are part of a chat's `unread`.
    ///
    /// A `thread_reader` is how far another person has read in a thread; an empty `thread` stands for all at once. A receipt that is
    /// awaited covers the messages of its `thread`, of all if that is empty, or those outside threads without one.
    ///
    /// An `unfinished` text is a reply to a message, or an edit of it, that the user has begun to write; the newest has the highest key.
    ///
    /// A `pin` is a pinned message, which need not be stored; the one pinned last has the highest `place`. A chat's `pins` is the number
    /// of the list.
    ///
    /// A `space` has a row for each chat that is in it, directly or through another space, with the space's `id` and `name`.
    ///
    /// A `sender` is the ID of a group's member. The user and the contact of a chat between two have NULL, or an empty text where
    /// the column is part of a key. A group has `people` in it; `members` counts its rows of present and former members. The
    /// user's row has an empty ID. A row with the `number` 0 belongs to a person whose membership has not arrived. In a member's
    /// row the lowest position stands for none. The `their_marker` of a group is derived from its members' markers.
    ///
    /// A message with a `file_name` carries a file; its `file` is the server's ID, empty while that is unknown. A `file` is a
    /// requested download, or the copy of a file to send (which has a `digest`), under its `name` in the folder beside the
    /// history: complete if it `is_here`, else as much as has arrived.
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
        , muted INTEGER NOT NULL DEFAULT 0 CHECK (muted IN (0, 1)), is_group INTEGER NOT NULL DEFAULT 0 CHECK (is_group IN (0, 1)), people INTEGER NOT NULL DEFAULT 0, members INTEGER NOT NULL DEFAULT 0, mute_due INTEGER NOT NULL DEFAULT 0 CHECK (mute_due IN (0, 1)), state TEXT NOT NULL DEFAULT 'joined', state_person TEXT, state_reason TEXT, rights INTEGER NOT NULL DEFAULT 63, topic TEXT NOT NULL DEFAULT '', standing INTEGER NOT NULL DEFAULT 0, mentions INTEGER NOT NULL DEFAULT 0 CHECK (mentions >= 0), mentions_only INTEGER NOT NULL DEFAULT 0 CHECK (mentions_only IN (0, 1)), favourite INTEGER NOT NULL DEFAULT 0 CHECK (favourite IN (0, 1)), marked_unread INTEGER NOT NULL DEFAULT 0 CHECK (marked_unread IN (0, 1)), marks_due INTEGER NOT NULL DEFAULT 0, pins INTEGER NOT NULL DEFAULT 0, read_all INTEGER, receipt_all_due TEXT) STRICT
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
            announced INTEGER NOT NULL, removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)), edit INTEGER NOT NULL DEFAULT 0, sender TEXT, file TEXT, file_name TEXT, file_type TEXT, file_size INTEGER, quiet INTEGER NOT NULL DEFAULT 0 CHECK (quiet IN (0, 1)), answers TEXT, spans TEXT, event TEXT, mention INTEGER NOT NULL DEFAULT 0 CHECK (mention IN (0, 1)), warning TEXT, thread TEXT, file_pixels INTEGER, poll TEXT, poll_end INTEGER NOT NULL DEFAULT 0 CHECK (poll_end IN (0, 1, 2)),
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
            thread TEXT
        ) STRICT
        """,
        """
        CREATE TABLE annotation(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            mine INTEGER NOT NULL,
            sender TEXT NOT NULL,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            number INTEGER NOT NULL,
            id TEXT,
            place INTEGER, spans TEXT, warning TEXT, mention INTEGER NOT NULL DEFAULT 0 CHECK (mention IN (0, 1)),
            UNIQUE (chat, message, mine, sender, kind)
        ) STRICT
        """,
        """
        CREATE TABLE reaction(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            mine INTEGER NOT NULL,
            sender TEXT NOT NULL,
            text TEXT NOT NULL,
            is_set INTEGER NOT NULL CHECK (is_set IN (0, 1)),
            number INTEGER NOT NULL,
            waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
            UNIQUE (chat, message, mine, sender, text)
        ) STRICT
        """,
        """
        CREATE TABLE vote(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            mine INTEGER NOT NULL,
            sender TEXT NOT NULL,
            answers TEXT NOT NULL,
            number INTEGER NOT NULL,
            waits INTEGER NOT NULL CHECK (waits IN (0, 1)),
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
            marker INTEGER NOT NULL, role INTEGER NOT NULL DEFAULT 0, look TEXT NOT NULL DEFAULT '', shown TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (chat, id)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE gone(chat TEXT PRIMARY KEY, number INTEGER NOT NULL) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE unfinished(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            is_edit INTEGER NOT NULL CHECK (is_edit IN (0, 1)),
            text TEXT NOT NULL,
            UNIQUE (chat, message, is_edit)
        ) STRICT
        """,
        """
        CREATE TABLE pin(
            chat INTEGER NOT NULL REFERENCES chat(key),
            message TEXT NOT NULL,
            place INTEGER NOT NULL,
            PRIMARY KEY (chat, message)
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
        """
        CREATE TABLE thread(
            key INTEGER PRIMARY KEY,
            chat INTEGER NOT NULL REFERENCES chat(key),
            root TEXT NOT NULL,
            answers INTEGER NOT NULL DEFAULT 0 CHECK (answers >= 0),
            top INTEGER NOT NULL DEFAULT 0,
            unread INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0),
            mentions INTEGER NOT NULL DEFAULT 0 CHECK (mentions >= 0),
            marker INTEGER,
            receipt_due TEXT,
            draft TEXT NOT NULL DEFAULT '',
            UNIQUE (chat, root)
        ) STRICT
        """,
        """
        CREATE TABLE thread_reader(
            chat INTEGER NOT NULL REFERENCES chat(key),
            thread TEXT NOT NULL,
            sender TEXT NOT NULL,
            marker INTEGER NOT NULL,
            PRIMARY KEY (chat, thread, sender)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE space(
            chat INTEGER NOT NULL REFERENCES chat(key),
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (chat, id)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// Whether a chat has news for the user: what `ChatOrder.unread` shows first.
    static let hasNews = """
        marked_unread = 1 OR state IN ('invited', 'invitedToGroup', 'invitedToSpace') \
        OR unread > 0 AND muted = 0 AND (mentions_only = 0 OR mentions > 0)
        """

    static let indexes = [
        "CREATE INDEX chat_by_activity ON chat(activity DESC, id)",
        "CREATE INDEX chat_favourite ON chat(activity DESC, id) WHERE favourite = 1",
        "CREATE INDEX chat_with_marks_due ON chat(key) WHERE marks_due <> 0",
        "CREATE INDEX chat_invitation ON chat(key) WHERE state IN ('invited', 'invitedToGroup', 'invitedToSpace')",
        "CREATE INDEX chat_by_name ON chat(name_key)",
        "CREATE INDEX chat_with_receipt_due ON chat(key) WHERE receipt_due IS NOT NULL",
        "CREATE INDEX chat_with_mute_due ON chat(key) WHERE mute_due = 1",
        "CREATE INDEX chat_with_draft ON chat(key) WHERE draft <> ''",
        "CREATE INDEX message_failed ON message(chat) WHERE waits = 2 AND failure IS NOT NULL",
        "CREATE INDEX message_to_send ON message(chat, place) WHERE waits = 2 AND failure IS NULL",
        "CREATE INDEX gap_by_predecessor ON gap(chat, predecessor)",
        "CREATE INDEX awaited_receipt_by_age ON awaited_receipt(chat, mine, sender)",
        "CREATE UNIQUE INDEX awaited_receipt_once ON awaited_receipt(chat, message, mine, sender, thread IS NULL, ifnull(thread, ''))",
        "CREATE INDEX annotation_by_age ON annotation(chat)",
        "CREATE INDEX annotation_to_send ON annotation(chat, place) WHERE place IS NOT NULL",
        "CREATE INDEX reaction_without_message ON reaction(chat, key) WHERE waits = 1",
        "CREATE INDEX vote_without_message ON vote(chat, key) WHERE waits = 1",
        "CREATE INDEX member_by_name ON member(chat, name_key, id) WHERE is_member = 1",
        "CREATE INDEX member_by_look ON member(chat, look)",
        "CREATE INDEX member_by_reading ON member(chat, max(since, marker)) WHERE is_member = 1 AND id <> ''",
        "CREATE INDEX chat_with_mention ON chat(key) WHERE mentions > 0",
        "CREATE INDEX message_with_mention ON message(chat, place) WHERE mention = 1",
        "CREATE INDEX message_with_warning ON message(key) WHERE warning IS NOT NULL",
        "CREATE INDEX message_with_file ON message(chat, key) WHERE file_name IS NOT NULL",
        "CREATE INDEX chat_with_receipt_all_due ON chat(key) WHERE receipt_all_due IS NOT NULL",
        "CREATE INDEX message_by_thread ON message(chat, thread, waits, place)",
        "CREATE INDEX thread_by_age ON thread(chat, top, root)",
        "CREATE INDEX thread_unread ON thread(chat) WHERE unread > 0",
        "CREATE INDEX thread_with_draft ON thread(chat) WHERE draft <> ''",
        "CREATE INDEX thread_with_receipt_due ON thread(chat) WHERE receipt_due IS NOT NULL",
        "CREATE INDEX chat_with_news ON chat(favourite DESC, activity DESC, id) WHERE \(hasNews)",
        "CREATE INDEX space_by_id ON space(id)",
        "CREATE INDEX file_to_fetch ON file(chat, key) WHERE is_here = 0 AND failure IS NULL",
    ]

    /// The indexes of words in names and texts, which can be rebuilt from the tables.
    ///
    /// Each prefix length has an index of its own. Without it, a search for so few letters merges the messages of all
    /// words that begin with them.
    ///
    /// `message_part` has the ends of the words, for searches within words: without places, since it is asked for single words only.
    static let textIndexes = [
        """
        CREATE VIRTUAL TABLE message_text USING fts5(
            text, content = 'message', content_rowid = 'key', tokenize = 'words', prefix = '1 2', columnsize = 0
        )
        """,
        """
        CREATE VIRTUAL TABLE message_part USING fts5(
            text, content = 'message', content_rowid = 'key', tokenize = 'words parts', detail = none, columnsize = 0
        )
        """,
        """
        CREATE VIRTUAL TABLE chat_name USING fts5(
            name, content = 'chat', content_rowid = 'key', tokenize = 'words', prefix = '1 2', columnsize = 0
        )
        """,
    ]

    static let textIndexNames = ["message_text", "message_part", "chat_name"]

    /// FTS5's own tables, whose text is its own.
    static let shadowTables = textIndexNames.flatMap { index in
        ["data", "idx", "config"].map { "\(index)_\($0)" }
    }
}
