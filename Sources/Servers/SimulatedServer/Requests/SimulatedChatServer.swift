public import ChatTypes
public import RuntimeKit
import Transport

/// A chat server inside this process, with contacts who answer in chats and in groups.
///
/// It is the authority on order: positions increase strictly and are sparse, and its time never goes back within a
/// chat. With a journal it survives restarts: everything that it acknowledged is in the file. All pauses and all
/// randomness come from its environment.
public actor SimulatedChatServer {
    let environment: ChatEnvironment
    let stopwatch: Stopwatch
    var ledger: ServerLedger
    private let journal: ServerJournal?
    /// Whether joining, leaving and the end of a poll are also told by a line in the chat, as on other servers.
    let tellsEvents: Bool
    let folder: any FileFolder
    var unfinished: [MessageID: UnfinishedFile] = [:]
    var connections = LiveConnections()

    // The contacts' behaviour: see SimulatedContacts.swift.
    let schedule = CoalescingQueue<ScheduledAction>()
    var paces: [Participant: ConversationPace] = [:]
    var conversations: [Int: GroupConversation] = [:]
    var goodbyeTimer = GoodbyeTimer()
    /// The chats in which the user is typing.
    var typingAuthors: Set<ChatID> = []

    /// Starts a server from its journal, or a new one. Without a journal, its state ends with it.
    ///
    /// With `tellsEvents`, joining, leaving and the end of a poll are told by a line in the chat; other changes always are. Throws a
    /// `JournalError` if the journal is damaged, or its file cannot be used.
    public init(environment: ChatEnvironment, journal: ServerJournal? = nil, tellsEvents: Bool = false) throws {
        self.environment = environment
        self.journal = journal
        self.tellsEvents = tellsEvents
        stopwatch = Stopwatch(clock: environment.clock)
        ledger = try ServerLedger(environment: environment, journal: journal)
        folder = Self.folder(beside: journal)
        Self.tidy(folder, keeping: ledger.state)
        (conversations, paces) = Self.life(in: ledger.state, at: stopwatch.now, random: environment.random)
    }

    /// Forgets everything and reads the journal again, like a restarted process.
    ///
    /// The caller must break its connections. Throws the errors of `init`.
    package func restart() throws {
        ledger = try ServerLedger(environment: environment, journal: journal)
        unfinished = [:]
        Self.tidy(folder, keeping: ledger.state)
        (goodbyeTimer, typingAuthors) = (GoodbyeTimer(), [])
        schedule.drain()
        (conversations, paces) = Self.life(in: ledger.state, at: stopwatch.now, random: environment.random)
        scheduleActions()
    }

    /// The chats, in the order in which they were opened.
    public var chats: [ChatHeader] { ledger.state.chats.map(\.header) }

    /// Returns the messages of a chat in the server's order; empty if there is no such chat.
    public func log(of chat: ChatID) -> [Message] {
        ledger.state.index(of: chat).map { ledger.state.chats[$0].messages } ?? []
    }

    /// Returns the messages that the user may know: of a group that the user has left, as they were then.
    public func knownLog(of chat: ChatID) -> [Message] {
        ledger.state.index(of: chat).map { ledger.state.chats[$0].knownMessages } ?? []
    }

    /// Returns everything that set or removed a reaction in a chat, voted in a poll there or ended one, in order.
    package func reactionAndPollLog(of chat: ChatID) -> [Annotation] {
        ledger.state.index(of: chat).map { ledger.state.chats[$0].reactionAndPollLog } ?? []
    }

    /// Returns the latest membership of all present and former members of a group, the user first; empty if there is
    /// no such group.
    public func members(of chat: ChatID) -> [Membership] {
        ledger.state.index(of: chat).map { ledger.state.chats[$0].members.values } ?? []
    }

    /// Returns the user's standing in a group, with its topic; nil between two.
    package func standing(of chat: ChatID) -> ChatStanding? {
        ledger.state.index(of: chat).flatMap { ledger.state.chats[$0].standing?.value }
    }

    /// Returns the message up to which a reader has read a chat outside threads, or one of its threads.
    public func newestRead(by reader: Author, in chat: ChatID, thread: MessageID? = nil) -> MessageID? {
        ledger.state.index(of: chat).flatMap { ledger.state.chats[$0].marker(of: reader, in: thread)?.message }
    }

    /// The number of push connections and sockets that the server believes to be open.
    public var connectionCount: Int { connections.count }

    /// Whether the user is typing in a chat.
    public func isTyping(in chat: ChatID) -> Bool { typingAuthors.contains(chat) }

    /// Forgets in which chats the user is typing, as a server does after some seconds.
    public func forgetTyping() { typingAuthors = [] }
}
