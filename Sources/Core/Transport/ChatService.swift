public import ChatTypes

/// The server's GET and POST side.
///
/// Every request throws a `ServiceError`, or `CancellationError` when the caller's task is cancelled. All of them
/// are idempotent: a second `send` with the same id, or a second `createChat` with the same name, returns what the
/// first one made.
public protocol ChatService: Sendable {
    /// GET: what changed since `cursor`, or everything when there is none.
    func sync(since cursor: SyncCursor?) async throws -> SyncPage

    /// GET: the stretch of a chat's history that ends where `cursor` points.
    func page(of chat: ChatID, before cursor: PageCursor) async throws -> MessagePage

    /// GET: at most `limit` people whose names match `text` (see `Contact.matches(_:)`).
    func contacts(matching text: String, limit: Int) async throws -> [Contact]

    /// GET: a contact's picture; nil when there is none.
    func picture(of contact: ContactID) async throws -> Picture?

    /// POST: opens the chat with the contact of that name, and makes it if there is none.
    func createChat(with name: String) async throws -> ChatHeader

    /// POST: makes a group of ourselves and the contacts of those names; a second time under the same id the same one. Refused as
    /// `tooFewPeople` without anyone else, as `invalidName` when a name or the title cannot be borne.
    func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader

    /// POST: takes a message; returns it with its position and the server's time.
    func send(_ message: OutgoingMessage) async throws -> Message

    /// POST: says that we have read a chat up to and with a message.
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws

    /// POST: edits or deletes one of the user's messages.
    ///
    /// Returns the annotation with the server's number, and the same one for each repetition under the same ID. The refusal is
    /// `unknownMessage` for a message that the server does not have, and for an edit of a deleted one.
    @discardableResult
    func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation

    /// POST: brings a file to the server, read in parts, and returns where it is then; a second time under the same id the same
    /// place. `read` gives at most so many bytes from an offset on, fewer only at the end; what was read has been sent, as far as
    /// anybody is told. A server that has a part of it already may go on behind that. Throws what `read` throws, too.
    func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID

    /// GET: hands over a file's bytes from `offset` on, in order, one part after the other, and returns when there are no more.
    /// A connection that breaks before throws. Throws what `receive` throws, too.
    func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws

    /// POST: says that we type in a chat, or have stopped; forgotten by itself after some seconds.
    func setTyping(_ isTyping: Bool, in chat: ChatID) async throws

    /// POST: says whether the account has a chat muted, for all its devices.
    func setMuted(_ isMuted: Bool, in chat: ChatID) async throws

    /// POST: says whether a person is looking at the app.
    func setPresence(_ presence: Presence) async throws

    /// POST: joins a chat that we are invited to, or leaves one; to leave what one is invited to is to decline.
    func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws
}

/// Gives at most `count` bytes of a file from `offset` on; fewer only at its end.
public typealias FileReading = @Sendable (_ offset: Int64, _ count: Int) async throws -> [UInt8]

/// Takes the next bytes of a file.
public typealias FileReceiving = @Sendable (_ bytes: [UInt8]) async throws -> Void

extension ChatService {
    /// Refuses, as a server does whose messages never change.
    public func annotate(_ annotation: OutgoingAnnotation) async throws -> Annotation {
        switch annotation.kind {
        case .edit: throw ServiceError.refused(.noEdit, text: "This server's messages cannot be edited")
        case .deletion: throw ServiceError.refused(.noRemoval, text: "This server's messages cannot be deleted")
        }
    }

    /// Where there are no groups, to ask for one is refused.
    public func createGroup(_ group: OutgoingGroup) async throws -> ChatHeader {
        throw ServiceError.refused(.noGroup, text: "This server has no groups")
    }

    /// Where there are no files, to bring one is refused.
    public func upload(_ file: OutgoingFile, reading read: @escaping FileReading) async throws -> FileID {
        throw ServiceError.refused(.noFiles, text: "This server takes no files")
    }

    /// Where there are no files, to ask for one is refused.
    public func download(_ file: FileID, from offset: Int64, _ receive: @escaping FileReceiving) async throws {
        throw ServiceError.refused(.noFiles, text: "This server gives no files")
    }

    /// Where it is not said that one types, nothing is done.
    public func setTyping(_ isTyping: Bool, in chat: ChatID) async throws {}

    /// Where each device keeps for itself what is muted, nothing is done.
    public func setMuted(_ isMuted: Bool, in chat: ChatID) async throws {}

    /// Where chats are neither joined nor left, to ask for it is refused.
    public func setMembership(_ membership: ChatMembership, in chat: ChatID) async throws {
        throw ServiceError.refused(.noMembership, text: "Chats of this server are neither joined nor left")
    }
}

/// Whether we want to be in a chat.
public enum ChatMembership: String, Hashable, Codable, Sendable {
    /// We are invited, and come in.
    case join
    /// We leave, or decline an invitation.
    case leave
}

/// Whether a person is looking at the app.
public enum Presence: String, Hashable, Codable, Sendable {
    /// The person looks at it.
    case active
    /// The person does not.
    case away
}
