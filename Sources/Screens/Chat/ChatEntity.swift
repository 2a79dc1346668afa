public import ChatTypes
public import RuntimeKit

/// A window onto a chat.
public struct ChatWindow: Sendable, Equatable {
    /// Who the chat is with; of a group, its title.
    public let contact: Contact
    /// Nil between two.
    public let group: GroupState?
    /// In the order in which they are to be shown.
    public let messages: [ChatMessage]
    /// Whether earlier messages are held than these.
    public let hasStoredEarlier: Bool
    /// Whether there is more before these, held or not.
    public let hasEarlier: Bool
    /// Whether there is more behind these.
    public let hasLater: Bool
    /// The first message of the chat that is unread, in the window or not; nil when there is none, or it is not known.
    public let firstUnread: MessageID?
    /// What was typed and not sent, as the model has it; empty for none.
    public let draft: String
    /// Whether a person is looking at this chat: it is on top, and the app has focus.
    public let isLookedAt: Bool
    /// Whether its messages are neither announced nor counted in the badge.
    public let isMuted: Bool
    /// What those are called who type.
    public let typists: [String]

    public init(
        contact: Contact,
        group: GroupState? = nil,
        messages: [ChatMessage] = [],
        hasStoredEarlier: Bool = false,
        hasEarlier: Bool = false,
        hasLater: Bool = false,
        firstUnread: MessageID? = nil,
        draft: String = "",
        isLookedAt: Bool = true,
        isMuted: Bool = false,
        typists: [String] = []
    ) {
        self.contact = contact
        self.group = group
        self.messages = messages
        self.hasStoredEarlier = hasStoredEarlier
        self.hasEarlier = hasEarlier
        self.hasLater = hasLater
        self.firstUnread = firstUnread
        self.draft = draft
        self.isLookedAt = isLookedAt
        self.isMuted = isMuted
        self.typists = typists
    }

    /// Whether anything can be written here: not in a group that we have left.
    var canWrite: Bool { group?.hasLeft != true }
}

/// The shared model, as far as this screen needs it. What throws, throws a `StorageProblem`, a `ServiceError` or a
/// `SessionError`; what takes a text, a `TextError` as well.
///
/// Required as `async` so that an actor or a `@MainActor` class can be the model; written without it where nothing waits.
public protocol ChatModel: Sendable {
    /// The messages of a chat that are asked for, with how the model stands; nil when there is no such chat.
    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>>

    /// Keeps the chat's socket connected for as long as the caller's task runs.
    func connect(to chat: ChatID) async

    /// Queues a text, and returns the id under which it is shown and sent.
    ///
    /// Once this returns, it is on disk: it is sent whether or not the screen stays. When this throws, it is never sent.
    @discardableResult
    func send(_ text: String, to chat: ChatID) async throws -> MessageID

    /// Copies a file, queues a message that carries it, with a text or without, and returns the message's id. A draft that is
    /// that very text is emptied then.
    ///
    /// The file is given at once, behind those that were given before, and sent whether or not the screen stays: who is cancelled
    /// waits no longer, and is thrown a `CancellationError`. Once this returns, the original may go away. When it throws anything
    /// else, a `FileError` as well, the file is never sent.
    @discardableResult
    func send(fileAt path: String, text: String, to chat: ChatID) async throws -> MessageID

    /// Wants a message's file: it is fetched whether or not the screen stays, once, however often it is wanted. Throws a `FileError`
    /// for one that cannot be fetched.
    func fetch(_ message: MessageID, in chat: ChatID) async throws

    /// Wants a message's file no more; what has come of it is forgotten, unless all of it has.
    func cancelFetch(of message: MessageID, in chat: ChatID) async throws

    /// Queues a failed message once more, under its own id; one that has not failed is left alone.
    func resend(_ message: MessageID, in chat: ChatID) async throws

    /// Takes one of our own messages back, sent or waiting; the server is told whether or not the screen stays. What is no
    /// message of ours is left alone.
    func unsend(_ message: MessageID, in chat: ChatID) async throws

    /// Changes the text of one of our own messages, sent or waiting; the server is told whether or not the screen stays. What is
    /// no message of ours, or was taken back, is left alone.
    func edit(_ message: MessageID, to text: String, in chat: ChatID) async throws

    /// Says whether the chat is muted: its messages are not announced, and no part of the badge.
    func setMuted(_ isMuted: Bool, in chat: ChatID) async throws

    /// Says that a person types; the server is told at most every few seconds.
    func noteTyping(in chat: ChatID) async

    /// Says that everything up to a message has been seen; the server is told whether or not the screen stays. What is read
    /// already is no mistake.
    ///
    /// False, and nothing done, when the chat is no longer being looked at.
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool

    /// Brings a page of earlier messages in from the server; nothing, when the conversation starts with what is held.
    func loadEarlier(in chat: ChatID) async throws

    /// Keeps what is typed but not sent, on disk, until it is changed, a text is sent, or that very text with a file. Empty for
    /// none.
    func saveDraft(_ text: String, in chat: ChatID) async throws
}
