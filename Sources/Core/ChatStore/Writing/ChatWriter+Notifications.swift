public import ChatTypes
import SQLiteKit

/// The messages of a chat that notify the user. The others are not announced, and do not count in the account's unread sum.
extension ChatWriter {
    /// Sets a chat's mode, and queues that for the server. Returns false if nothing changes. Throws `SQLiteError`.
    public func setNotifications(_ mode: NotificationMode, in chat: ChatID) throws -> Bool {
        guard var record = try ChatRow.find(chat, in: connection), record.mode != mode else { return false }
        try set(mode, &record)
        try noteMode(of: record.key)
        return true
    }

    /// Queues the mode for the server.
    func noteMode(of chat: Int64) throws {
        try connection.run("UPDATE chat SET mute_due = 1 WHERE key = ?", chat)
    }

    /// Removes the queued mode, unless it changed since. Throws `SQLiteError`.
    public func confirmNotifications(_ mode: NotificationMode, in chat: ChatID) throws {
        try connection.run(
            "UPDATE chat SET mute_due = 0 WHERE id = ? AND muted = ? AND mentions_only = ?",
            chat.stored,
            mode == .muted,
            mode == .mentions
        )
    }

    /// Applies the account's mode, unless a newer one of this device is queued.
    func apply(_ mode: NotificationMode, into record: inout ChatRow, _ applied: inout AppliedUpdate) throws {
        let query: StaticString = "SELECT 1 FROM chat WHERE key = ? AND mute_due = 1"
        guard record.mode != mode, try connection.first(query, record.key, read: { _ in true }) == nil else { return }
        try set(mode, &record)
        (applied.isChange, applied.isMuteChange) = (true, true)
    }

    private func set(_ mode: NotificationMode, _ record: inout ChatRow) throws {
        try connection.run(
            "UPDATE chat SET muted = ?, mentions_only = ? WHERE key = ?",
            mode == .muted,
            mode == .mentions,
            record.key
        )
        let former = record.notifying
        record.mode = mode
        try ChatRow.addToSum(record.notifying - former, in: connection)
    }
}
