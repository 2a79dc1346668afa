import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Replaces the spaces that a chat is in. Returns whether they are others, or have other names.
    func setSpaces(_ spaces: [ChatSpace], of chat: Int64) throws -> Bool {
        let old = try connection.rows(
            "SELECT id, name FROM space WHERE chat = ? ORDER BY id",
            chat,
            read: ChatSpace.init(row:)
        )
        guard old != spaces else { return false }
        try connection.run("DELETE FROM space WHERE chat = ?", chat)
        for space in spaces {
            try connection.run("INSERT INTO space(chat, id, name) VALUES (?, ?, ?)", chat, space.id.stored, space.name)
        }
        return true
    }
}
