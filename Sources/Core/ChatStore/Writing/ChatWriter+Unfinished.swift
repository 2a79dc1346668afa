public import ChatTypes
import SQLiteKit

/// Replies and edits that the user has begun to write.
extension ChatWriter {
    /// The replies and edits that are kept of a chat: they are read with each change of its screen.
    private static let unfinishedTexts = 20

    /// Stores a reply or an edit that the user has begun, as the newest of its chat, or the draft of a thread; empty for none. Of more than
    /// twenty replies and edits, deletes the oldest. Ignores an unknown chat. Throws `SQLiteError`.
    public func setDraft(_ text: String, of target: DraftTarget, in chat: ChatID) throws {
        if case .thread(let root) = target { return try setThreadDraft(text, of: root, in: chat) }
        if text.isEmpty { return try endDraft(of: target, in: chat) }
        try connection.run(
            """
            INSERT OR REPLACE INTO unfinished(chat, message, is_edit, text) SELECT key, ?2, ?3, ?4 FROM chat WHERE id = ?1
            """,
            chat.stored,
            target.message.stored,
            target.isEdit,
            text
        )
        try connection.run(
            """
            DELETE FROM unfinished WHERE key IN (SELECT key FROM unfinished
                WHERE chat = (SELECT key FROM chat WHERE id = ?) ORDER BY key DESC LIMIT -1 OFFSET ?)
            """,
            chat.stored,
            Self.unfinishedTexts
        )
    }

    /// Deletes a reply or an edit that was begun, because it has been sent. Throws `SQLiteError`.
    public func endDraft(of target: DraftTarget, in chat: ChatID) throws {
        try connection.run(
            """
            DELETE FROM unfinished WHERE chat = (SELECT key FROM chat WHERE id = ?) AND message = ? AND is_edit = ?
            """,
            chat.stored,
            target.message.stored,
            target.isEdit
        )
    }

    /// Deletes an edit of a message that was deleted. A reply to it can still be sent.
    func endEdit(of message: MessageID, in chat: Int64) throws {
        try connection.run(
            "DELETE FROM unfinished WHERE chat = ? AND message = ? AND is_edit = 1",
            chat,
            message.stored
        )
    }
}

extension ChatReader {
    /// Returns the replies and edits of a chat that the user has begun, the newest last; with a part, those of its messages. Throws
    /// `SQLiteError`. Cost: linear in those.
    public func unfinishedTexts(in chat: ChatID, part: TimelinePart = .all) throws -> [UnfinishedText] {
        try connection.rows(
            """
            SELECT message, is_edit, text FROM unfinished u WHERE chat = (SELECT key FROM chat WHERE id = ?1)
                AND (?2 OR (SELECT thread FROM message WHERE chat = u.chat AND id = u.message) IS ?3) ORDER BY key
            """,
            chat.stored,
            part == .all,
            part.thread?.stored,
            read: UnfinishedText.init(row:)
        )
    }
}

extension UnfinishedText {
    /// Reads the columns `message, is_edit, text`.
    init(row: borrowing Row) {
        self.init(row.flag(1) ? .edit(of: row.identifier(0)) : .reply(to: row.identifier(0)), row.text(2))
    }
}
