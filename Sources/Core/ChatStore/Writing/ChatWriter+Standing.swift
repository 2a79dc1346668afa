public import ChatTypes
import SQLiteKit

/// The user's standing in a chat: state, rights and topic, of which the highest number counts.
extension ChatWriter {
    /// Applies a standing, unless a newer one is known. One of the same number refines what a membership has said.
    func apply(_ standing: NumberedStanding, into record: inout ChatRow, _ applied: inout AppliedUpdate) throws {
        let (value, number) = (standing.value, standing.number)
        guard let old = try self.standing(of: record.key), old.number <= number else { return }
        try connection.run(
            """
            UPDATE chat SET state = ?, state_person = ?, state_reason = ?, rights = ?, topic = ?, standing = ? WHERE key = ?
            """,
            value.state.word,
            value.state.person,
            value.state.reason,
            value.rights.rawValue,
            value.topic,
            number,
            record.key
        )
        guard old.value != value else { return }
        applied.isChange = true
        if value.state != old.value.state { applied.isStateChange = true }
        if value.state != old.value.state, value.state.isRemoval { applied.removal = value.state }
        if value.state.isInvitation, !old.value.state.isInvitation { applied.invitation = value.state }
    }

    /// Notes that the user has accepted the invitation to a chat, before a sync says so.
    ///
    /// Standings below `number`, the number of the user's new standing, do not count any more: the invitation may be on its way again, with
    /// another name of its sender.
    public func noteAcceptance(of chat: ChatID, number: Int64?) throws {
        guard try read({ try $0.standing(in: chat) })?.state.isInvitation == true else { return }
        try connection.run(
            """
            UPDATE chat SET state = ?1, state_person = NULL, state_reason = NULL, standing = MAX(standing, IFNULL(?2, 0))
            WHERE id = ?3
            """,
            ChatState.joined.word,
            number,
            chat.stored
        )
    }

    /// Notes that the user is in a group, or is not, if the source says nothing more about it. Returns whether that is a change.
    ///
    /// A restored membership says only that a member has left.
    func noteMembership(_ membership: Membership, in chat: Int64, isRestored: Bool) throws -> Bool {
        try connection.run(
            """
            UPDATE chat SET state = ?1, state_person = NULL, state_reason = NULL, standing = ?2
            WHERE key = ?3 AND standing < ?2 AND (state IN ('left', 'removed', 'banned')) = ?4
                AND (?5 = 0 OR ?4 = 0 AND state = 'joined')
            """,
            (membership.isMember ? ChatState.joined : .left).word,
            membership.number,
            chat,
            membership.isMember,
            isRestored
        ) == 1
    }

    private func standing(of chat: Int64) throws -> NumberedStanding? {
        try connection.first(
            "SELECT state, state_person, state_reason, rights, topic, standing FROM chat WHERE key = ?",
            chat
        ) { NumberedStanding(ChatStanding(row: $0, StandingColumns(at: 0)), number: $0.integer(5)) }
    }
}

extension ChatReader {
    /// Returns the members of a group whose ID is `text` or whose name looks like it: of present and former ones the present, at most
    /// ten. A Matrix ID is never taken for a name, nor one name for another that only looks like it. Throws `SQLiteError`. Cost: linear in
    /// the members.
    public func members(named text: String, in chat: ChatID) throws -> [ChatMember] {
        let text = MatrixLink.name(in: text)
        let found = try connection.rows(
            """
            SELECT id, shown, role, is_member, name FROM member WHERE chat = (SELECT key FROM chat WHERE id = ?1) AND id <> ''
                AND (id = ?2 OR ?3 AND look = ?4) ORDER BY is_member DESC, id LIMIT 10
            """,
            chat.stored,
            text,
            !text.isMatrixID,
            NameLook.key(of: text)
        ) { row in
            (
                member: ChatMember(row: row), isMember: row.flag(3),
                isMeant: Contact(id: row.identifier(0), name: row.text(4)).goes(by: text)
            )
        }
        let present = found.filter(\.isMember)
        let named = present.isEmpty ? found : present
        // The only one whose name looks like it may have another name.
        return named.count == 1 && !named[0].isMeant ? [] : named.map(\.member)
    }

    /// Returns a member's role in a group; that of the user for `.me`. Throws `SQLiteError`. Cost: constant.
    public func role(of member: Author, in chat: ChatID) throws -> MemberRole {
        try connection.first(
            "SELECT role FROM member WHERE chat = (SELECT key FROM chat WHERE id = ?) AND id = ?",
            chat.stored,
            member.senderKey
        ) { MemberRole(rawValue: $0.integer(0)) } ?? .member
    }

    /// Returns the user's standing in a chat; nil if there is no such chat. Throws `SQLiteError`. Cost: constant.
    public func standing(in chat: ChatID) throws -> ChatStanding? {
        try connection.first(
            "SELECT state, state_person, state_reason, rights, topic FROM chat WHERE id = ?",
            chat.stored
        ) { ChatStanding(row: $0, StandingColumns(at: 0)) }
    }
}
