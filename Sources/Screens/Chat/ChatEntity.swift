public import Foundation
public import Transport

/// One message of the chat on screen.
public struct ChatMessage: Sendable, Equatable, Identifiable {
    public let id: MessageID
    public let author: Author
    public let text: String
    public let imageCount: Int
    public let time: Date
    public let delivery: Delivery
    /// Whether the server is known to have more directly before it than we hold.
    public let followsGap: Bool
    /// Whether it came after what we have read.
    public let isUnread: Bool

    public init(
        id: MessageID,
        author: Author,
        text: String,
        imageCount: Int = 0,
        time: Date,
        delivery: Delivery,
        followsGap: Bool = false,
        isUnread: Bool = false
    ) {
        self.id = id
        self.author = author
        self.text = text
        self.imageCount = imageCount
        self.time = time
        self.delivery = delivery
        self.followsGap = followsGap
        self.isUnread = isUnread
    }
}

/// A window onto the newest part of a chat.
public struct ChatContent: Sendable, Equatable {
    public let contact: Contact
    /// In the order in which they are to be shown.
    public let messages: [ChatMessage]
    /// Whether earlier messages are held than these.
    public let hasStoredEarlier: Bool
    /// Whether there is more before these, held or not.
    public let hasEarlier: Bool
    public let draft: String
    public let status: ModelStatus
    /// Whether a person is looking.
    public let isFocused: Bool

    public init(
        contact: Contact,
        messages: [ChatMessage],
        hasStoredEarlier: Bool,
        hasEarlier: Bool,
        draft: String,
        status: ModelStatus,
        isFocused: Bool
    ) {
        self.contact = contact
        self.messages = messages
        self.hasStoredEarlier = hasStoredEarlier
        self.hasEarlier = hasEarlier
        self.draft = draft
        self.status = status
        self.isFocused = isFocused
    }
}

extension TextFault {
    /// What to tell the person who typed it.
    public var message: String {
        switch self {
        case .empty: "Please type a message first"
        case .tooLong(let bytes, let limit): "The message is too long: \(bytes) bytes, and the server takes \(limit)"
        }
    }
}

/// The shared model, as far as this screen needs it. What throws, throws what the disk says, or a `ServiceError`.
public protocol ChatModel: Sendable {
    /// Fires at once and after every change that concerns this chat; changes that wait become one.
    func chatChanges(in chat: ChatID) -> AsyncStream<Void>

    /// The chat's newest `limit` messages that the server has, and all that are not sent yet; nil when there is no such
    /// chat.
    func content(of chat: ChatID, limit: Int) async throws -> ChatContent?

    /// Keeps the chat connected for as long as the caller's task runs.
    func attend(_ chat: ChatID) async

    /// Queues a text, and returns the id under which it is shown and sent.
    ///
    /// Once this returns, it is on disk: it is sent whether or not the screen stays. When this throws, it is never sent.
    @discardableResult
    func send(_ text: String, to chat: ChatID) async throws -> MessageID

    /// Queues a failed message once more, under its own id; one that has not failed is left alone.
    func resend(_ message: MessageID, in chat: ChatID) async throws

    /// Says that everything up to a message has been seen; the server is told whether or not anybody waits. What is
    /// read already is no mistake.
    func markRead(_ chat: ChatID, upTo message: MessageID) async throws

    /// Brings a page of earlier messages in from the server; nothing, when the conversation starts with what is held.
    func loadEarlier(in chat: ChatID) async throws

    /// Keeps what is typed but not sent, on disk, until it is changed or a text is sent. Empty for none.
    func saveDraft(_ text: String, in chat: ChatID) async throws
}
