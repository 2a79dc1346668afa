import ChatTypes
import SQLiteKit

extension ChatWriter {
    /// Applies a membership, unless a newer one is known.
    ///
    /// Stores no new member beyond `Limits.members`. Former members count as well, because their messages show their
    /// names.
    func apply(
        _ membership: Membership,
        into record: inout ChatRow,
        _ applied: inout AppliedUpdate,
        isRestored: Bool = false
    ) throws {
        guard record.isGroup, membership.member != .contact else { return }
        let (id, name) = (membership.member.member ?? ContactID(""), membership.name)
        let (names, look) = (MemberNames(connection: connection), NameLook.key(of: name))
        let (known, alike) = try names.find(id, looking: look, in: record.key)
        guard known.map({ $0.number < membership.number }) ?? record.hasRoom else { return }
        try connection.run(
            """
            INSERT INTO member(chat, id, name, name_key, is_member, since, number, marker, role, look, shown)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ifnull(?9, 0), ?10, ?11)
            ON CONFLICT DO UPDATE SET name = excluded.name, name_key = excluded.name_key, is_member = excluded.is_member,
                since = excluded.since, number = excluded.number, role = ifnull(?9, role), look = excluded.look,
                shown = excluded.shown
            """,
            record.key,
            id.stored,
            name,
            membership.member.sortingKey(named: membership.name),
            membership.isMember,
            membership.since?.rawValue ?? .min,
            membership.number,
            Int64.min,
            membership.role?.rawValue,
            look,
            MemberNames.shown(name, of: id, isShared: !alike.isEmpty)
        )
        try names.note(alike: alike, looking: look, before: known?.look, in: record.key)
        if membership.member == .me, try noteMembership(membership, in: record.key, isRestored: isRestored) {
            applied.isStateChange = true
        }
        if known == nil { record.members += 1 }
        record.people += (membership.isMember ? 1 : 0) - (known?.isMember == true ? 1 : 0)
        record.hasMemberRead = true
        applied.isChange = true
    }

    /// Moves a member's marker forward, whether or not the membership is known. Returns false if the marker was there
    /// already, or further.
    @discardableResult
    func advance(_ member: ContactID, to position: Int64, in record: inout ChatRow) throws -> Bool {
        guard try keep(member, in: &record) else { return false }
        let changes = try connection.run(
            "UPDATE member SET marker = ?1 WHERE chat = ?2 AND id = ?3 AND marker < ?1",
            position,
            record.key,
            member.stored
        )
        guard changes == 1 else { return false }
        record.hasMemberRead = true
        return true
    }

    /// Ensures a row for a person whose membership may not have arrived. Returns false if there is no room for it.
    func keep(_ member: ContactID, named name: String = "", in record: inout ChatRow) throws -> Bool {
        let isKnown = try connection.first(
            "SELECT 1 FROM member WHERE chat = ? AND id = ?",
            record.key,
            member.stored
        ) { _ in true }
        if isKnown != nil { return true }
        guard record.hasRoom else { return false }
        try addRow(of: .member(member), named: name, isMember: false, in: record.key)
        record.members += 1
        return true
    }

    /// Turns the chat into a group that includes the user.
    ///
    /// Attributes what the contact of a chat between two wrote and read to the contact as a member. A chat that was
    /// always a group has no such contact, but an ID of its own, so its messages stay without a sender. Cost: linear
    /// in the chat's history, once in its life.
    func makeGroup(_ record: inout ChatRow, as header: ChatHeader) throws {
        let contact: ContactID? = try connection.first("SELECT contact FROM chat WHERE key = ?", record.key) {
            $0.identifier(0)
        }
        try addOwnRow(in: &record)
        if let contact, contact != header.contact.id {
            try give(to: contact, whatTheContactWroteIn: record.key)
            if try keep(contact, named: record.name, in: &record), let marker = record.theirMarker {
                try advance(contact, to: marker, in: &record)
            }
        }
        // The group's members are not known yet.
        (record.theirMarker, record.isFresh) = (nil, true)
        try connection.run(
            "UPDATE chat SET is_group = 1, contact = ?, people = ?, members = ?, their_marker = NULL WHERE key = ?",
            header.contact.id.stored,
            record.people,
            record.members,
            record.key
        )
    }

    /// Adds the user's row. The user counts as a member until told otherwise.
    func addOwnRow(in record: inout ChatRow) throws {
        try addRow(of: .me, named: "", isMember: true, in: record.key)
        (record.isGroup, record.people, record.members) = (true, 1, 1)
    }

    private func addRow(of member: Author, named name: String, isMember: Bool, in chat: Int64) throws {
        let (id, look) = (member.member ?? ContactID(""), NameLook.key(of: name))
        let names = MemberNames(connection: connection)
        let alike = name.isEmpty ? [] : try names.find(id, looking: look, in: chat).alike
        let changes = try connection.run(
            """
            INSERT OR IGNORE INTO member(chat, id, name, name_key, is_member, since, number, marker, look, shown)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?6, ?7, ?8)
            """,
            chat,
            id.stored,
            name,
            member.sortingKey(named: name),
            isMember,
            Int64.min,
            look,
            MemberNames.shown(name, of: id, isShared: !alike.isEmpty)
        )
        if changes == 1 { try names.note(alike: alike, looking: look, before: nil, in: chat) }
    }

    private func give(to contact: ContactID, whatTheContactWroteIn chat: Int64) throws {
        try connection.run("UPDATE message SET sender = ? WHERE chat = ? AND mine = 0", contact.stored, chat)
        try connection.run(
            "UPDATE OR IGNORE thread_reader SET sender = ? WHERE chat = ? AND sender = ''",
            contact.stored,
            chat
        )
        try connection.run("UPDATE awaited_receipt SET sender = ? WHERE chat = ? AND mine = 0", contact.stored, chat)
        try connection.run("UPDATE annotation SET sender = ? WHERE chat = ? AND mine = 0", contact.stored, chat)
        try connection.run("UPDATE OR IGNORE reaction SET sender = ? WHERE chat = ? AND mine = 0", contact.stored, chat)
        try connection.run("UPDATE OR IGNORE vote SET sender = ? WHERE chat = ? AND mine = 0", contact.stored, chat)
    }
}

extension Author {
    /// The key that sorts members: the user first, then by the displayed names.
    fileprivate func sortingKey(named name: String) -> String {
        guard let member else { return "" }
        return ContactName.key(of: name.isEmpty ? member.rawValue : name)
    }
}
