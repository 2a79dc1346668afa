import ChatTypes
import SQLiteKit

/// The step to the version that knows which names look alike.
extension Schema {
    /// Names of chats had been compared by their letters, and those of members had not been compared.
    static func addLooks(_ connection: SQLiteConnection) throws {
        // A history without groups has just got today's table.
        let columns = try connection.rows("SELECT name FROM pragma_table_info('member')") { $0.text(0) }
        if !columns.contains("look") {
            try connection.execute(
                """
                ALTER TABLE member ADD COLUMN look TEXT NOT NULL DEFAULT '';
                ALTER TABLE member ADD COLUMN shown TEXT NOT NULL DEFAULT '';
                """
            )
            try makeIndexes(["member_by_look"], connection)
        }
        try makeIndexes(["chat_invitation"], connection)
        for table in SchemaText.tables where table.hasPrefix("CREATE TABLE gone(") { try connection.execute(table) }
        for (key, name) in try connection.rows("SELECT key, name FROM chat", read: { ($0.integer(0), $0.text(1)) }) {
            try connection.run("UPDATE chat SET name_key = ? WHERE key = ?", NameLook.key(of: name), key)
        }
        let members = try connection.rows("SELECT chat, id, name FROM member") {
            (chat: $0.integer(0), id: $0.identifier(1) as ContactID, name: $0.text(2))
        }
        let names = MemberNames(connection: connection)
        for (chat, id, name) in members {
            let look = NameLook.key(of: name)
            let alike = try names.find(id, looking: look, in: chat).alike
            try connection.run(
                "UPDATE member SET look = ?, shown = ? WHERE chat = ? AND id = ?",
                look,
                MemberNames.shown(name, of: id, isShared: !alike.isEmpty),
                chat,
                id.stored
            )
            try names.note(alike: alike, looking: look, before: nil, in: chat)
        }
    }
}
