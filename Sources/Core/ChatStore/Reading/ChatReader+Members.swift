public import ChatTypes
import SQLiteKit

extension ChatReader {
    /// Who is in a group, at most `limit` behind the first `offset`: ourselves first, then by name; equal names by id. Empty for
    /// a chat between two. Throws `SQLiteError`. Cost: linear in the page, and in the size of an index in `offset`.
    public func members(of chat: ChatID, offset: Int = 0, limit: Int) throws -> [ChatMember] {
        try connection.rows(
            """
            SELECT id, name FROM member INDEXED BY member_by_name
            WHERE chat = (SELECT key FROM chat WHERE id = ?) AND is_member = 1 ORDER BY name_key, id LIMIT ? OFFSET ?
            """,
            chat.stored,
            max(0, limit),
            offset,
            read: ChatMember.init(row:)
        )
    }

    /// What these are called, in their order, those left out who have no name there. Throws `SQLiteError`. Cost: a step for each.
    public func names(of people: [Author], in chat: ChatID) throws -> [String] {
        try people.compactMap { try name(of: $0, in: chat) }
    }

    /// What someone is called who writes, reads or types in a chat: its contact, or a member of a group, by the id where no name
    /// is known; nil for ourselves, and where there can be no such person. Throws `SQLiteError`. Cost: constant.
    public func name(of author: Author, in chat: ChatID) throws -> String? {
        switch author {
        case .me: nil
        case .contact:
            try connection.first("SELECT name FROM chat WHERE id = ? AND is_group = 0", chat.stored) { $0.text(0) }
        case .member(let member):
            try connection.first(
                """
                SELECT coalesce(nullif(m.name, ''), ?2) FROM chat c LEFT JOIN member m ON m.chat = c.key AND m.id = ?2
                WHERE c.id = ?1 AND c.is_group = 1
                """,
                chat.stored,
                member.stored
            ) { $0.text(0) }
        }
    }
}

extension ChatMember {
    /// From the columns `id, name`.
    fileprivate init(row: borrowing Row) {
        let (member, name): (ContactID, String) = (row.identifier(0), row.text(1))
        let isMe = member.rawValue.isEmpty
        self.init(id: isMe ? .me : .member(member), name: name.isEmpty ? member.rawValue : name)
    }
}
