public import ChatTypes
import SQLiteKit

/// An entry of a chat's outbox.
public enum OutboxEntry: Hashable, Sendable {
    /// The file of the next message, and the name of its copy in the folder beside the history; nil without a copy.
    case upload(OutgoingFile, copy: String?)
    /// A message, whose file is on the server.
    case message(OutgoingMessage)
    /// An edit of a message that the server has, a deletion, a reaction, a vote or the end of a poll.
    case annotation(OutgoingAnnotation)
}

/// A receipt that the server has not accepted yet.
public struct DueReceipt: Hashable, Sendable {
    /// The chat that was read.
    public let chat: ChatID
    /// The last message that was read.
    public let message: MessageID
    /// The messages that were read, of those up to that one.
    public internal(set) var scope = ReceiptScope.main
}

extension ChatReader {
    /// Returns the chats with a non-empty outbox, by ID. Throws `SQLiteError`. Cost: linear in the entries.
    public func chatsWithOutbox() throws -> [ChatID] {
        try connection.rows(
            """
            SELECT DISTINCT c.id FROM message m INDEXED BY message_to_send CROSS JOIN chat c ON c.key = m.chat
            WHERE m.waits = 2 AND m.failure IS NULL
            UNION SELECT c.id FROM annotation a INDEXED BY annotation_to_send CROSS JOIN chat c ON c.key = a.chat
            WHERE a.place IS NOT NULL ORDER BY 1
            """
        ) { $0.identifier(0) }
    }

    /// Returns the user's messages in a chat that could not be sent, in the order of the outbox. Throws `SQLiteError`. Cost: linear in the
    /// messages that wait.
    public func failedMessages(in chat: ChatID) throws -> [MessageID] {
        try connection.rows(
            """
            SELECT id FROM message WHERE chat = (SELECT key FROM chat WHERE id = ?) AND waits = 2 AND failure IS NOT NULL ORDER BY place
            """,
            chat.stored
        ) { $0.identifier(0) }
    }

    /// Returns the next entry to send in a chat, the first in its outbox that has not failed; nil if nothing waits. Skips
    /// deletions without `withDeletions`, and reactions to and votes in a message that has failed. Throws `SQLiteError`. Cost: constant.
    public func nextToSend(in chat: ChatID, withDeletions: Bool = true) throws -> OutboxEntry? {
        try connection.first(
            """
            WITH here(chat) AS (SELECT key FROM chat WHERE id = ?1)
            SELECT * FROM (
                SELECT 'message', m.text, m.id, '', m.place, m.file, m.file_name, m.file_type, m.file_size, f.name, f.digest,
                    m.answers, m.spans, m.thread, m.poll, m.file_pixels
                FROM message m INDEXED BY message_to_send LEFT JOIN file f ON f.chat = m.chat AND f.message = m.id
                WHERE m.chat = (SELECT chat FROM here) AND m.waits = 2 AND m.failure IS NULL ORDER BY m.place LIMIT 1)
            UNION ALL SELECT * FROM (
                SELECT a.kind, coalesce(r.is_set, iif(a.kind = 'vote', a.text, m.text)), a.id, a.message, a.place, NULL, NULL, NULL, NULL, NULL, NULL,
                    NULL, m.spans, NULL, NULL, NULL
                FROM annotation a INDEXED BY annotation_to_send
                LEFT JOIN message m ON m.chat = a.chat AND m.id = a.message
                LEFT JOIN reaction r ON r.chat = a.chat AND r.message = a.message AND r.mine = 1 AND r.sender = ''
                    AND a.kind GLOB 'reaction:*' AND r.text = substr(a.kind, 10)
                WHERE a.chat = (SELECT chat FROM here) AND a.place IS NOT NULL
                    AND iif(a.kind = 'deletion', ?2, m.waits < 2) ORDER BY a.place LIMIT 1)
            ORDER BY 5 LIMIT 1
            """,
            chat.stored,
            withDeletions
        ) { row in
            if row.text(0) == "message" {
                return Self.entry(OutgoingMessage(row: row, in: chat), copy: row.optionalText(9), digest: row.text(10))
            }
            let kind = Annotation.Kind(row: row, spans: 12)
            return .annotation(
                OutgoingAnnotation(id: row.identifier(2), of: row.identifier(3), in: chat, kind: kind)
            )
        }
    }

    /// Returns the message, or first its file until the server has it.
    private static func entry(_ message: OutgoingMessage, copy: String?, digest: String) -> OutboxEntry {
        guard let attachment = message.attachment, attachment.id.rawValue.isEmpty else { return .message(message) }
        let file = OutgoingFile(
            id: message.id,
            chat: message.chat,
            name: attachment.name,
            type: attachment.type,
            byteCount: attachment.byteCount,
            digest: digest
        )
        return .upload(file, copy: copy)
    }

    /// Returns the chats whose notification mode the server does not know yet, by ID. Throws `SQLiteError`. Cost: linear in
    /// their number.
    public func chatsWithDueNotifications() throws -> [ChatID] {
        try connection.rows("SELECT id FROM chat INDEXED BY chat_with_mute_due WHERE mute_due = 1 ORDER BY id") {
            $0.identifier(0)
        }
    }

    /// Returns the notification mode that the server is to be told; nil if it knows. Throws `SQLiteError`.
    public func dueNotifications(in chat: ChatID) throws -> NotificationMode? {
        try connection.first("SELECT muted, mentions_only FROM chat WHERE id = ? AND mute_due = 1", chat.stored) {
            NotificationMode(row: $0, NotificationColumns(at: 0))
        }
    }

    /// Returns the chats with marks that the server does not know yet, by ID. Throws `SQLiteError`. Cost: linear in their number.
    public func chatsWithDueMarks() throws -> [ChatID] {
        try connection.rows("SELECT id FROM chat INDEXED BY chat_with_marks_due WHERE marks_due <> 0 ORDER BY id") {
            $0.identifier(0)
        }
    }

    /// Returns the marks that the server is to be told; nil if it knows all. Throws `SQLiteError`.
    public func dueMarks(in chat: ChatID) throws -> [ChatMark: Bool]? {
        try connection.first(
            "SELECT favourite, marked_unread, marks_due FROM chat WHERE id = ? AND marks_due <> 0",
            chat.stored
        ) { row in
            let (marks, due) = (Set<ChatMark>(row: row, MarkColumns(at: 0)), row.integer(2))
            let changed = ChatMark.allCases.filter { due & $0.bit != 0 }.map { ($0, marks.contains($0)) }
            return Dictionary(uniqueKeysWithValues: changed)
        }
    }

    /// Returns the receipts that wait to be sent, by chat. Throws `SQLiteError`. Cost: linear in their number.
    public func dueReceipts() throws -> [DueReceipt] {
        let chats = try connection.rows(
            """
            SELECT id FROM chat INDEXED BY chat_with_receipt_due WHERE receipt_due IS NOT NULL
            UNION SELECT id FROM chat INDEXED BY chat_with_receipt_all_due WHERE receipt_all_due IS NOT NULL
            UNION SELECT c.id FROM thread t INDEXED BY thread_with_receipt_due CROSS JOIN chat c ON c.key = t.chat
            WHERE t.receipt_due IS NOT NULL ORDER BY 1
            """
        ) { $0.identifier(0) as ChatID }
        return try chats.flatMap { try dueReceipts(in: $0, limit: .max) }
    }

    /// Returns the receipt that is sent next in a chat, the latest of its scope: that for all threads, that for what stands outside threads,
    /// then that of the first thread that has one; nil if there is none. Throws `SQLiteError`.
    public func dueReceipt(in chat: ChatID) throws -> DueReceipt? { try dueReceipts(in: chat, limit: 1).first }

    private func dueReceipts(in chat: ChatID, limit: Int) throws -> [DueReceipt] {
        try connection.rows(
            """
            SELECT receipt_all_due, 0, '' FROM chat WHERE id = ?1 AND receipt_all_due IS NOT NULL
            UNION ALL SELECT receipt_due, 1, '' FROM chat WHERE id = ?1 AND receipt_due IS NOT NULL
            UNION ALL SELECT * FROM (SELECT receipt_due, 2, root FROM thread INDEXED BY thread_with_receipt_due
                WHERE chat = (SELECT key FROM chat WHERE id = ?1) AND receipt_due IS NOT NULL ORDER BY key)
            LIMIT ?2
            """,
            chat.stored,
            limit
        ) { row in
            let scope: ReceiptScope =
                switch row.integer(1) {
                case 0: .everything
                case 1: .main
                default: .thread(row.identifier(2))
                }
            return DueReceipt(chat: chat, message: row.identifier(0), scope: scope)
        }
    }
}

extension OutgoingMessage {
    fileprivate init(row: borrowing Row, in chat: ChatID) {
        let text = row.text(1)
        self.init(
            id: row.identifier(2),
            chat: chat,
            text: text,
            spans: row.spans(12, of: text),
            attachment: row.attachment(AttachmentColumns(at: 5, pixels: 15)),
            poll: Poll(row, 14),
            repliesTo: row.isNull(11) ? nil : row.identifier(11),
            thread: row.isNull(13) ? nil : row.identifier(13)
        )
    }
}
