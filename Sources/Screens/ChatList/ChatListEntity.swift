public import ChatTypes
public import Foundation
public import RuntimeKit
public import ScreenKit

/// What the list knows of one conversation, and nothing of how it looks.
public struct ChatSummary: Sendable, Equatable, Identifiable {
    /// Names a row: a chat, or one message found in it.
    public struct ID: Hashable, Sendable {
        /// The chat that the row opens.
        public let chat: ChatID
        /// The message that was found; nil for the chat itself, listed or found by its name.
        public let message: MessageID?

        public init(chat: ChatID, message: MessageID? = nil) {
            self.chat = chat
            self.message = message
        }
    }

    /// Tells a chat from what was found in it.
    public let id: ID
    /// Who the chat is with; of a group, its title.
    public let contact: Contact
    /// Whether it is a group; then the contact's name is its title.
    public let isGroup: Bool
    /// The newest message, or what was found; empty when there is none.
    public let text: String
    /// Who wrote it; nil where there is no message.
    public let author: Author?
    /// What they are called in the group; nil for ourselves, and between two.
    public let senderName: String?
    /// How many images the newest message has; 0 for what was found.
    public let imageCount: Int
    /// What the file is called that it carries.
    public let fileName: String?
    /// Whether its author has taken it back.
    public let isRemoved: Bool
    /// When the newest message was sent, or what was found; when the chat was made, if there is none.
    public let time: Date
    /// How many messages of the whole chat are unread.
    public let unreadCount: Int
    /// Whether its messages are neither announced nor counted in the badge.
    public let isMuted: Bool
    /// What those are called who type.
    public let typists: [String]

    public init(
        chat: ChatID,
        message: MessageID? = nil,
        contact: Contact,
        isGroup: Bool = false,
        text: String,
        author: Author? = nil,
        senderName: String? = nil,
        imageCount: Int = 0,
        fileName: String? = nil,
        isRemoved: Bool = false,
        time: Date,
        unreadCount: Int,
        isMuted: Bool = false,
        typists: [String] = []
    ) {
        id = ID(chat: chat, message: message)
        self.contact = contact
        self.isGroup = isGroup
        self.text = text
        self.author = author
        self.senderName = senderName
        self.imageCount = imageCount
        self.fileName = fileName
        self.isRemoved = isRemoved
        self.time = time
        self.unreadCount = unreadCount
        self.isMuted = isMuted
        self.typists = typists
    }
}

/// A window onto chats, or onto what a search found, in the order in which they are to be shown.
public struct ChatSummaryWindow: Sendable, Equatable {
    /// At most as many as were asked for.
    public let summaries: [ChatSummary]
    /// Whether there are more behind these.
    public let hasMore: Bool

    public init(summaries: [ChatSummary], hasMore: Bool) {
        self.summaries = summaries
        self.hasMore = hasMore
    }
}

/// What the list asks for.
public struct ChatListRequest: Hashable, Sendable {
    /// Each word typed must begin a word of a name or a message; empty for the chats themselves.
    public var searchText: String
    /// Which of them: passed over is, of what a search finds, what was paged through, whatever is found above it by then.
    public var rows: RowRange

    public init(searchText: String = "", rows: RowRange = RowRange()) {
        self.searchText = searchText
        self.rows = rows
    }
}

/// The shared model, as far as this screen needs it.
///
/// Required as `async` so that an actor or a `@MainActor` class can be the model; written without it where nothing waits.
public protocol ChatListModel: Sendable {
    /// The chats, the one in which something happened last first, or what a search finds, with how the model stands.
    func chats(_ request: ChatListRequest) async -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>>

    /// The chat with a contact of that name, whatever its case, else the group of that title; nil when there is none. Throws a
    /// `StorageProblem`.
    func chat(withContactNamed name: String) async throws -> ChatID?

    /// A contact's picture, from the server; nil when there is none. Throws a `ServiceError`.
    func picture(of contact: ContactID) async throws -> Picture?
}
