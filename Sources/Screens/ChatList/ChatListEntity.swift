public import ChatTypes
public import Foundation
public import RuntimeKit
public import ScreenKit

/// A chat in the list, or a search result.
public struct ChatSummary: Sendable, Equatable, Identifiable {
    /// The identity of a chat, or of a message found in it.
    public struct ID: Hashable, Sendable {
        /// The chat that the row opens.
        public let chat: ChatID
        /// The message that was found; `nil` for the chat itself, listed or found by name.
        public let message: MessageID?

        public init(chat: ChatID, message: MessageID? = nil) {
            self.chat = chat
            self.message = message
        }
    }

    /// The identity of the chat or search result.
    public private(set) var id: ID
    /// The contact; for a group, its title.
    public let contact: Contact
    /// Whether the chat is a group, whose title is the contact's name.
    public let isGroup: Bool
    /// The user's place in the chat; not known for search results.
    public let state: ChatState
    /// The ID or account that tells the chat from others of the same name; `nil` if no other has it.
    public private(set) var distinction: String?
    /// The newest message, or the text around the search result; empty if there is none.
    public let text: String
    /// The author; `nil` if there is no message, and for an unsent text.
    public let author: Author?
    /// The author's name in the group; `nil` for the user, and in a chat of two.
    public let senderName: String?
    /// The number of images in the newest message; 0 for a search result.
    public let imageCount: Int
    /// The name of the attached file.
    public let fileName: String?
    /// Whether the author deleted it.
    public let isDeleted: Bool
    /// Why nothing proves who wrote it; `nil` if something does, and in a chat that is not encrypted.
    public let senderWarning: SenderWarning?
    /// The time of the newest message or the search result, or of the chat's creation if it has no message.
    public let time: Date
    /// The number of unread messages in the whole chat.
    public let unreadCount: Int
    /// Whether more are unread, which are missing here; not known for search results.
    public let hasMoreUnread: Bool
    /// The number of those that mention the user; not known for search results.
    public let mentionCount: Int
    /// The messages of the chat that notify the user, and are part of the badge.
    public let notifications: NotificationMode
    /// The marks that the user set on the chat; not known for search results.
    public let marks: Set<ChatMark>
    /// Whether an unsent text is stored; not known for search results.
    public let hasDraft: Bool
    /// Whether a message of the user's could not be sent; not known for search results.
    public let hasFailed: Bool
    /// The names of the people who are typing.
    public let typingAuthors: [String]

    public init(
        chat: ChatID,
        message: MessageID? = nil,
        contact: Contact,
        isGroup: Bool = false,
        state: ChatState = .joined,
        distinction: String? = nil,
        text: String,
        author: Author? = nil,
        senderName: String? = nil,
        imageCount: Int = 0,
        fileName: String? = nil,
        isDeleted: Bool = false,
        senderWarning: SenderWarning? = nil,
        time: Date,
        unreadCount: Int,
        hasMoreUnread: Bool = false,
        mentionCount: Int = 0,
        notifications: NotificationMode = .all,
        marks: Set<ChatMark> = [],
        hasDraft: Bool = false,
        hasFailed: Bool = false,
        typingAuthors: [String] = []
    ) {
        id = ID(chat: chat, message: message)
        self.contact = contact
        self.isGroup = isGroup
        (self.state, self.distinction) = (state, distinction)
        self.text = text
        self.author = author
        self.senderName = senderName
        self.imageCount = imageCount
        self.fileName = fileName
        self.isDeleted = isDeleted
        self.senderWarning = isDeleted ? nil : senderWarning
        self.time = time
        (self.unreadCount, self.hasMoreUnread) = (unreadCount, hasMoreUnread)
        self.mentionCount = mentionCount
        self.notifications = notifications
        self.marks = marks
        (self.hasDraft, self.hasFailed) = (hasDraft, hasFailed)
        self.typingAuthors = typingAuthors
    }

    /// Returns the summary for a list with chats of several accounts.
    ///
    /// - Parameter isSigned: whether the account tells the chat from one of another account that looks the same.
    package func of(_ account: AccountName?, isSigned: Bool) -> ChatSummary {
        var summary = self
        summary.id = ID(chat: id.chat.of(account), message: id.message)
        if isSigned, let account {
            summary.distinction = [distinction, account.rawValue].compactMap(\.self).joined(separator: ", ")
        }
        return summary
    }
}

extension ChatSummary {
    /// Whether the chat comes first in the order `unread`, as `ChatReader.chats` has it.
    package var hasNews: Bool {
        marks.contains(.unread) || state.isInvitation
            || notifications.count(unread: unreadCount, mentions: mentionCount) > 0
    }
}

/// A window onto the chats or the search results, in display order.
public struct ChatSummaryWindow: Sendable, Equatable {
    /// At most as many as requested.
    public let summaries: [ChatSummary]
    /// Whether more follow.
    public let hasMore: Bool

    public init(summaries: [ChatSummary], hasMore: Bool) {
        self.summaries = summaries
        self.hasMore = hasMore
    }
}

/// A request for a part of the list.
public struct ChatListRequest: Hashable, Sendable {
    /// The search text: each word matches the start of a word in a name or message. Empty for the chats themselves.
    public var searchText: String
    /// The requested rows. In a search, the offset counts the results that were paged through, whatever is found
    /// above them later.
    public var rows: RowRange
    /// The account whose chats are requested, of several; `nil` for all.
    public var account: AccountName?
    /// The order of the chats; search results have their own.
    public var order: ChatOrder
    /// The space whose chats are requested; `nil` for all. A search goes through all chats.
    public var space: ChatSpace? { didSet { if space != nil { isOfDrafts = false } } }
    /// Whether only chats with an unsent text are requested, which is then the text of their summaries; those of all spaces.
    public var isOfDrafts = false { didSet { if isOfDrafts { space = nil } } }

    public init(
        searchText: String = "",
        rows: RowRange = RowRange(),
        account: AccountName? = nil,
        order: ChatOrder = .favourites,
        space: ChatSpace? = nil
    ) {
        self.searchText = searchText
        self.rows = rows
        self.account = account
        self.order = order
        self.space = space
    }

    /// Changes what is listed, and begins with the first page of it. A part that is the same keeps its window.
    mutating func set<Part: Equatable>(_ part: WritableKeyPath<Self, Part>, to value: Part) {
        guard self[keyPath: part] != value else { return }
        self[keyPath: part] = value
        rows = RowRange()
    }
}

/// The model that this screen needs.
///
/// Methods are `async` so that an actor or a `@MainActor` class can be the model. An implementation that does not
/// wait can leave `async` out.
public protocol ChatListModel: Sendable {
    /// Returns a query of the chats in the order of the request, or of search results.
    func chats(_ request: ChatListRequest) async -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>>

    /// Returns the chat with the contact or group of that name, ignoring case, the chat or contact with that ID, or the chat with that
    /// alias; `nil` if there is none. Throws `SessionError.ambiguousName` for a name that looks like that of several, a
    /// `StorageProblem`, or a `ServiceError` for an alias.
    func chat(withContactNamed name: String) async throws -> ChatID?

    /// Returns the space of that name, ignoring case, or with that ID; `nil` if no chat is in one.
    ///
    /// A model without spaces need not implement it. Throws `SessionError.ambiguousName` for a name that looks like that of several, or a
    /// `StorageProblem`.
    func space(named name: String) async throws -> ChatSpace?

    /// Returns a contact's picture from the server; `nil` if there is none. Throws a `ServiceError`.
    func picture(of contact: ContactID) async throws -> Picture?
}

extension ChatListModel {
    /// Returns `nil`: there are no spaces.
    public func space(named name: String) async throws -> ChatSpace? { nil }
}
