public import ChatTypes
import SQLiteKit

/// The threads of a chat: how many answers they have, and how many of them are unread.
extension ChatRow {
    /// Returns the position up to which the user has read a thread, or what stands outside threads; nil if nothing is read.
    func marker(of thread: MessageID?, in connection: SQLiteConnection) throws -> Int64? {
        guard let thread else { return myMarker }
        let own =
            hasThreads
            ? try connection.first("SELECT marker FROM thread WHERE chat = ? AND root = ?", key, thread.stored) {
                $0.optionalInteger(0)
            } ?? nil : nil
        return [own, readAll].compactMap(\.self).max()
    }

    /// Whether the user has not read a message at a position of a thread, or outside threads.
    func isUnread(_ position: Int64, of thread: MessageID?, in connection: SQLiteConnection) throws -> Bool {
        try marker(of: thread, in: connection).map { $0 < position } ?? true
    }

    /// Counts unread messages of a thread, or outside threads; negative numbers of those that are read, or no longer count.
    mutating func count(
        unread count: Int64,
        mentions mentionCount: Int64,
        of thread: MessageID?,
        in connection: SQLiteConnection
    ) throws {
        (unread, mentions) = (max(0, unread + count), max(0, mentions + mentionCount))
        guard let thread else { return }
        try connection.run(
            "UPDATE thread SET unread = max(0, unread + ?), mentions = max(0, mentions + ?) WHERE chat = ? AND root = ?",
            count,
            mentionCount,
            key,
            thread.stored
        )
    }

    /// The unread answers in all threads, and the mentions among them. Cost: linear in the threads with unread answers.
    func threadCounts(in connection: SQLiteConnection) throws -> (unread: Int64, mentions: Int64) {
        guard hasThreads else { return (0, 0) }
        return try connection.first(
            """
            SELECT coalesce(sum(min(unread, 1 << 40)), 0), coalesce(sum(min(mentions, 1 << 40)), 0)
            FROM thread INDEXED BY thread_unread WHERE chat = ? AND unread > 0
            """,
            key
        ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    }

    /// Takes over the server's counts of unread answers, which include what is not here. A thread that it does not name has none. Cost:
    /// linear in the threads with unread answers.
    mutating func setThreadCounts(_ counts: [ThreadCount], in connection: SQLiteConnection) throws {
        guard hasThreads || !counts.isEmpty else { return }
        let named = Set(counts.map(\.root))
        for (root, _) in try unreadThreads(in: connection) where !named.contains(root) {
            try connection.run(
                "UPDATE thread SET unread = 0, mentions = 0 WHERE chat = ? AND root = ?",
                key,
                root.stored
            )
        }
        for count in counts {
            let unread = Int64(min(max(count.unread, 0), 1 << 40))
            hasThreads = true
            try connection.run(
                """
                INSERT INTO thread(chat, root, unread, mentions) VALUES (?1, ?2, ?3, min(coalesce(?4, 0), ?3))
                ON CONFLICT DO UPDATE SET unread = ?3, mentions = min(coalesce(?4, mentions), ?3)
                    WHERE unread <> ?3 OR mentions <> min(coalesce(?4, mentions), ?3)
                """,
                key,
                count.root.stored,
                unread,
                count.mentions.map { Int64(min(max($0, 0), 1 << 40)) }
            )
        }
    }

    /// Returns the threads with unread answers, and the position of the newest answer of each. Cost: linear in their number.
    func unreadThreads(in connection: SQLiteConnection) throws -> [(root: MessageID, top: Int64)] {
        guard hasThreads else { return [] }
        return try connection.rows(
            "SELECT root, top FROM thread INDEXED BY thread_unread WHERE chat = ? AND unread > 0 ORDER BY key",
            key
        ) { (root: $0.identifier(0), top: $0.integer(1)) }
    }

    /// Counts at least the unread answers of some threads that are here.
    func recount(_ threads: Set<MessageID>, in connection: SQLiteConnection) throws {
        for thread in threads.sorted() {
            let marker = try marker(of: thread, in: connection) ?? .min
            let (unread, mentions) = try unread(of: thread, from: marker, through: .max, in: connection)
            try connection.run(
                """
                UPDATE thread SET unread = max(unread, ?), mentions = max(mentions, ?) WHERE chat = ? AND root = ?
                """,
                unread,
                mentions,
                key,
                thread.stored
            )
        }
    }

    /// Counts nothing of any thread.
    func clearThreads(in connection: SQLiteConnection) throws {
        guard hasThreads else { return }
        try connection.run("UPDATE thread SET unread = 0, mentions = 0 WHERE chat = ? AND unread > 0", key)
    }

    /// Counts the unread answers of all threads again. Cost: linear in the threads, and in their unread answers.
    func recountThreads(in connection: SQLiteConnection) throws {
        guard hasThreads else { return }
        let roots = try connection.rows("SELECT root FROM thread WHERE chat = ?", key) { $0.identifier(0) as MessageID }
        try clearThreads(in: connection)
        try recount(Set(roots), in: connection)
    }

    /// Moves the user's marker of a thread forward. Returns false if it is there already, or further. Cost: linear in the newly read
    /// answers.
    mutating func advance(_ thread: MessageID, to position: Int64, in connection: SQLiteConnection) throws -> Bool {
        let marker = try marker(of: thread, in: connection) ?? .min
        guard marker < position, hasThreads else { return false }
        let read = try unread(of: thread, from: marker, through: position, in: connection)
        try count(unread: -read.0, mentions: -read.1, of: thread, in: connection)
        return try connection.run(
            "UPDATE thread SET marker = ? WHERE chat = ? AND root = ?",
            position,
            key,
            thread.stored
        ) == 1
    }

    /// Counts nothing any more of a thread that is read to its end.
    mutating func endUnread(of thread: MessageID, in connection: SQLiteConnection) throws {
        let rest = try connection.first(
            "SELECT unread, mentions FROM thread WHERE chat = ? AND root = ?",
            key,
            thread.stored
        ) { ($0.integer(0), $0.integer(1)) }
        guard let rest, rest.0 > 0 else { return }
        try count(unread: -rest.0, mentions: -rest.1, of: thread, in: connection)
    }

    /// Moves the user's marker of all threads forward. Returns false if it is there already, or further. Cost: linear in the threads with
    /// unread answers, and in the newly read ones.
    mutating func advanceAllThreads(to position: Int64, in connection: SQLiteConnection) throws -> Bool {
        guard readAll.map({ $0 < position }) ?? true else { return false }
        for (thread, top) in try unreadThreads(in: connection) {
            if top <= position {
                try endUnread(of: thread, in: connection)
            } else {
                let marker = try marker(of: thread, in: connection) ?? .min
                let read = try unread(of: thread, from: marker, through: position, in: connection)
                try count(unread: -read.0, mentions: -read.1, of: thread, in: connection)
            }
        }
        readAll = position
        return true
    }
}

extension ChatWriter {
    /// Records an answer at a position of a thread, whose row is made for the first.
    func noteAnswer(at position: Int64, isDeleted: Bool, to root: MessageID, in record: inout ChatRow) throws {
        record.hasThreads = true
        try connection.run(
            """
            INSERT INTO thread(chat, root, answers, top) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET answers = answers + ?3, top = max(top, ?4)
            """,
            record.key,
            root.stored,
            isDeleted ? 0 : 1,
            position
        )
    }

    /// Counts an answer no longer that was deleted.
    func noteDeletedAnswer(to root: MessageID, in chat: Int64) throws {
        try connection.run(
            "UPDATE thread SET answers = max(0, answers - 1) WHERE chat = ? AND root = ?",
            chat,
            root.stored
        )
    }

    /// Makes sure that a thread to which the user writes has a row.
    func ensureThread(_ root: MessageID, in chat: Int64) throws {
        try connection.run("INSERT OR IGNORE INTO thread(chat, root) VALUES (?, ?)", chat, root.stored)
    }

    /// Stores the draft of a thread, empty for none; ignores an unknown chat. Throws `SQLiteError`.
    func setThreadDraft(_ text: String, of root: MessageID, in chat: ChatID) throws {
        try connection.run(
            """
            INSERT INTO thread(chat, root, draft) SELECT key, ?2, ?3 FROM chat WHERE id = ?1
            ON CONFLICT DO UPDATE SET draft = ?3 WHERE draft <> ?3
            """,
            chat.stored,
            root.stored,
            text
        )
    }

    /// Clears the draft of a thread if it is exactly this text. Throws `SQLiteError`.
    public func dropDraft(_ text: String, ofThread root: MessageID, in chat: ChatID) throws {
        try connection.run(
            """
            UPDATE thread SET draft = '' WHERE chat = (SELECT key FROM chat WHERE id = ?) AND root = ? AND draft = ?
            """,
            chat.stored,
            root.stored,
            text
        )
    }

    /// Returns the threads with answers behind the position up to which another person has read all threads at once, at most a hundred.
    func threads(unreadBy reader: Author, in record: ChatRow) throws -> [MessageID] {
        guard record.hasThreads else { return [] }
        return try connection.rows(
            """
            SELECT root FROM thread INDEXED BY thread_by_age WHERE chat = ?1 AND top > coalesce(
                (SELECT marker FROM thread_reader WHERE chat = ?1 AND thread = '' AND sender = ?2), -9223372036854775808)
            ORDER BY top DESC LIMIT 100
            """,
            record.key,
            reader.senderKey
        ) { $0.identifier(0) as MessageID }
    }

    /// Moves another person's marker in a thread forward, or with none in all threads at once. Ignores a thread without answers here.
    func advance(_ reader: Author, in thread: MessageID?, to position: Int64, of record: ChatRow) throws -> Bool {
        let isKnown =
            try thread.map { root in
                try connection.first("SELECT 1 FROM thread WHERE chat = ? AND root = ?", record.key, root.stored) { _ in
                    true
                } ?? false
            } ?? true
        guard isKnown else { return false }
        return try connection.run(
            """
            INSERT INTO thread_reader(chat, thread, sender, marker) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET marker = ?4 WHERE marker < ?4
            """,
            record.key,
            (thread ?? MessageID("")).stored,
            reader.senderKey,
            position
        ) == 1
    }
}
