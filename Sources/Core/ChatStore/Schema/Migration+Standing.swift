import ChatTypes
import SQLiteKit

/// The step to the version with the user's standing in each chat, roles and events.
extension Schema {
    /// The names of Matrix rooms had said that the user was invited or had left, and nobody had a role.
    static func addStanding(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            ALTER TABLE chat ADD COLUMN state TEXT NOT NULL DEFAULT 'joined';
            ALTER TABLE chat ADD COLUMN state_person TEXT;
            ALTER TABLE chat ADD COLUMN state_reason TEXT;
            ALTER TABLE chat ADD COLUMN rights INTEGER NOT NULL DEFAULT 63;
            ALTER TABLE chat ADD COLUMN topic TEXT NOT NULL DEFAULT '';
            ALTER TABLE chat ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE message ADD COLUMN event TEXT;
            UPDATE chat SET state = 'left' WHERE is_group = 1
                AND EXISTS (SELECT 1 FROM member WHERE chat = chat.key AND id = '' AND is_member = 0);
            """
        )
        try addColumn("role INTEGER NOT NULL DEFAULT 0", to: "member", connection)
        for (suffix, state) in [(" (invitation)", "invited"), (" (left)", "left"), (" (old room)", "replaced")] {
            let named = try connection.rows(
                "SELECT key, name FROM chat WHERE id LIKE '!%' AND name LIKE '%' || ?",
                suffix
            ) { (key: $0.integer(0), name: $0.text(1)) }
            for (key, name) in named {
                let name = String(name.dropLast(suffix.count))
                try connection.run(
                    "UPDATE chat SET name = ?, name_key = ?, state = ? WHERE key = ?",
                    name,
                    NameLook.key(of: name),
                    state,
                    key
                )
            }
        }
        try connection.execute("DROP TABLE IF EXISTS chat_name")
    }
}
