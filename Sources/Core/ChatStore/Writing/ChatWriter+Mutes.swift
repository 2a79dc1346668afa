public import ChatTypes
import SQLiteKit

/// A muted chat's unread messages are no part of the account's sum, and none of its messages is to be announced.
extension ChatWriter {
    /// Says whether a chat is muted, and remembers that the server is to be told. False when it is so already. Throws
    /// `SQLiteError`.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) throws -> Bool {
        guard var record = try EditedChat.find(chat, in: connection), record.isMuted != isMuted else { return false }
        try mute(isMuted, &record)
        try noteMute(of: record.key)
        return true
    }

    /// Remembers that the server is to be told whether a chat is muted.
    func noteMute(of chat: Int64) throws {
        try connection.run("UPDATE chat SET mute_due = 1 WHERE key = ?", chat)
    }

    /// Forgets that the server is to be told, unless it is to be told something else by now. Throws `SQLiteError`.
    public func settleMute(_ isMuted: Bool, in chat: ChatID) throws {
        try connection.run("UPDATE chat SET mute_due = 0 WHERE id = ? AND muted = ?", chat.stored, isMuted)
    }

    /// What the account says, of another device perhaps, unless ours is newer and on its way there.
    func apply(isMuted: Bool, into record: inout EditedChat, _ applied: inout AppliedUpdate) throws {
        guard record.isMuted != isMuted, try dueMute(of: record.key) == nil else { return }
        try mute(isMuted, &record)
        (applied.isChange, applied.isMuteChange) = (true, true)
    }

    private func mute(_ isMuted: Bool, _ record: inout EditedChat) throws {
        try connection.run("UPDATE chat SET muted = ? WHERE key = ?", isMuted, record.key)
        try EditedChat.addToSum(isMuted ? -record.unread : record.unread, in: connection)
        record.isMuted = isMuted
    }

    private func dueMute(of chat: Int64) throws -> Bool? {
        try connection.first("SELECT muted FROM chat WHERE key = ? AND mute_due = 1", chat) { $0.flag(0) }
    }
}
