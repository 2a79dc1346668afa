public import ChatTypes
public import RuntimeKit

/// A chat server that exists only in this process, with contacts who answer, each by themselves and in groups.
///
/// It is the authority on order: positions are strictly increasing and sparse, and its time never goes back within a
/// chat. On a journal it survives restarts; whatever it has answered for is in the file. All pauses and all
/// randomness come from its environment.
public actor SimulatedServer {
    let environment: ChatEnvironment
    let stopwatch: Stopwatch
    var ledger: ServerLedger
    private let journal: ServerJournal?
    let folder: any FileFolder
    var unfinished: [MessageID: UnfinishedFile] = [:]
    var lines = LiveLines()

    // The contacts' life: see SimulatedContacts.swift.
    let agenda = CoalescingQueue<Appointment>()
    var paces: [Seat: ConversationPace] = [:]
    var talks: [Int: GroupTalk] = [:]
    var farewell = Farewell()
    /// Where we have said that we type.
    var typists: Set<ChatID> = []

    /// Starts a server on what its journal holds, or a new one; without a journal everything is gone with it.
    ///
    /// Throws a `JournalError` when the journal is damaged, or its file cannot be used.
    public init(environment: ChatEnvironment, journal: ServerJournal? = nil) throws {
        self.environment = environment
        self.journal = journal
        stopwatch = Stopwatch(clock: environment.clock)
        ledger = try ServerLedger(environment: environment, journal: journal)
        folder = Self.folder(beside: journal)
        Self.tidy(folder, keeping: ledger.state)
        (talks, paces) = Self.life(in: ledger.state, at: stopwatch.now, random: environment.random)
    }

    /// Forgets everything and reads its journal again, as a process would that was stopped and started.
    ///
    /// Its connections are for the caller to break. Throws what `init` throws.
    package func restart() throws {
        ledger = try ServerLedger(environment: environment, journal: journal)
        unfinished = [:]
        Self.tidy(folder, keeping: ledger.state)
        (farewell, typists) = (Farewell(), [])
        agenda.takeWaiting()
        (talks, paces) = Self.life(in: ledger.state, at: stopwatch.now, random: environment.random)
        makeAppointments()
    }

    /// The chats, in the order in which they were opened.
    public var chats: [ChatHeader] { ledger.state.chats.map(\.header) }

    /// The messages of a chat in the server's order; empty when there is no such chat.
    public func log(of chat: ChatID) -> [Message] {
        ledger.state.index(of: chat).map { ledger.state.chats[$0].messages } ?? []
    }

    /// The messages of a chat as far as they are ours to know: of a group that we left, as they were then.
    public func knownLog(of chat: ChatID) -> [Message] {
        ledger.state.index(of: chat).map { ledger.state.chats[$0].knownMessages } ?? []
    }

    /// The latest membership of everyone who is or was in a group, ourselves first; empty when there is no such group.
    public func members(of chat: ChatID) -> [Membership] {
        ledger.state.index(of: chat).map { ledger.state.chats[$0].members.values } ?? []
    }

    /// The message up to which a reader has read a chat.
    public func newestRead(by reader: Author, in chat: ChatID) -> MessageID? {
        ledger.state.index(of: chat).flatMap { ledger.state.chats[$0].markers[reader]?.message }
    }

    /// How many push connections and sockets the server believes to be open.
    public var connectionCount: Int { lines.count }

    /// Whether we have said last that we type in a chat.
    public func isTyping(in chat: ChatID) -> Bool { typists.contains(chat) }

    /// Forgets where we have said that we type, as a server does after some seconds.
    public func forgetTyping() { typists = [] }
}
