public import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Deletes a chat with its messages, drafts and files. Returns false for an unknown chat.
    ///
    /// News that is older, or does not say that the user is in the chat or invited to it, does not bring it back.
    ///
    /// Throws `SQLiteError`. Cost: linear in the chat's messages.
    public func deleteChat(_ chat: ChatID) throws -> Bool {
        guard let record = try ChatRow.find(chat, in: connection) else { return false }
        try delete(record)
        return true
    }

    /// Records that a chat is gone, up to a number of its standing.
    func noteGone(_ chat: ChatID, number: Int64) throws {
        try connection.run(
            "INSERT INTO gone(chat, number) VALUES (?, ?) ON CONFLICT DO UPDATE SET number = max(number, excluded.number)",
            chat.stored,
            number
        )
    }

    /// Lets a chat be stored again that was deleted, because the user has opened it. Throws `SQLiteError`.
    public func admit(_ chat: ChatID) throws {
        try connection.run("DELETE FROM gone WHERE chat = ?", chat.stored)
    }

    /// Whether an update is late news of a chat that was deleted. Admits the chat again if the update says that the user is in it, or invited to it.
    func isLate(_ update: ChatUpdate) throws -> Bool {
        let number = try connection.first("SELECT number FROM gone WHERE chat = ?", update.chat.id.stored) {
            $0.integer(0)
        }
        guard let number else { return false }
        guard let standing = update.standing, standing.number > number, !standing.value.state.isOver else {
            return true
        }
        try admit(update.chat.id)
        return false
    }

    /// Deletes a chat without messages and without a draft, whose reason is gone. Returns false for any other.
    ///
    /// - Parameter number: the number of the standing that ends the chat.
    func deleteIfEmpty(_ record: ChatRow, number: Int64?) throws -> Bool {
        let isEmpty = try connection.first(
            """
            SELECT 1 FROM chat c WHERE key = ? AND draft = '' AND NOT EXISTS (SELECT 1 FROM message WHERE chat = c.key)
                AND NOT EXISTS (SELECT 1 FROM unfinished WHERE chat = c.key)
                AND NOT EXISTS (SELECT 1 FROM thread WHERE chat = c.key AND draft <> '')
            """,
            record.key
        ) { _ in true }
        if isEmpty == true { try delete(record, number: number ?? 0) }
        return isEmpty == true
    }

    private func delete(_ record: ChatRow, number: Int64 = 0) throws {
        let key = record.key
        let standing = try connection.first("SELECT standing FROM chat WHERE key = ?", key) { $0.integer(0) }
        try noteGone(record.id, number: max(number, standing ?? 0))
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
        try connection.run("DELETE FROM vote WHERE chat = ?", key)
        try connection.run("DELETE FROM member WHERE chat = ?", key)
        try connection.run("DELETE FROM unfinished WHERE chat = ?", key)
        try connection.run("DELETE FROM thread WHERE chat = ?", key)
        try connection.run("DELETE FROM thread_reader WHERE chat = ?", key)
        try connection.run("DELETE FROM pin WHERE chat = ?", key)
        try connection.run("DELETE FROM space WHERE chat = ?", key)
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
