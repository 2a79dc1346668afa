public import Transport

/// A receipt that the server has not taken yet.
public struct DueReceipt: Hashable, Sendable {
    public let chat: ChatID
    public let message: MessageID
}

extension ChatReader {
    /// The chats in which messages wait to be sent, by id. Throws `SQLiteError`. Cost: linear in what waits.
    public func chatsWithMessagesToSend() throws -> [ChatID] {
        try connection.rows(
            """
            SELECT DISTINCT c.id FROM message m INDEXED BY message_to_send CROSS JOIN chat c ON c.key = m.chat
            WHERE m.waits = 2 AND m.failure IS NULL ORDER BY c.id
            """
        ) { $0.identifier(0) }
    }

    /// The message to send next in a chat: the first in its outbox that has not failed. Throws `SQLiteError`. Cost:
    /// constant.
    public func nextMessageToSend(in chat: ChatID) throws -> OutgoingMessage? {
        try connection.first(
            """
            SELECT id, text FROM message INDEXED BY message_to_send
            WHERE chat = (SELECT key FROM chat WHERE id = ?) AND waits = 2 AND failure IS NULL
            ORDER BY place LIMIT 1
            """,
            chat.stored
        ) { OutgoingMessage(id: $0.identifier(0), chat: chat, text: $0.text(1)) }
    }

    /// The receipts that wait to be sent, by chat. Throws `SQLiteError`. Cost: linear in their number.
    public func dueReceipts() throws -> [DueReceipt] {
        try connection.rows(
            """
            SELECT id, receipt_due FROM chat INDEXED BY chat_with_receipt_due
            WHERE receipt_due IS NOT NULL ORDER BY id
            """
        ) { DueReceipt(chat: $0.identifier(0), message: $0.identifier(1)) }
    }

    /// The receipt that waits to be sent in a chat, always its latest; nil when none waits. Throws `SQLiteError`.
    public func dueReceipt(in chat: ChatID) throws -> DueReceipt? {
        try connection.first(
            "SELECT receipt_due FROM chat WHERE id = ? AND receipt_due IS NOT NULL",
            chat.stored
        ) { DueReceipt(chat: chat, message: $0.identifier(0)) }
    }
}
