public import ChatTypes
import RuntimeKit
import Transport

/// Actions of contacts, for tests and hosts.
///
/// In a group, `member` names the contact; between two it must be nil. All methods throw a refusal if there is no
/// such chat or member, or the member has left, and the errors of the journal's file.
extension SimulatedChatServer {
    /// Lets a contact write a message, which may answer another, stand in a thread and mention the user; delivered live. Without an ID, the server makes one.
    @discardableResult
    public func contactWrites(
        _ text: String,
        spans: [TextSpan] = [],
        imageCount: Int = 0,
        replyingTo answered: MessageID? = nil,
        inThread root: MessageID? = nil,
        mentioningMe mentionsMe: Bool = false,
        as id: MessageID? = nil,
        in chat: ChatID,
        by member: ContactID? = nil
    ) throws -> Message {
        let index = try index(of: chat)
        let author = try author(member, inChatAt: index)
        let message = try ledger.say(
            text,
            spans: spans,
            imageCount: imageCount,
            replyingTo: answered,
            inThread: root,
            mentioningMe: mentionsMe,
            id: id,
            as: author,
            inChatAt: index
        )
        publish(messages: [message], inChatAt: index)
        return message
    }

    /// Lets a contact read up to a message, or up to the user's newest in each thread and outside; delivered live.
    ///
    /// Throws a refusal if there is no such message, or if it is older than the member's joining.
    public func contactReads(upTo message: MessageID? = nil, in chat: ChatID, by member: ContactID? = nil) throws {
        let index = try index(of: chat)
        let author = try author(member, inChatAt: index)
        if let message {
            let thread = ledger.state.message(message, in: chat)?.thread
            return try read(upTo: message, as: author, in: thread, inChatAt: index)
        }
        for newest in ledger.state.chats[index].newestMessages(by: .me)
        where ledger.state.chats[index].isReadable(newest.position, by: author) {
            try read(upTo: newest.id, as: author, in: newest.thread, inChatAt: index)
        }
    }

    /// Lets a contact delete one of their messages; delivered live. Throws a refusal if they have no such message.
    public func contactRemoves(_ message: MessageID, in chat: ChatID, by member: ContactID? = nil) throws {
        let author = try author(member, inChatAt: index(of: chat))
        _ = try annotate(.deletion(of: message, in: chat), as: author)
    }

    /// Lets a contact edit one of their messages; delivered live. Throws a refusal if they have no such message.
    @discardableResult
    public func contactEdits(
        _ message: MessageID,
        to text: String,
        spans: [TextSpan] = [],
        in chat: ChatID,
        by member: ContactID? = nil
    ) throws -> Annotation {
        let author = try author(member, inChatAt: index(of: chat))
        let id = environment.makeMessageID()
        let kind = Annotation.Kind.edit(text: text, spans: spans)
        return try annotate(OutgoingAnnotation(id: id, of: message, in: chat, kind: kind), as: author)
    }

    /// Lets a contact set or remove a reaction to any message; delivered live. Throws a refusal if there is no such message.
    @discardableResult
    public func contactReacts(
        _ text: String,
        isSet: Bool = true,
        to message: MessageID,
        in chat: ChatID,
        by member: ContactID? = nil
    ) throws -> Annotation {
        let author = try author(member, inChatAt: index(of: chat))
        let id = environment.makeMessageID()
        let kind = Annotation.Kind.reaction(text: text, isSet: isSet)
        return try annotate(OutgoingAnnotation(id: id, of: message, in: chat, kind: kind), as: author)
    }

    /// Lets a contact ask a poll; delivered live.
    @discardableResult
    public func contactAsks(_ poll: Poll, as id: MessageID? = nil, in chat: ChatID, by member: ContactID? = nil) throws
        -> Message
    {
        let index = try index(of: chat)
        let author = try author(member, inChatAt: index)
        let message = try ledger.say(poll.text, asking: poll, id: id, as: author, inChatAt: index)
        publish(messages: [message], inChatAt: index)
        return message
    }

    /// Lets a contact vote in a poll for the answers with some IDs; delivered live. Throws a refusal if there is no such poll, or if it has
    /// ended.
    @discardableResult
    public func contactVotes(
        for answers: [String],
        in message: MessageID,
        of chat: ChatID,
        by member: ContactID? = nil
    ) throws -> Annotation {
        let author = try author(member, inChatAt: index(of: chat))
        let kind = Annotation.Kind.vote(answers: answers)
        let id = environment.makeMessageID()
        return try annotate(OutgoingAnnotation(id: id, of: message, in: chat, kind: kind), as: author)
    }

    /// Lets a contact end one of their polls; delivered live. Throws a refusal if they have no such poll.
    @discardableResult
    public func contactEndsPoll(_ message: MessageID, in chat: ChatID, by member: ContactID? = nil) throws -> Annotation
    {
        let author = try author(member, inChatAt: index(of: chat))
        let id = environment.makeMessageID()
        return try annotate(OutgoingAnnotation(id: id, of: message, in: chat, kind: .pollEnd), as: author)
    }

    /// Lets a contact start or stop typing; delivered live, and stored nowhere.
    public func contactTypes(_ isTyping: Bool = true, in chat: ChatID, by member: ContactID? = nil) throws {
        let index = try index(of: chat)
        publish(.typing(isTyping, by: try author(member, inChatAt: index), in: chat), inChatAt: index)
    }

    /// Lets a person join a group, possibly again; delivered live. Changes nothing for a present member.
    ///
    /// Throws a refusal if the name is not allowed, or the group is full.
    @discardableResult
    public func contactJoins(_ name: String, in chat: ChatID) throws -> ContactID {
        let index = try indexOfGroup(chat)
        let person = ledger.state.book.person(named: try ContactName(accepting: name))
        try join(person, telling: line(.joined, of: .member(person.id)), inChatAt: index)
        return person.id
    }

    /// Lets a member leave a group; delivered live.
    public func contactLeaves(_ member: ContactID, in chat: ChatID) throws {
        let index = try indexOfGroup(chat)
        let author = try author(member, inChatAt: index)
        guard let known = ledger.state.chats[index].members[author] else { throw ServiceError.unknownMember }
        try change(
            author,
            called: known.name,
            isMember: false,
            since: known.since,
            telling: line(.left, of: author),
            inChatAt: index
        )
    }

    /// Changes a contact's name in a chat; delivered live. The contact can still be found under the old name.
    ///
    /// Throws a refusal if the name is not allowed.
    public func contactRenames(_ member: ContactID? = nil, to name: String, in chat: ChatID) throws {
        let index = try index(of: chat)
        let author = try author(member, inChatAt: index)
        let name = try ContactName(accepting: name).text
        if let known = ledger.state.chats[index].members[author] {
            guard name != known.name else { return }
            try change(author, called: name, isMember: true, since: known.since, inChatAt: index)
        } else if name != ledger.state.chats[index].header.contact.name {
            try ledger.rename(chat, to: name)
            publish(inChatAt: index)
        }
    }

    /// Returns the author: the contact between two, a present member in a group.
    func author(_ member: ContactID?, inChatAt index: Int) throws(ServiceError) -> Author {
        let chat = ledger.state.chats[index]
        guard chat.header.isGroup else {
            guard member == nil else { throw .unknownMember }
            return .contact
        }
        guard let member, chat.members[.member(member)] != nil else { throw .unknownMember }
        guard chat.admits(.member(member)) else { throw .notMember }
        return .member(member)
    }
}

/// Creating and leaving groups.
extension SimulatedChatServer {
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
        if membership == .forget, ledger.state.chats[index].members[.me]?.isMember == true {
            throw ServiceError.refused(.noMembership, text: "Leave the group first")
        }
        if membership == .forget, !ledger.state.chats[index].isForgotten { return try ledger.forget(chat) }
        guard let known = ledger.state.chats[index].members[.me], known.isMember != isMember else { return }
        if isMember, ledger.state.chats[index].isBanned(.me) { throw ServiceError.banned }
        typingAuthors.remove(chat)
        // The user may read everything that was said during the absence, once back.
        try change(
            .me,
            called: known.name,
            isMember: isMember,
            since: known.since,
            telling: line(isMember ? .joined : .left, of: .me),
            inChatAt: index
        )
    }

    /// Changes a membership, with a line about it if one is given; both are delivered live in one update.
    func change(
        _ member: Author,
        called name: String,
        isMember: Bool,
        role: MemberRole? = nil,
        since: Position?,
        decision: JournaledDecision? = nil,
        telling line: ServerLine? = nil,
        inChatAt index: Int
    ) throws {
        // A person who leaves sees the line, and one who joins does, too.
        var lines = isMember ? [] : try line.map { [try say($0, inChatAt: index)] } ?? []
        let membership = try ledger.setMembership(
            of: member,
            called: name,
            isMember: isMember,
            role: role,
            since: since,
            decision: decision,
            inChatAt: index
        )
        if isMember, let line { lines = [try say(line, inChatAt: index)] }
        publish(messages: lines, memberships: [membership], inChatAt: index, isLast: member == .me)
    }

    /// Returns the index of a group. Throws the refusal for a chat between two, whose members and title never change.
    func indexOfGroup(_ chat: ChatID, else refusal: ServiceError = .noMembership) throws(ServiceError) -> Int {
        let index = try index(of: chat)
        guard ledger.state.chats[index].header.isGroup else { throw refusal }
        return index
    }
}
