import ChatTypes
import Foundation
import RuntimeKit
import Transport

/// The server's state and its journal, which is written before the state changes.
struct ServerLedger {
    private(set) var state = ServerState()
    let environment: ChatEnvironment
    private var journal: JournalFile?
    let era: PositionEra

    /// Reads the journal, and starts a new server if it is missing or empty.
    init(environment: ChatEnvironment, journal: ServerJournal?) throws {
        self.environment = environment
        var state = ServerState()
        self.journal = try journal?.open(into: &state)
        self.state = state
        era = PositionEra(after: state.highestPosition, at: environment.now())
        try begin()
        try sayMissedGoodbye()
    }

    /// Returns a digest that differs if the end of the journal was lost and other changes followed; 0 without a
    /// journal.
    func digest(at sequence: Int) -> UInt32 { journal?.digests.digest(ofFirst: sequence) ?? 0 }

    mutating func openChat(with name: ContactName, at time: Date? = nil) throws -> ChatHeader {
        let time = time ?? environment.now()
        let contact = state.book.person(named: name)
        try commit(.opened(chat: Self.chat(with: contact.id), contact: contact, at: time))
        return ChatHeader(id: Self.chat(with: contact.id), contact: contact, createdAt: time)
    }

    /// Adds a message at the end of a chat.
    mutating func say(
        _ text: String,
        spans: [TextSpan] = [],
        imageCount: Int? = nil,
        attachment: AttachedFile? = nil,
        asking poll: Poll? = nil,
        replyingTo answered: MessageID? = nil,
        inThread root: MessageID? = nil,
        event: ChatEvent? = nil,
        mentioningMe mentionsMe: Bool = false,
        id: MessageID? = nil,
        as author: Author,
        meaning remark: LineKind? = nil,
        inChatAt index: Int,
        at time: Date? = nil
    ) throws -> Message {
        let id = id ?? environment.makeMessageID()
        let last = max(state.chats[index].messages.last?.position.rawValue ?? 0, era.floor)
        let entry = JournaledMessage(
            chat: state.chats[index].header.id,
            id: id,
            author: author,
            text: text,
            spans: spans,
            imageCount: imageCount ?? (attachment?.isPicture == true ? 1 : 0),
            attachment: attachment,
            repliesTo: answered,
            thread: root,
            event: event,
            mentionsMe: mentionsMe ? true : nil,
            poll: poll,
            position: Position(last + Int64(environment.random.integer(in: 1...Int(ServerState.stepLimit)))),
            remark: remark,
            at: state.chats[index].time(notBefore: time ?? environment.now())
        )
        try commit(.said(message: entry))
        guard let message = state.message(id) else { throw ServiceError.unknownMessage }
        return message
    }

    /// Moves a reader's receipt in a thread, or outside threads.
    mutating func read(upTo message: Message, as reader: Author, in thread: MessageID?, inChatAt index: Int) throws {
        let chat = state.chats[index].header.id
        let entry = JournalEntry.read(
            chat: chat,
            reader: reader,
            message: message.id,
            thread: thread,
            at: environment.now()
        )
        try commit(entry)
    }

    /// Changes a message by an annotation, and numbers it: an edit after all earlier edits of the message, a reaction or vote after all
    /// earlier ones to it.
    mutating func annotate(_ message: Message, with outgoing: OutgoingAnnotation, as author: Author) throws
        -> Annotation
    {
        let annotation = Annotation(
            author: author,
            message: message.id,
            kind: outgoing.kind,
            number: number(for: outgoing, of: message)
        )
        try commit(.annotated(chat: outgoing.chat, id: outgoing.id, annotation: annotation, at: environment.now()))
        return annotation
    }

    private func number(for annotation: OutgoingAnnotation, of message: Message) -> Int64 {
        switch annotation.kind {
        case .deletion, .pollEnd: 0
        case .edit: max(message.editNumber, era.floor) + 1
        case .reaction, .vote:
            max(
                state.index(of: annotation.chat).map { state.chats[$0].reactions.highestNumber(to: message.id) } ?? 0,
                era.floor
            ) + 1
        }
    }

    /// Stores the place of one of the user's files.
    mutating func keep(_ file: OutgoingFile, as id: FileID) throws -> FileID {
        let upload = JournaledUpload(id: file.id, file: id, byteCount: file.byteCount, at: environment.now())
        try commit(.uploaded(file: upload))
        return id
    }

    mutating func commit(_ entry: JournalEntry) throws {
        try state.check(entry)
        try journal?.append(entry)
        state.apply(entry)
    }

    /// Runs the first start, in which John writes to the user; completes an interrupted one.
    private mutating func begin() throws {
        let time = environment.now().addingTimeInterval(-500)
        if state.sequence == 0 {
            try commit(.founded(server: environment.random.hexadecimalDigits(wordCount: 1), at: time))
        }
        if state.sequence == 1 { _ = try openChat(with: ContactName(accepting: "John"), at: time) }
        if state.sequence == 2 {
            _ = try say("Hi, you're here too?", as: .contact, meaning: .greeting, inChatAt: 0, at: time)
        }
    }

    /// Says the goodbye that the contact would have said if the server had kept running.
    private mutating func sayMissedGoodbye() throws {
        guard let last = state.lastChange, let index = state.chatOwingGoodbye.flatMap(state.index(of:)) else { return }
        let delay = environment.random.duration(in: GoodbyeTimer.delay) / .seconds(1)
        guard environment.now().timeIntervalSince(last) > delay else { return }
        let line = LineKind.goodbye.line(after: nil, from: environment.random)
        _ = try say(line, as: .contact, meaning: .goodbye, inChatAt: index, at: last.addingTimeInterval(delay))
    }

    /// Returns the ID of the contact's only chat.
    static func chat(with contact: ContactID) -> ChatID {
        ChatID("chat-\(contact)")
    }

    static func chat(of group: OutgoingGroup) -> ChatID {
        ChatID("group:\(group.id)")
    }
}

/// Groups and their members. Memberships are numbered beyond the era's floor, as positions are, so that no number is
/// reused, even if the end of the journal was lost.
extension ServerLedger {
    mutating func beginGroup(_ id: ChatID, title: ContactName, with people: [Contact]) throws -> ChatHeader {
        let group = JournaledGroup(
            chat: id,
            contact: Contact(id: ContactID(id.rawValue), name: title.text),
            members: people,
            number: era.floor + 1,
            at: environment.now()
        )
        try commit(.begun(group: group))
        return ChatHeader(id: id, contact: group.contact, isGroup: true, createdAt: group.at)
    }

    /// Changes a member's membership, with the position at which they joined.
    mutating func setMembership(
        of member: Author,
        called name: String,
        isMember: Bool,
        role: MemberRole? = nil,
        since: Position?,
        decision: JournaledDecision? = nil,
        inChatAt index: Int
    ) throws -> Membership {
        let chat = state.chats[index]
        let membership = Membership(
            member: member,
            name: name,
            isMember: isMember,
            role: role ?? chat.members[member]?.role,
            since: since,
            number: nextNumber(for: member, in: chat)
        )
        try commit(.membership(chat: chat.header.id, of: membership, decision: decision, at: environment.now()))
        return membership
    }

    mutating func forget(_ chat: ChatID) throws {
        try commit(.forgotten(chat: chat, at: environment.now()))
    }

    mutating func setTopic(_ text: String, inChatAt index: Int) throws {
        let chat = state.chats[index]
        let number = nextNumber(for: .me, in: chat)
        try commit(.topic(chat: chat.header.id, topic: text, number: number, at: environment.now()))
    }

    mutating func setPins(_ messages: [MessageID], inChatAt index: Int) throws {
        let chat = state.chats[index]
        let number = max(chat.pins?.number ?? 0, era.floor) + 1
        try commit(.pinned(chat: chat.header.id, messages: messages, number: number, at: environment.now()))
    }

    private func nextNumber(for member: Author, in chat: ServerChat) -> Int64 {
        max(chat.highestNumber(of: member), era.floor) + 1
    }

    mutating func rename(_ chat: ChatID, to name: String) throws {
        try commit(.renamed(chat: chat, name: name, at: environment.now()))
    }
}
