import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Replaces the pinned messages of a chat, unless the list or a newer one is known.
    func apply(_ pins: ChatPins, in chat: Int64, _ applied: inout AppliedUpdate) throws {
        let changes = try connection.run(
            "UPDATE chat SET pins = ?1 WHERE key = ?2 AND pins < ?1",
            pins.number,
            chat
        )
        guard changes == 1 else { return }
        let old = try self.pins(of: chat)
        guard try setPins(pins.messages, in: chat) else { return }
        applied.isChange = true
        for message in Set(old).symmetricDifference(pins.messages).sorted()
        where try MessageRow.find(message, in: chat, connection) != nil {
            applied.renewed.append(message)
        }
    }

    private func pins(of chat: Int64) throws -> [MessageID] {
        try connection.rows("SELECT message FROM pin WHERE chat = ? ORDER BY place", chat) { $0.identifier(0) }
    }

    /// Replaces the pinned messages of a chat. Returns whether the list is another one.
    func setPins(_ messages: [MessageID], in chat: Int64) throws -> Bool {
        if try pins(of: chat) == messages { return false }
        try connection.run("DELETE FROM pin WHERE chat = ?", chat)
        for (place, message) in messages.enumerated() {
            try connection.run(
                "INSERT OR REPLACE INTO pin(chat, message, place) VALUES (?, ?, ?)",
                chat,
                message.stored,
                place
            )
        }
        return true
    }
}
