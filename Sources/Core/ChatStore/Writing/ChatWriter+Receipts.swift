public import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Moves the user's marker up to a message that was on screen, removes the mark that the chat is unread, and queues both for the server.
    ///
    /// The marker is that of the thread that the message is in, or of what stands outside threads, unless `scope` says otherwise: the root
    /// of a thread stands outside it. At the newest message, what the server counts besides messages is read, too. Returns false if the
    /// marker is there already, or further, and nothing else is unread, or if the message has no position yet. Throws `SQLiteError`.
    public func markRead(upTo message: MessageID, in chat: ChatID, scope: ReceiptScope? = nil) throws -> Bool {
        guard let old = try ChatRow.find(chat, in: connection),
            let known = try MessageRow.find(message, in: old.key, connection), !known.waits
        else { return false }
        var record = old
        let isChange =
            switch scope ?? ReceiptScope(thread: known.thread) {
            case .main: try readMain(upTo: message, at: known.place, in: &record)
            case .thread(let root): try read(root, upTo: message, at: known.place, in: &record)
            case .everything: try readAll(upTo: message, at: known.place, in: &record)
            }
        guard isChange else { return false }
        try record.save(replacing: old, in: connection)
        return true
    }

    /// Marks what stands outside threads as read.
    private func readMain(upTo message: MessageID, at position: Int64, in record: inout ChatRow) throws -> Bool {
        let isAdvance = try advanceMyMarker(to: position, in: &record)
        let endsAll = record.mainTop.map { $0 <= position } ?? false && position == record.myMarker
        let threads = endsAll && record.unread > 0 ? try record.threadCounts(in: connection) : (0, 0)
        guard isAdvance || endsAll && record.unread > threads.0 else { return false }
        if endsAll { (record.unread, record.mentions) = threads }
        // In one statement, since this is on the path of each message that arrives in an open chat.
        try connection.run(
            """
            UPDATE chat SET receipt_due = ?1, marks_due = marks_due | marked_unread * ?2, marked_unread = 0 WHERE key = ?3
            """,
            message.stored,
            ChatMark.unread.bit,
            record.key
        )
        return true
    }

    /// Marks a thread as read.
    private func read(_ root: MessageID, upTo message: MessageID, at position: Int64, in record: inout ChatRow) throws
        -> Bool
    {
        var isChange = try record.advance(root, to: position, in: connection)
        let thread = try connection.first(
            "SELECT top, unread FROM thread WHERE chat = ? AND root = ?",
            record.key,
            root.stored
        ) { (top: $0.integer(0), unread: $0.integer(1)) }
        if let thread, thread.unread > 0, thread.top <= position {
            try record.endUnread(of: root, in: connection)
            isChange = true
        }
        guard isChange else { return false }
        try connection.run(
            "UPDATE thread SET receipt_due = ? WHERE chat = ? AND root = ?",
            message.stored,
            record.key,
            root.stored
        )
        return true
    }

    /// Marks all threads, and what stands outside them, as read. Receipts that are queued for messages further ahead stay queued.
    private func readAll(upTo message: MessageID, at position: Int64, in record: inout ChatRow) throws -> Bool {
        let isMainRead = try advanceMyMarker(to: position, in: &record)
        let areThreadsRead = try record.advanceAllThreads(to: position, in: connection)
        let endsAll = position == record.top
        guard isMainRead || areThreadsRead || endsAll && record.unread > 0 else { return false }
        if endsAll {
            (record.unread, record.mentions) = (0, 0)
            try record.clearThreads(in: connection)
        }
        try connection.run(
            """
            UPDATE chat SET receipt_all_due = ?1, marks_due = marks_due | marked_unread * ?2, marked_unread = 0,
                receipt_due = (SELECT m.id FROM message m
                    WHERE m.chat = chat.key AND m.id = chat.receipt_due AND m.waits = 0 AND m.place > ?4)
            WHERE key = ?3
            """,
            message.stored,
            ChatMark.unread.bit,
            record.key,
            position
        )
        try connection.run(
            """
            UPDATE thread SET receipt_due = NULL WHERE chat = ?1 AND receipt_due IS NOT NULL AND NOT EXISTS (SELECT 1 FROM message m
                WHERE m.chat = ?1 AND m.id = thread.receipt_due AND m.waits = 0 AND m.place > ?2)
            """,
            record.key,
            position
        )
        return true
    }

    /// Moves the user's marker up to a message, or without one to the newest stored message, and removes the mark that the chat is unread.
    ///
    /// The messages of threads up to there are read, too. Returns whether anything changed, which is queued for the server. Throws
    /// `SQLiteError`.
    public func markRead(through message: MessageID?, in chat: ChatID) throws -> Bool {
        let record = try ChatRow.find(chat, in: connection)
        let scope = record?.hasThreads == true ? ReceiptScope.everything : .main
        if let message { return try markRead(upTo: message, in: chat, scope: scope) }
        let newest = try connection.first(
            """
            SELECT m.id FROM chat c CROSS JOIN message m ON m.chat = c.key AND m.waits = 0
            WHERE c.id = ? ORDER BY m.place DESC LIMIT 1
            """,
            chat.stored
        ) { row -> MessageID in row.identifier(0) }
        let isCounted = newest == nil && record?.unread ?? 0 > 0
        let isRead =
            try newest.map { try markRead(upTo: $0, in: chat, scope: scope) }
            ?? (isCounted && markUncountedRead(in: chat))
        return try set(.unread, to: false, in: chat) || isRead
    }

    /// Marks as read what the server counts besides the messages of a chat outside threads, or of a thread, if these are all read. Returns
    /// false if there is nothing.
    ///
    /// The user's own messages and events, which nobody has to read, may be behind the marker; messages that are missing there are unread.
    /// Throws `SQLiteError`. Cost: linear in the unread messages.
    public func markRestRead(in chat: ChatID, thread: MessageID? = nil) throws -> Bool {
        guard let record = try ChatRow.find(chat, in: connection), record.unread > 0 else { return false }
        if let thread { return try markRestRead(of: thread, in: record) }
        guard try record.unread > record.threadCounts(in: connection).unread else { return false }
        guard let top = record.mainTop else { return try !record.hasThreads && markUncountedRead(in: chat) }
        let marker = record.myMarker ?? .min
        if marker < top {
            if try record.mayMissUnread(in: connection) { return false }
            if try record.unread(of: nil, from: marker, through: .max, in: connection).0 > 0 { return false }
        }
        let newest = try connection.first(
            "SELECT id FROM message WHERE chat = ? AND waits = 0 AND place = ?",
            record.key,
            top
        ) { row -> MessageID in row.identifier(0) }
        return try newest.map { try markRead(upTo: $0, in: chat) } ?? false
    }

    /// Marks as read what the server counts in a thread besides its answers. Missing answers may follow all that are stored.
    private func markRestRead(of root: MessageID, in record: ChatRow) throws -> Bool {
        let newest = try connection.first(
            """
            SELECT m.id FROM thread t CROSS JOIN message m INDEXED BY message_by_thread
                ON m.chat = t.chat AND m.thread = t.root AND m.waits = 0
            WHERE t.chat = ? AND t.root = ? AND t.unread > 0 ORDER BY m.place DESC LIMIT 1
            """,
            record.key,
            root.stored
        ) { row -> MessageID in row.identifier(0) }
        guard let newest else { return false }
        // All answers follow the root.
        let places = try [record.marker(of: root, in: connection), position(of: root, in: record.key)]
        let marker = places.compactMap(\.self).max() ?? .min
        if try record.mayMissUnread(after: marker, in: connection) { return false }
        if try record.unread(of: root, from: marker, through: .max, in: connection).0 > 0 { return false }
        return try markRead(upTo: newest, in: record.id, scope: .thread(root))
    }

    /// Moves the user's marker to the newest stored message of every chat with unread messages, removes the marks of chats that are marked
    /// as unread, and queues both for the server.
    ///
    /// One receipt covers all threads of a chat. Returns the chats that changed. Throws `SQLiteError`. Cost: linear in the number of chats.
    public func markAllRead() throws -> [ChatID] {
        let newest = try connection.rows(
            """
            SELECT id, (SELECT id FROM message WHERE chat = c.key AND waits = 0 ORDER BY place DESC LIMIT 1),
                EXISTS (SELECT 1 FROM thread WHERE chat = c.key)
            FROM chat c INDEXED BY chat_by_activity WHERE unread > 0 ORDER BY activity DESC, id
            """
        ) { row -> (chat: ChatID, message: MessageID?, hasThreads: Bool) in
            (row.identifier(0), row.isNull(1) ? nil : row.identifier(1), row.flag(2))
        }
        let read = try newest.filter { try markAllRead(upTo: $1, in: $0, hasThreads: $2) }
        return read.map(\.chat) + (try removeUnreadMarks())
    }

    /// Does for one chat what `markAllRead()` does for all. Returns false if it was read, and not marked as unread. Throws `SQLiteError`.
    public func markAllRead(in chat: ChatID) throws -> Bool {
        guard let record = try ChatRow.find(chat, in: connection) else { return false }
        let newest = try connection.first(
            "SELECT id FROM message WHERE chat = ? AND waits = 0 ORDER BY place DESC LIMIT 1",
            record.key
        ) { row -> MessageID in row.identifier(0) }
        let isRead = try record.unread > 0 && markAllRead(upTo: newest, in: chat, hasThreads: record.hasThreads)
        return try set(.unread, to: false, in: chat) || isRead
    }

    private func markAllRead(upTo newest: MessageID?, in chat: ChatID, hasThreads: Bool) throws -> Bool {
        guard let newest else { return try markUncountedRead(in: chat) }
        return try markRead(upTo: newest, in: chat, scope: hasThreads ? .everything : .main)
    }

    /// Marks as read what the server counts in a chat without a message, such as a call. The queued receipt has an empty ID.
    private func markUncountedRead(in chat: ChatID) throws -> Bool {
        guard let old = try ChatRow.find(chat, in: connection) else { return false }
        var record = old
        (record.unread, record.mentions) = (0, 0)
        try record.save(replacing: old, in: connection)
        try connection.run("UPDATE chat SET receipt_due = '' WHERE key = ?", old.key)
        return true
    }

    func apply(_ receipt: ReadReceipt, into record: inout ChatRow, _ applied: inout AppliedUpdate) throws {
        guard let position = try position(of: receipt.message, in: record.key) else {
            try hold(receipt, in: &record)
            record.awaitsReceipts = true
            return
        }
        try advance(receipt.reader, receipt.scope, to: position, in: &record, &applied)
    }

    /// Applies the receipts that came before their message.
    func applyAwaitedReceipts(
        for message: Message,
        into record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        let readers = try connection.rows(
            "DELETE FROM awaited_receipt WHERE chat = ? AND message = ? RETURNING mine, sender, thread",
            record.key,
            message.id.stored
        ) { (reader: $0.author(mine: 0, sender: 1), scope: ReceiptScope(row: $0, 2)) }
        for (reader, scope) in readers {
            try advance(reader, scope, to: message.position.rawValue, in: &record, &applied)
        }
    }

    private func advance(
        _ reader: Author,
        _ scope: ReceiptScope,
        to position: Int64,
        in record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        let reader = record.author(reader)
        if reader == .me { return try advanceMine(scope, to: position, in: &record, &applied) }
        if scope != .main {
            let threads = try scope.thread.map { [$0] } ?? threads(unreadBy: reader, in: record)
            if try advance(reader, in: scope.thread, to: position, of: record) {
                applied.isChange = true
                applied.threadsReadByOthers += threads
            }
        }
        guard scope.thread == nil else { return }
        if let member = reader.member {
            try advance(member, to: position, in: &record)
        } else if !record.isGroup, record.theirMarker.map({ $0 < position }) ?? true {
            record.theirMarker = position
        }
    }

    private func advanceMine(
        _ scope: ReceiptScope,
        to position: Int64,
        in record: inout ChatRow,
        _ applied: inout AppliedUpdate
    ) throws {
        if let root = scope.thread {
            guard try record.advance(root, to: position, in: connection) else { return }
            (applied.isChange, applied.isRead) = (true, true)
            return
        }
        if try advanceMyMarker(to: position, in: &record) { applied.isChange = true }
        if scope == .everything, try record.advanceAllThreads(to: position, in: connection) { applied.isChange = true }
    }

    /// Moves the user's marker forward and reduces the unread count. Cost: linear in the newly read messages.
    func advanceMyMarker(to position: Int64, in record: inout ChatRow) throws -> Bool {
        let marker = record.myMarker ?? .min
        guard marker < position else { return false }
        let (unread, mentions) = try record.unread(of: nil, from: marker, through: position, in: connection)
        record.myMarker = position
        record.subtract(unread: unread, mentions: mentions)
        // The server may have counted messages of a gap that is read now.
        if record.highestMissing != nil, record.unread > 0, try !record.mayMissUnread(in: connection) {
            try record.countUnread(in: connection)
        }
        return true
    }

    private func position(of message: MessageID, in chat: Int64) throws -> Int64? {
        try connection.first(
            "SELECT place FROM message WHERE chat = ? AND id = ? AND waits = 0",
            chat,
            message.stored
        ) { $0.integer(0) }
    }

    /// Stores a receipt until its message arrives; of too many by one reader in threads or outside, the newest. So receipts without a
    /// message neither fill the disk nor displace one that has a message, nor those in threads the one outside.
    private func hold(_ receipt: ReadReceipt, in record: inout ChatRow) throws {
        let reader = record.author(receipt.reader)
        if let member = reader.member, try !keep(member, in: &record) { return }
        let changes = try connection.run(
            "INSERT OR IGNORE INTO awaited_receipt(chat, message, mine, sender, thread) VALUES (?, ?, ?, ?, ?)",
            record.key,
            receipt.message.stored,
            reader == .me,
            reader.senderKey,
            receipt.scope.stored
        )
        guard changes == 1 else { return }
        try connection.run(
            """
            DELETE FROM awaited_receipt WHERE key IN (SELECT key FROM awaited_receipt
                WHERE chat = ?1 AND mine = ?2 AND sender = ?3 AND ifnull(thread, '') <> '' = ?4
                ORDER BY key DESC LIMIT -1 OFFSET ?5)
            """,
            record.key,
            reader == .me,
            reader.senderKey,
            receipt.scope.thread != nil,
            // A group may have thousands of members.
            reader.member == nil ? 100 : 4
        )
    }
}

extension ReceiptScope {
    /// The value of the column `thread` of a receipt that is awaited: empty for all messages, nil for those outside threads.
    fileprivate var stored: TextBytes? { self == .main ? nil : (thread ?? MessageID("")).stored }

    fileprivate init(row: borrowing Row, _ column: Int32) {
        let root: MessageID? = row.isNull(column) ? nil : row.identifier(column)
        self = root.map { $0.rawValue.isEmpty ? .everything : .thread($0) } ?? .main
    }
}
