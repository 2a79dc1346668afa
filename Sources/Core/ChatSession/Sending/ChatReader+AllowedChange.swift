import ChatStore
import ChatTypes
import Transport

extension ChatReader {
    /// Returns a change with its person given by ID, if the user's role allows it.
    ///
    /// Refuses a change that the role does not allow, a person whom the chat does not have, a name that several have, and a person
    /// whose role is not lower than the user's. A person to invite may be anyone, and one to remove or to let in again anyone with a
    /// Matrix ID: the server decides. Throws a refusal, `SessionError.unknownChat` or `SQLiteError`.
    func allowed(_ change: ChatChange, in chat: ChatID) throws -> ChatChange {
        guard let standing = try standing(in: chat) else { throw SessionError.unknownChat }
        if let objection = standing.objection(to: change) { throw ServiceError.refused(.notAllowed, text: objection) }
        if case .rename(let title) = change, let error = ContactName(title).error {
            throw ServiceError.refused(.invalidName, text: Self.text(of: error))
        }
        guard let name = change.person, change.right != .invite else { return change }
        let found = try members(named: name, in: chat)
        guard let member = found.first, let id = member.id.member else {
            if name.isMatrixID { return change }
            throw ServiceError.refused(.unknownMember, text: "Nobody here is called \(name)")
        }
        guard found.count == 1 else {
            let ids = found.compactMap(\.id.member?.rawValue).joined(separator: ", ")
            throw ServiceError.refused(
                .ambiguousName,
                text: "Several people here are called \(name): write one of \(ids)"
            )
        }
        try check(change, concerning: member, in: chat)
        return change.concerning(id)
    }

    /// Throws a refusal unless the user's role is higher than the person's, and not lower than a role to be given.
    private func check(_ change: ChatChange, concerning member: ChatMember, in chat: ChatID) throws {
        let own = try role(of: .me, in: chat)
        // Without roles there is nothing to compare, and the server decides.
        guard own > .member else { return }
        if case .unban = change { return }
        if member.role >= own {
            let text = "\(member.name) has the role \(member.role.word), which is not lower than yours"
            throw ServiceError.refused(.notAllowed, text: text)
        }
        if case .setRole(_, let role) = change, role > own {
            throw ServiceError.refused(.notAllowed, text: "You cannot give a higher role than your own")
        }
    }

    private static func text(of error: ContactName.NameError) -> String {
        switch error {
        case .empty: "A title is needed"
        case .tooLong(let limit): "A title can have at most \(limit) characters"
        case .unprintable: "A title cannot contain control characters or direction marks"
        }
    }
}
