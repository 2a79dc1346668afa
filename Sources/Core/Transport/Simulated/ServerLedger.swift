import ChatTypes
import Foundation
import RuntimeKit

/// What the server holds, and its journal: written first, then changed.
struct ServerLedger {
    private(set) var state = ServerState()
    let environment: ChatEnvironment
    private var journal: JournalFile?
    let era: PositionEra

    /// Reads the journal; begins a new server when there is none, or nothing is in it.
    init(environment: ChatEnvironment, journal: ServerJournal?) throws {
        self.environment = environment
        var state = ServerState()
        self.journal = try journal?.open { entry in
            try state.check(entry)
            state.apply(entry)
        }
        self.state = state
        era = PositionEra(after: state.highestPosition, at: environment.now())
        try begin()
        try sayMissedGoodbye()
    }

    /// Differs where the server, after as many changes, holds something else: the last of them may be lost, and others made. 0
    /// without a journal, which loses none.
    func digest(at sequence: Int) -> UInt32 { journal?.digests.digest(ofFirst: sequence) ?? 0 }

    mutating func openChat(with name: ContactName, at time: Date? = nil) throws -> ChatHeader {
        let time = time ?? environment.now()
        let contact = state.book.person(named: name)
        try commit(.opened(chat: Self.chat(with: contact.id), contact: contact, at: time))
        return ChatHeader(id: Self.chat(with: contact.id), contact: contact, createdAt: time)
    }

    /// Adds a message at the end of a chat that exists.
    mutating func say(
        _ text: String,
        imageCount: Int? = nil,
        attachment: AttachedFile? = nil,
        id: MessageID? = nil,
        as author: Author,
        meaning remark: Remark? = nil,
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
            imageCount: imageCount ?? (attachment?.isPicture == true ? 1 : 0),
            attachment: attachment,
            position: Position(last + Int64(environment.random.integer(in: 1...Int(ServerState.stepLimit)))),
            remark: remark,
            at: state.chats[index].time(notBefore: time ?? environment.now())
        )
        try commit(.said(message: entry))
        guard let message = state.message(id) else { throw ServiceError.unknownMessage }
        return message
    }

    /// Moves a reader's receipt.
    mutating func read(upTo message: Message, as reader: Author, inChatAt index: Int) throws {
        let chat = state.chats[index].header.id
        try commit(.read(chat: chat, reader: reader, message: message.id, at: environment.now()))
    }

    /// Changes a message by an annotation, numbered unless it is a deletion.
    mutating func annotate(_ message: Message, with outgoing: OutgoingAnnotation) throws -> Annotation {
        let annotation = Annotation(
            author: message.author,
            message: message.id,
            kind: outgoing.kind,
            number: outgoing.kind == .deletion ? 0 : max(message.editNumber, era.floor) + 1
        )
        let entry = JournaledAnnotation(
            chat: outgoing.chat,
            id: outgoing.id,
            message: message.id,
            kind: annotation.kind,
            number: outgoing.kind == .deletion ? nil : annotation.number,
            at: environment.now()
        )
        try commit(.annotated(annotation: entry))
        return annotation
    }

    /// Keeps in mind where a file of ours is.
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

    /// The first start: John has found us. Goes on where an interrupted first start left off.
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

    /// Says what the contact would have said, had the server not been stopped after we left.
    private mutating func sayMissedGoodbye() throws {
        guard let last = state.lastChange, let index = state.farewellOwed.flatMap(state.index(of:)) else { return }
        let delay = environment.random.duration(in: Farewell.delay) / .seconds(1)
        guard environment.now().timeIntervalSince(last) > delay else { return }
        let line = Remark.goodbye.line(after: nil, from: environment.random)
        _ = try say(line, as: .contact, meaning: .goodbye, inChatAt: index, at: last.addingTimeInterval(delay))
    }

    /// Each contact has one chat.
    static func chat(with contact: ContactID) -> ChatID {
        ChatID("chat-\(contact)")
    }

    static func chat(of group: OutgoingGroup) -> ChatID {
        ChatID("group:\(group.id)")
    }
}
