public import ChatTypes
import RuntimeKit

/// What contacts can be made to do.
///
/// In a group it has to be said which member does it; between two, only the contact can. All of it throws a refusal when
/// there is no such chat or member, or they are in the group no more, and what the journal's file throws.
extension SimulatedServer {
    /// Lets a contact write; delivered live as any message. Without an id it gets one of the server's.
    @discardableResult
    public func contactWrites(
        _ text: String,
        imageCount: Int = 0,
        as id: MessageID? = nil,
        in chat: ChatID,
        by member: ContactID? = nil
    ) throws -> Message {
        let index = try index(of: chat)
        let author = try author(member, inChatAt: index)
        let message = try ledger.say(text, imageCount: imageCount, id: id, as: author, inChatAt: index)
        publish(messages: [message], inChatAt: index)
        return message
    }

    /// Lets a contact read up to a message, or up to our newest; delivered live as any receipt.
    ///
    /// Throws a refusal when there is no such message, or it stood there before they came in.
    public func contactReads(upTo message: MessageID? = nil, in chat: ChatID, by member: ContactID? = nil) throws {
        let index = try index(of: chat)
        let author = try author(member, inChatAt: index)
        if let message {
            try read(upTo: message, as: author, inChatAt: index)
        } else if let newest = ledger.state.chats[index].newestMessage(by: .me),
            ledger.state.chats[index].isReadable(newest.position, by: author)
        {
            try read(upTo: newest.id, as: author, inChatAt: index)
        }
    }

    /// Lets a contact delete one of their messages; delivered live. Throws a refusal when there is no such message of theirs.
    public func contactRemoves(_ message: MessageID, in chat: ChatID, by member: ContactID? = nil) throws {
        let author = try author(member, inChatAt: index(of: chat))
        _ = try annotate(.deletion(of: message, in: chat), as: author)
    }

    /// Lets a contact change the text of a message of theirs; delivered live. Throws a refusal when there is no such message
    /// of theirs.
    @discardableResult
    public func contactEdits(
        _ message: MessageID,
        to text: String,
        in chat: ChatID,
        by member: ContactID? = nil
    ) throws -> Annotation {
        let author = try author(member, inChatAt: index(of: chat))
        let id = environment.makeMessageID()
        return try annotate(OutgoingAnnotation(id: id, of: message, in: chat, kind: .edit(text: text)), as: author)
    }

    /// Lets a contact begin or stop to type; told live, and kept nowhere.
    public func contactTypes(_ isTyping: Bool = true, in chat: ChatID, by member: ContactID? = nil) throws {
        let index = try index(of: chat)
        publish(.typing(isTyping, by: try author(member, inChatAt: index), in: chat), inChatAt: index)
    }

    /// Lets someone come into a group, perhaps again; delivered live. Who is in it already stays as they are.
    ///
    /// Throws a refusal when nobody can have that name, or the group is full.
    @discardableResult
    public func contactJoins(_ name: String, in chat: ChatID) throws -> ContactID {
        let index = try indexOfGroup(chat)
        let person = ledger.state.book.person(named: try ContactName(accepting: name))
        let (group, member) = (ledger.state.chats[index], Author.member(person.id))
        let known = group.members[member]
        if known?.isMember == true { return person.id }
        if known == nil, group.members.count >= Limits.members { throw ServiceError.tooManyPeople }
        let since = group.messages.last?.position
        try change(member, called: known?.name ?? person.name, isMember: true, since: since, inChatAt: index)
        return person.id
    }

    /// Lets a member leave a group; delivered live.
    public func contactLeaves(_ member: ContactID, in chat: ChatID) throws {
        let index = try indexOfGroup(chat)
        let author = try author(member, inChatAt: index)
        guard let known = ledger.state.chats[index].members[author] else { throw ServiceError.unknownMember }
        try change(author, called: known.name, isMember: false, since: known.since, inChatAt: index)
    }

    /// Gives a contact another name in a chat; delivered live. They are still found by the one that they had.
    ///
    /// Throws a refusal when nobody can have that name.
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

    /// Who is meant: between two the contact, in a group a member who is in it.
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
