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
        let sockets = byPush ? [] : lines.sockets(of: header.id)
        for line in sockets.isEmpty && !isOwn ? lines.pushes : sockets {
            line.posted.post(LiveLine.Posted(update: update, time: stopwatch.now))
        }
    }
}
