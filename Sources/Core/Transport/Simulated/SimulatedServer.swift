/// A chat server that exists only in this process, with contacts who answer.
///
/// It is the authority on order: positions are strictly increasing and sparse, and its time never goes back within a
/// chat. On a journal it survives restarts; whatever it has answered for is in the file. All pauses and all
/// randomness come from its environment.
public actor SimulatedServer {
    let environment: ChatEnvironment
    let stopwatch: Stopwatch
    var ledger: ServerLedger
    private let journal: ServerJournal?
    var lines = LiveLines()

    // The contacts' life: see SimulatedContacts.swift.
    let agenda = Mailbox<Appointment>()
    var paces: [Int: ConversationPace] = [:]
    var farewell = Farewell()
    /// Where we have said that we type.
    var typists: Set<ChatID> = []

    /// Starts a server on what its journal holds, or a new one; without a journal everything is gone with it.
    ///
    /// Throws a `JournalError` when the journal cannot be opened or is damaged, or what its file throws.
    public init(environment: ChatEnvironment, journal: ServerJournal? = nil) throws {
        self.environment = environment
        self.journal = journal
        stopwatch = Stopwatch(clock: environment.clock)
        ledger = try ServerLedger(environment: environment, journal: journal)
        for (index, chat) in ledger.state.chats.enumerated() {
            guard let newest = chat.lastOwn, !chat.hasRead(.contact, upTo: newest.position) else { continue }
            paces[index, default: ConversationPace()].hear(at: .zero, random: environment.random)
        }
    }

    /// Forgets everything and reads its journal again, as a process would that was stopped and started.
    ///
    /// Its connections are for the caller to break. Throws what `init` throws.
    package func restart() throws {
        ledger = try ServerLedger(environment: environment, journal: journal)
    }

    /// The chats, in the order in which they were opened.
    public var chats: [ChatHeader] { ledger.state.chats.map(\.header) }

    /// The messages of a chat in the server's order; empty when there is no such chat.
    public func log(of chat: ChatID) -> [Message] {
        ledger.state.index(of: chat).map { ledger.state.chats[$0].messages } ?? []
    }

    /// The message up to which a reader has read a chat.
    public func newestRead(by reader: Author, in chat: ChatID) -> MessageID? {
        ledger.state.index(of: chat).flatMap { ledger.state.chats[$0].markers[reader]?.message }
    }

    /// How many push connections and sockets the server believes to be open.
    public var connectionCount: Int { lines.count }

    /// Lets the contact of a chat write; delivered live as any message.
    ///
    /// Without an id it gets one of the server's. Throws a refusal when there is no such chat, and what the journal's file
    /// throws.
    @discardableResult
    public func contactWrites(
        _ text: String,
        imageCount: Int = 0,
        as id: MessageID? = nil,
        in chat: ChatID
    ) throws -> Message {
        let index = try index(of: chat)
        let message = try ledger.say(text, imageCount: imageCount, id: id, as: .contact, inChatAt: index)
        publish(messages: [message], inChatAt: index)
        return message
    }

    /// Lets the contact read up to a message, or up to our newest; delivered live as any receipt.
    ///
    /// Throws a refusal when there is no such chat or message, and what the journal's file throws.
    public func contactReads(upTo message: MessageID? = nil, in chat: ChatID) throws {
        let index = try index(of: chat)
        if let message {
            try read(upTo: message, as: .contact, inChatAt: index)
        } else if let newest = ledger.state.chats[index].lastOwn {
            try read(upTo: newest.id, as: .contact, inChatAt: index)
        }
    }

    /// Lets the contact take a message of theirs back; delivered live.
    ///
    /// Throws a refusal when there is no such message of theirs, and what the journal's file throws.
    public func contactRemoves(_ message: MessageID, in chat: ChatID) throws {
        try remove(message, as: .contact, inChatAt: try index(of: chat))
    }

    /// Lets the contact change the text of a message of theirs; delivered live.
    ///
    /// Throws a refusal when there is no such message of theirs, and what the journal's file throws.
    @discardableResult
    public func contactEdits(_ message: MessageID, to text: String, in chat: ChatID) throws -> Edit {
        try edit(message, to: text, id: nil, as: .contact, inChatAt: try index(of: chat))
    }

    /// Lets the contact begin or stop to type; told live, and kept nowhere. Throws a refusal when there is no such chat.
    public func contactTypes(_ isTyping: Bool = true, in chat: ChatID) throws {
        publish(.typing(isTyping, by: .contact, in: chat), inChatAt: try index(of: chat))
    }

    /// Whether we have said last that we type in a chat.
    public func isTyping(in chat: ChatID) -> Bool { typists.contains(chat) }

    /// Forgets where we have said that we type, as a server does after some seconds.
    public func forgetTyping() { typists = [] }

    func index(of chat: ChatID) throws(ServiceError) -> Int {
        guard let index = ledger.state.index(of: chat) else { throw .unknownChat }
        return index
    }

    func read(upTo id: MessageID, as reader: Author, inChatAt index: Int) throws {
        guard let message = ledger.state.message(id, in: ledger.state.chats[index].header.id) else {
            throw ServiceError.unknownMessage
        }
        guard try ledger.read(upTo: message, as: reader, inChatAt: index) else { return }
        publish(receipts: [ReadReceipt(reader: reader, message: id)], inChatAt: index, isOwn: reader == .me)
    }

    /// A message of an author's own.
    private func message(_ id: MessageID, of author: Author, inChatAt index: Int) throws(ServiceError) -> Message {
        let message = ledger.state.message(id, in: ledger.state.chats[index].header.id)
        guard let message, message.author == author else { throw .unknownMessage }
        return message
    }

    func edit(_ id: MessageID, to text: String, id editID: MessageID?, as author: Author, inChatAt index: Int) throws
        -> Edit
    {
        let message = try message(id, of: author, inChatAt: index)
        guard !message.isRemoved else { throw ServiceError.unknownMessage }
        let edit = try ledger.edit(message, to: text, id: editID, inChatAt: index)
        let update = ChatUpdate(chat: ledger.state.chats[index].header, edits: [edit])
        publish(.update(update), inChatAt: index, isOwn: author == .me)
        return edit
    }

    func remove(_ id: MessageID, as author: Author, inChatAt index: Int) throws {
        let message = try message(id, of: author, inChatAt: index)
        guard try ledger.remove(message, inChatAt: index) else { return }
        let update = ChatUpdate(
            chat: ledger.state.chats[index].header,
            removals: [Removal(author: author, message: id)]
        )
        publish(.update(update), inChatAt: index, isOwn: author == .me)
    }

    /// Gives news away: to the chat's sockets when one is open, by push otherwise. Our own doings are not pushed.
    func publish(
        messages: [Message] = [],
        receipts: [ReadReceipt] = [],
        inChatAt index: Int,
        isOwn: Bool = false,
        byPush: Bool = false
    ) {
        let header = ledger.state.chats[index].header
        let update = ChatUpdate(chat: header, messages: messages, receipts: receipts)
        publish(.update(update), inChatAt: index, isOwn: isOwn, byPush: byPush)
    }

    private func publish(
        _ news: LiveLine.News,
        inChatAt index: Int,
        isOwn: Bool = false,
        byPush: Bool = false
    ) {
        let sockets = byPush ? [] : lines.sockets(of: ledger.state.chats[index].header.id)
        for line in sockets.isEmpty && !isOwn ? lines.pushes : sockets {
            line.posted.post(LiveLine.Posted(news: news, time: stopwatch.now))
        }
    }
}
