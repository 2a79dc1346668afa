public import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Deletes a chat with its messages, drafts and files. Returns false for an unknown chat.
    ///
    /// Throws `SQLiteError`. Cost: linear in the chat's messages.
    public func deleteChat(_ chat: ChatID) throws -> Bool {
        guard let record = try ChatRow.find(chat, in: connection) else { return false }
        try delete(record)
        return true
    }

    /// Deletes a chat without messages and without a draft, whose reason is gone. Returns false for any other.
    func deleteIfEmpty(_ record: ChatRow) throws -> Bool {
        let isEmpty = try connection.first(
            """
            SELECT 1 FROM chat WHERE key = ? AND draft = '' AND NOT EXISTS (SELECT 1 FROM message WHERE chat = chat.key)
            """,
            record.key
        ) { _ in true }
        if isEmpty == true { try delete(record) }
        return isEmpty == true
    }

    private func delete(_ record: ChatRow) throws {
        let key = record.key
        try ChatRow.addToSum(-record.notifying, in: connection)
        for name in try connection.rows("SELECT name FROM file WHERE chat = ?", key, read: { $0.text(0) }) {
            dropped.add(name)
        }
        for message in try connection.rows("SELECT key FROM message WHERE chat = ?", key, read: { $0.integer(0) }) {
            try texts.remove(message)
        }
        try connection.run("DELETE FROM file WHERE chat = ?", key)
        try connection.run("DELETE FROM gap WHERE chat = ?", key)
        try connection.run("DELETE FROM awaited_receipt WHERE chat = ?", key)
        try connection.run("DELETE FROM annotation WHERE chat = ?", key)
        try connection.run("DELETE FROM reaction WHERE chat = ?", key)
        try connection.run("DELETE FROM member WHERE chat = ?", key)
        try connection.run("DELETE FROM message WHERE chat = ?", key)
        try connection.run(
            """
            INSERT INTO chat_name(chat_name, rowid, name) VALUES ('delete', ?1, (SELECT name FROM chat WHERE key = ?1))
            """,
            key
        )
        try connection.run("DELETE FROM chat WHERE key = ?", key)
    }
}
