package import ChatTypes

/// How groups begin, and how we leave them.
extension SimulatedServer {
    package func createGroup(_ group: OutgoingGroup) throws -> ChatHeader {
        let chat = ServerLedger.chat(of: group)
        if let index = ledger.state.index(of: chat) { return ledger.state.chats[index].header }
        let title = try ContactName(accepting: group.title)
        let names = try group.names.map { name throws(ServiceError) in try ContactName(accepting: name) }
        let people = ledger.state.book.people(named: names)
        if people.isEmpty { throw ServiceError.tooFewPeople }
        if people.count >= Limits.members { throw ServiceError.tooManyPeople }
        let header = try ledger.beginGroup(chat, title: title, with: people)
        let index = try index(of: chat)
        publish(memberships: ledger.state.chats[index].members.values, inChatAt: index)
        return header
    }

    package func setMembership(_ membership: ChatMembership, in chat: ChatID) throws {
        let index = try indexOfGroup(chat)
        let isMember = membership == .join
        guard let known = ledger.state.chats[index].members[.me], known.isMember != isMember else { return }
        typists.remove(chat)
        // What was said while we were away is ours to read, too, once we are back: nothing of it is kept from us.
        try change(.me, called: known.name, isMember: isMember, since: known.since, inChatAt: index)
    }

    /// Says how someone stands in a group from now on; delivered live.
    func change(
        _ member: Author,
        called name: String,
        isMember: Bool,
        since: Position?,
        inChatAt index: Int
    ) throws {
        let membership = try ledger.setMembership(
            of: member,
            called: name,
            isMember: isMember,
            since: since,
            inChatAt: index
        )
        publish(memberships: [membership], inChatAt: index, isLast: member == .me)
    }

    /// Throws for a chat between two, whose members never change.
    func indexOfGroup(_ chat: ChatID) throws(ServiceError) -> Int {
        let index = try index(of: chat)
        guard ledger.state.chats[index].header.isGroup else { throw .noMembership }
        return index
    }
}
