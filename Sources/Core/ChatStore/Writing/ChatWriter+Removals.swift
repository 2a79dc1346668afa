public import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Takes one of our own messages back, and remembers that the server is to be told.
    ///
    /// One that still waits, or was refused, is gone: it is never sent. One that the server has, or may have, leaves a tombstone
    /// wherever it stands. False when there is no such message of ours. Throws `SQLiteError`.
    public func remove(_ message: MessageID, in chat: ChatID) throws -> Bool {
        guard let old = try EditedChat.find(chat, in: connection),
            let known = try KnownMessage.find(message, in: old.key, connection), known.isMine, !known.isRemoved
        else { return false }
        if known.isInOutbox {
            try texts.remove(known.key)
            try connection.run("DELETE FROM message WHERE key = ? AND waits = 2", known.key)
            try forgetEdit(of: message, known, in: old.key)
            try forgetFile(of: message, in: old.key)
            try EditedChat.renewActivity(of: old.key, in: connection)
            if known.hasFailed { return true }
        } else {
            var (record, applied) = (old, AppliedUpdate())
            try leaveTombstone(of: message, known, in: &record, &applied)
        }
        // Even one that waited: an attempt to send it may have got there.
        try noteRemoval(of: message, in: old.key)
        return true
    }

    /// Remembers that the server is to be told of it.
    func noteRemoval(of message: MessageID, in chat: Int64) throws {
        try connection.run(
            "INSERT OR REPLACE INTO removal(chat, message, mine, sender, waits, place) VALUES (?, ?, 1, '', 1, ?)",
            chat,
            message.stored,
            try nextOutboxNumber(in: chat)
        )
    }

    /// Forgets that a removal is to be sent. Its message may still come; then it is removed, and the server told again. Throws
    /// `SQLiteError`.
    public func settleRemoval(of message: MessageID, in chat: ChatID) throws {
        guard let record = try EditedChat.find(chat, in: connection) else { return }
        let isHere = try KnownMessage.find(message, in: record.key, connection) != nil
        try connection.run(
            isHere
                ? "DELETE FROM removal WHERE chat = ? AND message = ? AND mine = 1"
                : "UPDATE removal SET waits = 0, place = NULL WHERE chat = ? AND message = ? AND mine = 1",
            record.key,
            message.stored
        )
        if !isHere { try forgetOldRemovals(in: record.key) }
    }

    func apply(_ removal: Removal, into record: inout EditedChat, _ applied: inout AppliedUpdate) throws {
        guard let known = try KnownMessage.find(removal.message, in: record.key, connection) else {
            return try hold(removal, in: &record)
        }
        guard known.author == record.author(removal.author) else { return }
        try leaveTombstone(of: removal.message, known, in: &record, &applied)
    }

    /// Acts on a removal that came before its message, or that is on its way to the server.
    func applyAwaitedRemoval(
        of message: Message,
        into record: inout EditedChat,
        _ applied: inout AppliedUpdate
    ) throws {
        let waits = try connection.first(
            "SELECT waits FROM removal WHERE chat = ? AND message = ? AND mine = ? AND sender = ?",
            record.key,
            message.id.stored,
            message.author == .me,
            record.author(message.author).senderKey
        ) { $0.flag(0) }
        guard let waits, let known = try KnownMessage.find(message.id, in: record.key, connection) else { return }
        try leaveTombstone(of: message.id, known, in: &record, &applied)
        try connection.run(
            "DELETE FROM removal WHERE chat = ? AND message = ? AND waits = 0",
            record.key,
            message.id.stored
        )
        // One of ours that the server has as it was may have got there after the server was asked to remove it.
        if !waits, message.author == .me, !message.isRemoved {
            try noteRemoval(of: message.id, in: record.key)
            applied.owesRemoval = true
        }
    }

    /// Takes text, images and attachment away. What was unread counts no longer, and is not announced any more.
    func leaveTombstone(
        of message: MessageID,
        _ known: KnownMessage,
        in record: inout EditedChat,
        _ applied: inout AppliedUpdate
    ) throws {
        guard !known.isRemoved else { return }
        try texts.remove(known.key)
        // Why a change of it was refused is no matter any more.
        try connection.run(
            """
            UPDATE message SET text = '', images = 0, removed = 1, edit = 0, failure = CASE waits WHEN 2 THEN failure END
            WHERE key = ?
            """,
            known.key
        )
        texts.add(known.key)
        try clearAttachment(of: message, under: known.key, in: record.key)
        try forgetEdit(of: message, known, in: record.key)
        let wasUnread = !known.isMine && record.myMarker.map { $0 < known.place } ?? true
        if wasUnread { record.unread = max(0, record.unread - 1) }
        applied.isChange = true
        applied.changed.append(message)
        applied.announced.removeAll { $0.id == message }
    }

    private func hold(_ removal: Removal, in record: inout EditedChat) throws {
        let changes = try connection.run(
            "INSERT OR IGNORE INTO removal(chat, message, mine, sender, waits) VALUES (?, ?, ?, ?, 0)",
            record.key,
            removal.message.stored,
            removal.author == .me,
            record.author(removal.author).senderKey
        )
        record.awaitsRemovals = true
        if changes == 1 { try forgetOldRemovals(in: record.key) }
    }

    /// Of too many removals of nothing, the newest are kept: they do not fill the disk.
    private func forgetOldRemovals(in chat: Int64) throws {
        try connection.run(
            """
            DELETE FROM removal WHERE key IN
                (SELECT key FROM removal WHERE chat = ? AND waits = 0 ORDER BY key DESC LIMIT -1 OFFSET 100)
            """,
            chat
        )
    }
}
