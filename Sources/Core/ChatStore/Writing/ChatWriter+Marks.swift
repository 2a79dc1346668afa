public import ChatTypes
import SQLiteKit

/// The marks that the user sets on a chat.
extension ChatWriter {
    /// Sets or removes a mark, and queues that for the server. Returns false if nothing changes. Throws `SQLiteError`.
    public func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) throws -> Bool {
        guard let record = try ChatRow.find(chat, in: connection) else { return false }
        return try set(mark, to: isSet, in: record.key)
    }

    /// Removes a queued mark that the server has, unless the user changed it since. Throws `SQLiteError`.
    public func confirm(_ marks: [ChatMark: Bool], in chat: ChatID) throws {
        for (mark, isSet) in marks {
            try connection.run(
                """
                UPDATE chat SET marks_due = marks_due & ~?1
                WHERE id = ?2 AND CASE ?1 WHEN 1 THEN favourite ELSE marked_unread END = ?3
                """,
                mark.bit,
                chat.stored,
                isSet
            )
        }
    }

    /// Applies the account's marks, unless a change of this device is queued.
    func apply(_ marks: [ChatMark: Bool], in record: ChatRow, _ applied: inout AppliedUpdate) throws {
        guard !marks.isEmpty else { return }
        let due = try connection.first("SELECT marks_due FROM chat WHERE key = ?", record.key) { $0.integer(0) } ?? 0
        for (mark, isSet) in marks where due & mark.bit == 0 {
            if try write(mark, isSet, in: record.key) { applied.isChange = true }
        }
    }

    /// Removes the marks of all chats that are marked as unread, and returns these chats. Cost: linear in the number of chats.
    func removeUnreadMarks() throws -> [ChatID] {
        try connection.rows(
            "UPDATE chat SET marked_unread = 0, marks_due = marks_due | ? WHERE marked_unread = 1 RETURNING id",
            ChatMark.unread.bit
        ) { $0.identifier(0) }
    }

    private func set(_ mark: ChatMark, to isSet: Bool, in chat: Int64) throws -> Bool {
        guard try write(mark, isSet, in: chat) else { return false }
        try connection.run("UPDATE chat SET marks_due = marks_due | ? WHERE key = ?", mark.bit, chat)
        return true
    }

    /// Returns false if the mark is that already.
    private func write(_ mark: ChatMark, _ isSet: Bool, in chat: Int64) throws -> Bool {
        let changes =
            switch mark {
            case .favourite:
                try connection.run("UPDATE chat SET favourite = ?1 WHERE key = ?2 AND favourite <> ?1", isSet, chat)
            case .unread:
                try connection.run(
                    "UPDATE chat SET marked_unread = ?1 WHERE key = ?2 AND marked_unread <> ?1",
                    isSet,
                    chat
                )
            }
        return changes > 0
    }
}

extension ChatMark {
    /// The mark's bit in the column `marks_due`.
    var bit: Int64 { self == .favourite ? 1 : 2 }
}
