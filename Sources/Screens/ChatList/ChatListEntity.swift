public import Foundation
public import Transport

/// What the list knows of one conversation, and nothing of how it looks.
public struct ChatSummary: Sendable, Equatable, Identifiable {
    /// Names a row: a chat, or one message found in it.
    public struct ID: Hashable, Sendable {
        public let chat: ChatID
        public let message: MessageID?
    }

    public let id: ID
    public let contact: Contact
    /// The newest message, or what was found; empty when there is none.
    public let text: String
    public let imageCount: Int
    /// When the newest message was sent, or what was found; when the chat was made, if there is none.
    public let time: Date
    public let unreadCount: Int
    /// Nil until it has been loaded, and when there is none.
    public internal(set) var picture: Picture?

    public init(
        chat: ChatID,
        message: MessageID? = nil,
        contact: Contact,
        text: String,
        imageCount: Int = 0,
        time: Date,
        unreadCount: Int
    ) {
        id = ID(chat: chat, message: message)
        self.contact = contact
        self.text = text
        self.imageCount = imageCount
        self.time = time
        self.unreadCount = unreadCount
    }
}

/// A window onto chats, or onto what a search found, in the order in which they are to be shown.
public struct ChatSummaryWindow: Sendable, Equatable {
    public internal(set) var summaries: [ChatSummary]
    public let hasMore: Bool

    public init(summaries: [ChatSummary], hasMore: Bool) {
        self.summaries = summaries
        self.hasMore = hasMore
    }
}

/// The shared model, as far as this screen needs it.
public protocol ChatListModel: Sendable {
    /// Fires at once and after every change; changes that wait become one.
    func listChanges() -> AsyncStream<Void>

    /// The first `limit` chats, the one in which something happened last first. Throws what the disk says.
    func summaries(limit: Int) async throws -> ChatSummaryWindow

    /// The first `limit` finds for a text, over names and messages: each word typed must begin a word there. Throws what
    /// the disk says.
    func search(_ text: String, limit: Int) async throws -> ChatSummaryWindow

    /// The chat with a contact of that name, whatever its case; nil when there is none. Throws what the disk says.
    func chat(withContactNamed name: String) async throws -> ChatID?

    /// A contact's picture, from the server; nil when there is none. Throws a `ServiceError`.
    func picture(of contact: ContactID) async throws -> Picture?

    /// How it stands with the server and the disk; `listChanges()` fires when that changes, too.
    var status: ModelStatus { get async }
}
