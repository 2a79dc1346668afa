import ChatTypes
import SQLiteKit

/// The column `shown` of a group's members, which has the ID behind a name that looks like another member's.
///
/// Former members count, because their messages are still there.
struct MemberNames {
    /// A stored member, as far as names and memberships are compared with it.
    struct Known {
        let id: ContactID
        let name: String
        let look: String
        let isMember: Bool
        let number: Int64
    }

    let connection: SQLiteConnection

    /// Returns a member's row, and the rows of two others at most whose names have this look. Cost: one statement.
    func find(_ member: ContactID, looking look: String, in chat: Int64) throws -> (known: Known?, alike: [Known]) {
        let rows = try connection.rows(
            """
            SELECT id, name, look, is_member, number FROM member WHERE chat = ?1 AND id = ?2
            UNION ALL SELECT * FROM (SELECT id, name, look, is_member, number FROM member INDEXED BY member_by_look
                WHERE chat = ?1 AND look = ?3 AND ?3 <> '' AND id <> ?2 LIMIT 2)
            """,
            chat,
            member.stored,
            look,
            read: Known.init(row:)
        )
        return (rows.first { $0.id == member }, rows.filter { $0.id != member })
    }

    /// Corrects how others are shown after a member got a name of one look, in place of another; nil for a new member.
    ///
    /// The member's own row is correct already. Cost: a statement for each look that only two members had or have.
    func note(alike: [Known], looking look: String, before former: String?, in chat: Int64) throws {
        if let former, former.hasBytes(of: look) { return }
        // If there are more, they have been shown with their IDs before.
        if alike.count == 1 { try show(alike[0], isShared: true, in: chat) }
        guard let former, !former.isEmpty else { return }
        let left = try connection.rows(
            """
            SELECT id, name, look, is_member, number FROM member INDEXED BY member_by_look
            WHERE chat = ? AND look = ? LIMIT 2
            """,
            chat,
            former,
            read: Known.init(row:)
        )
        if left.count == 1 { try show(left[0], isShared: false, in: chat) }
    }

    private func show(_ member: Known, isShared: Bool, in chat: Int64) throws {
        try connection.run(
            "UPDATE member SET shown = ? WHERE chat = ? AND id = ?",
            Self.shown(member.name, of: member.id, isShared: isShared),
            chat,
            member.id.stored
        )
    }

    /// Returns the value of `shown`; the user's own is not shown.
    static func shown(_ name: String, of member: ContactID, isShared: Bool) -> String {
        member.rawValue.isEmpty ? name : ShownName.of(name, id: member, isShared: isShared)
    }
}

extension MemberNames.Known {
    fileprivate init(row: borrowing Row) {
        self.init(
            id: row.identifier(0),
            name: row.text(1),
            look: row.text(2),
            isMember: row.flag(3),
            number: row.integer(4)
        )
    }
}
