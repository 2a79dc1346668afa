public import ChatTypes

/// Changes of groups: their members, roles, titles, topics and pins, by the user and by contacts.
extension SimulatedChatServer {
    /// Changes a group for the user, or the pins of a chat between two; delivered live, also as a line in the chat. Refuses what the
    /// user's role does not allow.
    package func change(_ change: ChatChange, in chat: ChatID) throws {
        let index = try index(of: chat)
        if case .pin(let message, let isPinned) = change, !ledger.state.chats[index].header.isGroup {
            return try pin(message, isPinned, by: .me, inChatAt: index)
        }
        try self.change(change, by: .me, inChatAt: indexOfGroup(chat, else: .noGroup))
    }

    /// Lets a member change a group, whatever the member's role; delivered live, also as a line in the chat. An empty ID names the
    /// user. Throws a refusal if there is no such group or member.
    public func contactChanges(_ change: ChatChange, in chat: ChatID, by member: ContactID) throws {
        let index = try indexOfGroup(chat)
        let author = try author(member, inChatAt: index)
        try self.change(change, by: author, inChatAt: index)
    }

    private func change(_ change: ChatChange, by author: Author, inChatAt index: Int) throws {
        let chat = ledger.state.chats[index]
        guard let mine = chat.members[author], mine.isMember else { throw ServiceError.notMember }
        if author == .me, !ServerChat.rights(of: mine).contains(change.right) { throw ServiceError.notAllowed }
        switch change {
        case .invite(let name): try invite(name, by: author, toChatAt: index)
        case .remove(let id, let reason): try remove(id, reason, isBan: false, by: author, fromChatAt: index)
        case .ban(let id, let reason): try remove(id, reason, isBan: true, by: author, fromChatAt: index)
        case .unban(let id):
            let member = Self.author(id)
            guard chat.isBanned(member), let known = chat.members[member] else { return }
            let text = "lifted the ban on \(name(of: member, in: chat))"
            try self.change(
                member,
                called: known.name,
                isMember: false,
                since: known.since,
                telling: ServerLine(event: ChatEventText(.removed, text), author: author),
                inChatAt: index
            )
        case .rename(let title):
            let title = try ContactName(accepting: title).text
            guard title != chat.header.contact.name else { return }
            try ledger.rename(chat.header.id, to: title)
            try tell(ServerLine(event: .renamed(to: title), author: author), inChatAt: index)
        case .setTopic(let topic):
            let topic = topic.cut(toBytes: Limits.topicBytes)
            guard topic != chat.topic.text else { return }
            try ledger.setTopic(topic, inChatAt: index)
            try tell(ServerLine(event: .topic(topic), author: author), inChatAt: index)
        case .setRole(let id, let role):
            let member = Self.author(id)
            guard let known = chat.members[member], known.isMember else { throw ServiceError.unknownMember }
            if known.role ?? .member == role { return }
            try check(known, below: mine, author)
            let text = "made \(name(of: member, in: chat)) \(role >= .administrator ? "an" : "a") \(role.word)"
            try self.change(
                member,
                called: known.name,
                isMember: true,
                role: role,
                since: known.since,
                telling: ServerLine(event: ChatEventText(.changed, text), author: author),
                inChatAt: index
            )
        case .pin(let message, let isPinned): try pin(message, isPinned, by: author, inChatAt: index)
        }
    }

    /// Pins a message, or removes its pin. Does nothing if it is so already.
    private func pin(_ message: MessageID, _ isPinned: Bool, by author: Author, inChatAt index: Int) throws {
        let chat = ledger.state.chats[index]
        if isPinned, ledger.state.message(message, in: chat.header.id)?.isDeleted != false {
            throw ServiceError.unknownMessage
        }
        let pins = chat.pins?.messages ?? []
        guard pins.contains(message) != isPinned else { return }
        let changed = isPinned ? pins + [message] : pins.filter { $0 != message }
        try ledger.setPins(ChatPins.bounded(changed), inChatAt: index)
        try tell(ServerLine(event: .pinned, author: author), inChatAt: index)
    }

    /// Adds a person of this server, who accepts at once.
    private func invite(_ name: String, by author: Author, toChatAt index: Int) throws {
        let person =
            try ledger.state.book.contact(ContactID(name))
            ?? ledger.state.book.person(named: ContactName(accepting: name))
        let (chat, member) = (ledger.state.chats[index], Author.member(person.id))
        if chat.isBanned(member) {
            throw ServiceError.refused(.notAllowed, text: "\(person.name) is banned; lift the ban first")
        }
        let line = ServerLine(event: ChatEventText(.invited, "invited \(person.name)"), author: author)
        try join(person, telling: line, inChatAt: index)
    }

    /// Makes a person a member of a group, possibly again; changes nothing for a present member. Throws a refusal if the group is full.
    func join(_ person: Contact, telling line: ServerLine?, inChatAt index: Int) throws {
        let (group, member) = (ledger.state.chats[index], Author.member(person.id))
        let known = group.members[member]
        if known?.isMember == true { return }
        if known == nil, group.members.count >= Limits.members { throw ServiceError.tooManyPeople }
        try change(
            member,
            called: known?.name ?? person.name,
            isMember: true,
            since: group.messages.last?.position,
            telling: line,
            inChatAt: index
        )
    }

    private func remove(_ id: String, _ reason: String, isBan: Bool, by author: Author, fromChatAt index: Int) throws {
        let chat = ledger.state.chats[index]
        let member = Self.author(id)
        guard let known = chat.members[member], known.isMember || isBan else { throw ServiceError.unknownMember }
        try check(known, below: chat.members[author], author)
        let text = "\(isBan ? "banned" : "removed") \(name(of: member, in: chat))"
        let reason = reason.cut(toBytes: Limits.eventBytes)
        try change(
            member,
            called: known.name,
            isMember: false,
            since: known.since,
            decision: JournaledDecision(by: name(of: author, in: chat), reason: reason, isBan: isBan),
            telling: ServerLine(event: ChatEventText(.removed, text, reason: reason), author: author),
            inChatAt: index
        )
        if member == .me { typingAuthors.remove(chat.header.id) }
    }

    /// Refuses if the user would change a person whose role is not lower.
    private func check(_ known: Membership, below mine: Membership?, _ author: Author) throws {
        guard author == .me, known.member != .me else { return }
        if known.role ?? .member >= mine?.role ?? .member { throw ServiceError.notAllowed }
    }

    /// Adds the line about an event; delivered live.
    private func tell(_ line: ServerLine, inChatAt index: Int) throws {
        publish(messages: [try say(line, inChatAt: index)], inChatAt: index)
    }

    /// Adds the line about an event, under an ID of its own unless one is given.
    func say(_ line: ServerLine, as id: MessageID? = nil, inChatAt index: Int) throws -> Message {
        try ledger.say(line.event.text, event: line.event.event, id: id, as: line.author, inChatAt: index)
    }

    /// Returns the line about a person who joins or leaves; nil if this server does not tell it.
    func line(_ event: ChatEvent, of author: Author) -> ServerLine? {
        tellsEvents ? ServerLine(event: ChatEventText(event), author: author) : nil
    }

    private static func author(_ id: String) -> Author { id.isEmpty ? .me : .member(ContactID(id)) }

    private func name(of author: Author, in chat: ServerChat) -> String {
        author == .me ? "you" : chat.members[author]?.name ?? author.member?.rawValue ?? ""
    }
}

/// A line about what a person does.
struct ServerLine: Sendable {
    let event: ChatEventText
    let author: Author
}
