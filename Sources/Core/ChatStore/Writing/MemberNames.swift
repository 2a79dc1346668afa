import ChatTypes
import SQLiteKit

/// The column `shown` of a group's members, which has the ID behind a name that looks like another member's.
///
/// Former members count, because their messages are still there.
struct MemberNames {
    let connection: SQLiteConnection

    /// Corrects the shown names after a member got a name with a look in place of one with another; nil for a new member.
    ///
    /// The member's own row has the name as it is shown if no other looks like it. Cost: constant.
    func note(_ member: ContactID, named name: String, looking look: String, before former: String?, in chat: Int64)
        throws
    {
        if let former, former.hasBytes(of: look) {
            // The name is another one, and looks like the same others.
            return try show(
                name,
                of: member,
                isShared: try members(looking: look, limit: 2, in: chat).count > 1,
                in: chat
            )
        }
        let alike = try members(looking: look, limit: 3, in: chat)
        if alike.count == 2 { for other in alike { try show(other.name, of: other.id, isShared: true, in: chat) } }
        // The others have been shown with their IDs before.
        if alike.count > 2 { try show(name, of: member, isShared: true, in: chat) }
        let left = try former.map { try members(looking: $0, limit: 2, in: chat) } ?? []
        if left.count == 1 { try show(left[0].name, of: left[0].id, isShared: false, in: chat) }
    }

    private func members(looking look: String, limit: Int, in chat: Int64) throws -> [(id: ContactID, name: String)] {
        if look.isEmpty { return [] }
        return try connection.rows(
            "SELECT id, name FROM member INDEXED BY member_by_look WHERE chat = ? AND look = ? LIMIT ?",
            chat,
            look,
            limit
        ) { (id: $0.identifier(0), name: $0.text(1)) }
    }

    private func show(_ name: String, of member: ContactID, isShared: Bool, in chat: Int64) throws {
        try connection.run(
            "UPDATE member SET shown = ? WHERE chat = ? AND id = ?",
            Self.shown(name, of: member, isShared: isShared),
            chat,
            member.stored
        )
    }

    /// Returns the value of `shown`; the user's own is not shown.
    static func shown(_ name: String, of member: ContactID, isShared: Bool = false) -> String {
        member.rawValue.isEmpty ? name : ShownName.of(name, id: member, isShared: isShared)
    }
}
