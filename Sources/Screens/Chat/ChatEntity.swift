public import ChatTypes
public import Foundation
public import RuntimeKit

/// A window onto a chat.
public struct ChatWindow: Sendable, Equatable {
    /// The contact; for a group, its title.
    public let contact: Contact
    /// `nil` in a chat of two.
    public let group: GroupState?
    /// The user's state and rights, and the topic.
    public let standing: ChatStanding
    /// The ID that tells the chat from others of the same name; `nil` if no other has it.
    public let distinction: String?
    /// The messages in display order.
    public internal(set) var messages: [ChatMessage]
    /// Whether the history has earlier messages.
    public let hasStoredEarlier: Bool
    /// Whether the chat has earlier messages, in the history or on the server.
    public let hasEarlier: Bool
    /// Whether later messages follow.
    public let hasLater: Bool
    /// The first unread message of the chat, in the window or not; `nil` if there is none, or it is unknown.
    public let firstUnread: MessageID?
    /// The saved draft; empty if there is none.
    public let draft: String
    /// The saved replies and edits that the user has begun, the newest last.
    public let unfinished: [UnfinishedText]
    /// Whether the user looks at this chat: it is on top, and the app has focus.
    public let isLookedAt: Bool
    /// The messages of the chat that notify the user, and are part of the badge.
    public let notifications: NotificationMode
    /// The marks that the user set on the chat.
    public let marks: Set<ChatMark>
    /// The names of the people who are typing.
    public let typingAuthors: [String]
    /// The end-to-end encryption; `nil` if the chat is not encrypted.
    public var encryption: ChatEncryption?
    /// Whether the server encrypts chats, so that one without encryption says so.
    public var canBeEncrypted = false
    /// Whether `encryption` cannot be read: the chat may be encrypted.
    public var isEncryptionUnknown = false
    /// Whether the chat, or the thread, counts as unread although no message here does: a call, an edit that mentions the user, or outside
    /// threads an answer in one.
    public var hasUnreadRest = false

    public init(
        contact: Contact,
        group: GroupState? = nil,
        standing: ChatStanding = ChatStanding(),
        distinction: String? = nil,
        messages: [ChatMessage] = [],
        hasStoredEarlier: Bool = false,
        hasEarlier: Bool = false,
        hasLater: Bool = false,
        firstUnread: MessageID? = nil,
        draft: String = "",
        unfinished: [UnfinishedText] = [],
        isLookedAt: Bool = true,
        notifications: NotificationMode = .all,
        marks: Set<ChatMark> = [],
        typingAuthors: [String] = [],
        encryption: ChatEncryption? = nil
    ) {
        self.contact = contact
        self.group = group
        (self.standing, self.distinction) = (standing, distinction)
        self.messages = messages
        self.hasStoredEarlier = hasStoredEarlier
        self.hasEarlier = hasEarlier
        self.hasLater = hasLater
        self.firstUnread = firstUnread
        (self.draft, self.unfinished) = (draft, unfinished)
        self.isLookedAt = isLookedAt
        self.notifications = notifications
        self.marks = marks
        self.typingAuthors = typingAuthors
        self.encryption = encryption
    }

    /// Whether the chat is muted.
    public var isMuted: Bool { notifications == .muted }

    /// Whether the user can write here: not in a chat that they have left, were put out of, or have not joined.
    var canWrite: Bool { group?.hasLeft != true && !standing.state.isOver && !standing.state.isInvitation }

    /// Whether the identity of somebody here has changed, which the user has to acknowledge before writing.
    var hasChangedPeople: Bool { encryption?.changedPeople.isEmpty == false }
}

/// The messages that this screen shows, and what is written among them: those of a chat, or of one of its threads.
///
/// A thread is another model of the same chat. Errors are those of `ChatModel`.
public protocol ChatTimelineModel: Sendable {
    /// The part of a chat that the messages are of.
    var part: TimelinePart { get }

    /// Returns a query of a chat's messages, which gives `nil` if there is no such chat.
    func messages(of chat: ChatID, _ window: MessageWindow) async -> LiveQuery<MessageWindow, QueryResult<ChatWindow?>>

    /// Keeps the chat's socket connected for as long as the caller's task runs, after marking the rest as read as `markRestRead(in:)` does.
    func connect(to chat: ChatID) async

    /// Queues a text and returns the message's id.
    ///
    /// When this returns, the message is on disk and is sent whether or not the screen stays. If this throws, it is
    /// never sent.
    @discardableResult
    func send(_ text: String, to chat: ChatID) async throws -> MessageID

    /// Queues a text that answers a message, and returns its id; otherwise as `send(_:to:)`. A draft other than the text stays; a
    /// reply to the message that was begun is dropped.
    @discardableResult
    func reply(_ text: String, to message: MessageID, in chat: ChatID) async throws -> MessageID

    /// Copies a file, queues a message with it and an optional text, and returns the message's id. A draft equal to
    /// the text is emptied.
    ///
    /// The file is queued at once, behind earlier ones, and sent whether or not the screen stays. A cancelled caller
    /// gets a `CancellationError` and the file is still sent. When this returns, the original may be deleted. If it
    /// throws any other error, such as a `FileError`, the file is never sent.
    @discardableResult
    func send(fileAt path: String, text: String, to chat: ChatID) async throws -> MessageID

    /// Queues a message that asks a poll, and returns its id; a draft stays.
    @discardableResult
    func send(_ poll: Poll, to chat: ChatID) async throws -> MessageID

    /// Returns the newest message that mentions the user, or the newest such before a message; `nil` if there is none.
    func mention(before message: MessageID?, in chat: ChatID) async throws -> MessageID?

    /// Loads messages from the server until every one from a time on is in the history. Does nothing if all are. Throws
    /// `SessionError.stillLoading` after a while, behind which the next call goes on.
    func loadMessages(since time: Date, in chat: ChatID) async throws

    /// Returns the first message in the history from a time on; `nil` if there is none.
    func firstMessage(since time: Date, in chat: ChatID) async throws -> MessageID?

    /// Marks everything up to a message as read; the server is told whether or not the screen stays. Messages that
    /// are read already are ignored.
    ///
    /// Returns `false` and does nothing if the user no longer looks at the chat.
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws -> Bool

    /// Marks as read what counts besides the messages, which are read. Does nothing if the user no longer looks at the chat.
    func markRestRead(in chat: ChatID) async

    /// Loads a page of earlier messages from the server. Does nothing if the history reaches the start of the chat.
    func loadEarlier(in chat: ChatID) async throws

    /// Saves the chat's draft on disk, or with a target a reply or an edit that the user has begun, until it changes or is sent. Empty for
    /// none.
    func saveDraft(_ text: String, of target: DraftTarget?, in chat: ChatID) async throws
}

extension ChatTimelineModel {
    /// The messages outside threads, as of a chat's own screen.
    public var part: TimelinePart { .main }
}

/// The model that this screen needs. Methods that throw, throw a `StorageProblem`, a `ServiceError` or a
/// `SessionError`; those that take a text, also a `TextError`.
///
/// Methods are `async` so that an actor or a `@MainActor` class can be the model. An implementation that does not
/// wait can leave `async` out.
public protocol ChatModel: ChatTimelineModel {
    /// Requests the download of a message's file. It goes on whether or not the screen stays; repeated requests have
    /// no effect. Throws a `FileError` if the file cannot be downloaded.
    func download(_ message: MessageID, in chat: ChatID) async throws

    /// Cancels the download of a message's file and deletes the part received. A complete file stays.
    func cancelDownload(of message: MessageID, in chat: ChatID) async throws

    /// Copies a message's complete file to a path. Never overwrites a file; a failure leaves none. Throws a
    /// `FileError`, a `StorageProblem` about the path, or a `CancellationError`.
    func saveFile(of message: MessageID, in chat: ChatID, to path: String) async throws

    /// Queues a failed message again under its own id. Does nothing unless sending failed.
    func resend(_ message: MessageID, in chat: ChatID) async throws

    /// Queues all failed messages again, and tries at once what waits for its next attempt.
    func resendAll(in chat: ChatID) async throws

    /// Deletes one of the user's own messages, sent or waiting; the server is told whether or not the screen stays.
    /// Ignores messages of others.
    func delete(_ message: MessageID, in chat: ChatID) async throws

    /// Changes the text of one of the user's own messages, sent or waiting; the server is told whether or not the
    /// screen stays. Ignores messages of others and deleted ones. Drops an edit of it that was begun.
    func edit(_ message: MessageID, to text: String, in chat: ChatID) async throws

    /// Sets the user's reaction to a message, or removes it if it is set; the server is told whether or not the screen
    /// stays. Ignores deleted messages.
    func react(_ text: String, to message: MessageID, in chat: ChatID) async throws

    /// Sends a copy of a message to the chat of that name, as the user's own, and returns what that chat is called; `nil` if there is none.
    /// A note stands in a line above the text. Throws a `FileError` for a file that can be neither sent on nor downloaded.
    func forward(_ message: MessageID, of chat: ChatID, toChatNamed name: String, note: String?) async throws -> String?

    /// Sets the user's vote in a poll to the answers at some indices, none to take it back; the server is told whether or not the screen
    /// stays. Ignores a poll that has ended.
    func vote(_ answers: [Int], in message: MessageID, of chat: ChatID) async throws

    /// Ends one of the user's own polls; the server is told whether or not the screen stays. Ignores any other message.
    func endPoll(_ message: MessageID, in chat: ChatID) async throws

    /// Sets what of the chat notifies the user and is part of the badge.
    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws

    /// Sets or removes a mark of the chat; the server is told whether or not the screen stays.
    func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws

    /// Joins the chat on the server, leaves it, or declines an invitation. Throws a `ServiceError`.
    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws

    /// Changes the group on the server: its members and their roles, its title or its topic; or what is pinned. Throws a `ServiceError`.
    func change(_ change: ChatChange, in chat: ChatID) async throws

    /// Encrypts the chat, or changes the trust in its people and devices. Throws a `ServiceError`, or an error of the store.
    func changeEncryption(_ change: EncryptionChange, in chat: ChatID) async throws

    /// Reports that the user is typing; the server is told at most every few seconds.
    func noteTyping(in chat: ChatID) async

    /// Reports that the user types no more: the text is empty, a command, or left. A sent text ends typing by itself.
    func endTyping(in chat: ChatID) async
}
