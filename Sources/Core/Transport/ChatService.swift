public import ChatTypes

/// The server's GET and POST side.
///
/// Every request throws a `ServiceError`, or a `CancellationError` when the caller's task is cancelled. All requests
/// are idempotent: a second `send` with the same ID, or a second `createChat` with the same name, returns what the
/// first one made.
public protocol ChatService: Sendable {
    /// Whether updates have the server's `unreadCount`, so that no history must be requested to count unread messages.
    var countsUnread: Bool { get }

    /// The end-to-end encryption of the server's chats; nil if there is none.
    var encryptionService: (any EncryptionService)? { get }

    /// Whether a cursor is from the middle of a first sync, so that chats are still missing.
    func isPartial(_ cursor: SyncCursor) -> Bool

    /// Whether a new chat is encrypted unless the user wants otherwise; nil if the server's chats cannot be.
    var encryptsNewChats: Bool? { get }

    /// GET: returns what changed since `cursor`, or everything without one.
    func sync(since cursor: SyncCursor?) async throws -> SyncPage

    /// GET: returns the part of a chat's history that ends at `cursor`.
    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage

    /// GET: returns at most `limit` people whose names match `text` (see `Contact.matches(_:)`).
    func contacts(matching text: String, limit: Int) async throws -> [Contact]

    /// GET: returns a contact's picture; nil if there is none.
    func picture(of contact: ContactID) async throws -> Picture?

    /// POST: opens the chat with the contact of that name, or Matrix ID, and creates it if there is none that the user is in or invited to.
    func createChat(with name: String) async throws -> ChatHeader

    /// POST: opens the chat as `createChat(with:)` does. A chat that has to be created is encrypted as the user wants; nil leaves it to
    /// the account's setting.
    func createChat(with name: String, isEncrypted: Bool?) async throws -> ChatHeader

    /// POST: creates a group of the user and the named contacts; returns the same group for the same ID. Refused as
    /// `tooFewPeople` without anyone else, as `invalidName` if a name or the title is not allowed.
    func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader

    /// Returns how many bytes of a text must go before a message in a chat can have it; 0 if it fits. Asks no server.
    func excess(of text: FormattedText, in chat: ChatID) async -> Int

    /// POST: accepts a message; returns it with its position and the server's time.
    func send(_ message: OutgoingMessage) async throws -> Message

    /// POST: marks messages as read up to and including one: all, those outside threads, or those of a thread. An empty ID stands for all
    /// of a chat whose unread count has no message.
    func markRead(_ chat: ChatID, upTo message: MessageID, in scope: ReceiptScope) async throws

    /// POST: edits or deletes one of the user's messages, or sets or removes the user's reaction to any message.
    ///
    /// Returns the annotation with the server's number, and the same one for each repetition under the same ID. The refusal is
    /// `unknownMessage` for a message that the server does not have, and for an edit of or a reaction to a deleted one. A reaction that
    /// is set already, or removed, stays as it is.
    @discardableResult
    func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation

    /// POST: uploads a file in parts and returns its place; returns the same place for the same ID.
    ///
    /// `read` returns at most that many bytes from an offset, fewer only at the end; bytes that were read count as
    /// sent. A server that already has a part may continue after it. Throws the errors of `read`, too.
    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID

    /// GET: passes a file's bytes from `offset` on to `receive`, in order and part by part, and returns at the end.
    ///
    /// Throws if the connection breaks before that. Throws the errors of `receive`, too.
    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws

    /// Whether a message to a chat may name a file of another chat where it is: an encrypted file only where the message is encrypted as
    /// well, and another one only where it is not.
    func canReuse(_ file: FileID, in chat: ChatID) async throws -> Bool

    /// POST: says whether the user is typing in a chat. The server forgets it after some seconds.
    func setTyping(_ isTyping: Bool, in chat: ChatID) async throws

    /// POST: sets what of a chat notifies the user, on all devices of the account.
    func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws

    /// POST: sets or removes a mark of a chat, on all devices of the account.
    func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws

    /// POST: says whether the user is looking at the app.
    func setPresence(_ presence: Presence) async throws

    /// POST: joins a chat that the user is invited to, leaves a chat, or forgets one that the user has left. Leaving an invitation
    /// declines it.
    ///
    /// Returns the number of the user's standing that follows, if a sync has brought it: standings of lower numbers, which may still be
    /// on their way, are of before.
    @discardableResult
    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws -> Int64?

    /// POST: changes a group's members, their roles, its title or its topic, or what is pinned in any chat. A person to invite is given by name or ID, any other
    /// person by ID. Refused as `notAllowed` if the user's role does not allow it.
    func change(_ change: ChatChange, in chat: ChatID) async throws

    /// GET: returns the chat with an alias; nil if there is none.
    func chat(withAlias alias: String) async throws -> ChatID?

    /// GET: returns the people whom the account ignores on all its devices.
    func ignoredPeople() async throws -> [Contact]

    /// POST: ignores a person on all devices of the account, or hears them again. Nothing new of an ignored person arrives.
    func setIgnored(_ isIgnored: Bool, _ person: ContactID) async throws
}

/// Returns at most `count` bytes of a file from `offset` on; fewer only at its end.
public typealias FileReading = @Sendable (_ offset: Int64, _ count: Int) async throws -> [UInt8]

/// Receives the next bytes of a file.
public typealias FileReceiving = @Sendable (_ bytes: [UInt8]) async throws -> Void

extension ChatService {
    /// False, as for a server that does not count.
    public var countsUnread: Bool { false }

    /// None, as for a server without end-to-end encryption.
    public var encryptionService: (any EncryptionService)? { nil }

    /// False, as for a server whose first sync is one page.
    public func isPartial(_ cursor: SyncCursor) -> Bool { false }

    /// Marks messages outside threads as read.
    public func markRead(_ chat: ChatID, upTo message: MessageID) async throws {
        try await markRead(chat, upTo: message, in: .main)
    }

    /// None, as for a server that takes every text within `OutgoingMessage.textLimit`.
    public func excess(of text: FormattedText, in chat: ChatID) async -> Int { 0 }

    /// None, as for a server without end-to-end encryption.
    public var encryptsNewChats: Bool? { nil }

    /// Creates a chat as a server without a choice does.
    public func createChat(with name: String, isEncrypted: Bool?) async throws -> ChatHeader {
        try await createChat(with: name)
    }

    /// Refuses, as a server does whose messages never change.
    public func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        let code: RefusalCode = annotation.kind == .deletion ? .noDeletion : .noEdit
        throw ServiceError.refused(code, text: "This server's messages cannot be changed")
    }

    /// Refuses, as a server without groups does.
    public func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader {
        throw ServiceError.refused(.noGroup, text: "This server has no groups")
    }

    /// True, as on a server without end-to-end encryption.
    public func canReuse(_ file: FileID, in chat: ChatID) async throws -> Bool { true }

    /// Refuses, as a server without files does.
    public func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        throw ServiceError.refused(.noFiles, text: "This server takes no files")
    }

    /// Refuses, as a server without files does.
    public func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        throw ServiceError.refused(.noFiles, text: "This server gives no files")
    }

    /// Does nothing, as a server without typing notices does.
    public func setTyping(_ isTyping: Bool, in chat: ChatID) async throws {}

    /// Does nothing, as a server does that leaves notifications to each device.
    public func setNotifications(_ mode: NotificationMode, in chat: ChatID) async throws {}

    /// Does nothing, as a server does that leaves marks to each device.
    public func set(_ mark: ChatMark, to isSet: Bool, in chat: ChatID) async throws {}

    /// Refuses, as a server without groups does.
    public func change(_ change: ChatChange, in chat: ChatID) async throws {
        throw ServiceError.refused(.noGroup, text: "This server has no groups")
    }

    /// Finds none, as a server without aliases does.
    public func chat(withAlias alias: String) async throws -> ChatID? { nil }

    /// None, as on a server that hears everybody.
    public func ignoredPeople() async throws -> [Contact] { [] }

    /// Refuses, as a server that hears everybody does.
    public func setIgnored(_ isIgnored: Bool, _ person: ContactID) async throws {
        throw ServiceError.refused(.noIgnoring, text: "People of this server cannot be ignored")
    }

    /// Refuses, as a server does whose chats cannot be joined or left.
    @discardableResult
    public func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws -> Int64? {
        throw ServiceError.refused(.noMembership, text: "Chats of this server are neither joined nor left")
    }
}

/// Whether the user is looking at the app.
public enum Presence: String, Hashable, Codable, Sendable {
    /// The user is looking at it.
    case active
    /// The user is not looking at it.
    case away
}

/// An event of a live connection.
public enum LiveEvent: Hashable, Sendable {
    /// The connection is open: everything from now on will arrive through it.
    case opened
    /// News of one chat or several: everything that waited, in the order of arrival.
    case updates([ChatUpdate])
    /// A person types in a chat, or has stopped. Typing ends by itself if it is not renewed within some seconds.
    case typing(Bool, by: Author, in: ChatID)
}

/// News of chats that are not open, through one connection for the whole account.
public protocol PushSource: Sendable {
    /// Connects and passes each event to `body`, one after the other, until the connection drops.
    ///
    /// News that waits while `body` runs arrives together (backpressure, coalesced). Throws a `ServiceError` when the
    /// connection cannot be made or drops, and a `CancellationError` when the caller's task is cancelled; never
    /// returns otherwise.
    func receive(_ body: @Sendable (LiveEvent) async -> Void) async throws
}

/// News of one chat, while a screen shows it.
public protocol SocketSource: Sendable {
    /// Connects to `chat` and passes each event to `body`, exactly as `PushSource.receive(_:)` does.
    ///
    /// Closes the socket when it returns or throws.
    func connect(to chat: ChatID, _ body: @Sendable (LiveEvent) async -> Void) async throws
}
