import ChatTypes

extension ChatWriter {
    /// Takes back what was known of a member, unless something newer is known by now. Throws as `restore(_:)`.
    func restore(_ member: HistoryRecord.MemberRecord) throws -> Bool {
        guard member.chat.rawValue.isUsableID, member.member != .contact, member.member.isUsable else {
            throw RestoreError.unusableID
        }
        for position in [member.since, member.read] { try check(position) }
        guard let old = try EditedChat.find(member.chat, in: connection) else {
            throw RestoreError.unknownChat(member.chat)
        }
        guard old.isGroup else { throw RestoreError.noGroup(member.chat) }
        let membership = Membership(
            member: member.member,
            name: member.name,
            isMember: member.left != true,
            since: member.since,
            // The lowest number: of a record without one, only the name counts.
            number: member.number ?? 1
        )
        guard let bounded = membership.bounded() else { throw RestoreError.impossibleNumber(membership.number) }
        var (record, applied) = (old, AppliedUpdate())
        if let id = member.member.member, try !keep(id, named: bounded.name, in: &record) {
            throw RestoreError.tooManyMembers
        }
        if member.number != nil { try apply(bounded, into: &record, &applied) }
        if let id = member.member.member, let position = member.read?.rawValue {
            try advance(id, to: position, in: &record)
        }
        if record.hasMemberRead { try record.renewTheirMarker(in: connection) }
        try record.save(replacing: old, in: connection)
        return record.hasMemberRead || record.members != old.members
    }
}
