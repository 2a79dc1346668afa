public import ChatSession
import ChatStore
public import ChatTypes
public import Foundation
public import RuntimeKit

/// A request for a part of the chat list.
public struct ListRequest: Hashable, Sendable {
    /// The search text, of which each word matches the start of a word in a name or message. Empty for the chats
    /// themselves.
    public var searchText: String
    /// The largest number of rows, counted from the first.
    public var limit: Int

    public init(searchText: String = "", limit: Int) {
        (self.searchText, self.limit) = (searchText, limit)
    }
}

/// A chat, or a search result in one.
public struct ListEntry: Hashable, Sendable, Identifiable {
    /// The identity of a chat or of one message found in it.
    public struct ID: Hashable, Sendable {
        /// The chat that a tap opens.
        public let chat: ChatID
        /// The message found; `nil` for the chat itself, listed or found by name.
        public let message: MessageID?
    }

    /// The identity, which is stable across pages.
    public let id: ID
    /// The contact; for a group, its title.
    public let contact: Contact
    /// The sender of the text in a group; `nil` in a chat of two.
    public var sender: Sender?
    /// The newest message, or the text around the search result; empty if the chat has no messages.
    public let text: String
    /// The number of images in the newest message; 0 for a search result.
    public let imageCount: Int
    /// Whether the newest message was deleted by its author.
    public var isDeleted = false
    /// The time of the newest message or the search result, or of the chat's creation if it has no messages.
    public let time: Date
    /// The number of unread messages in the whole chat.
    public let unreadCount: Int
    /// Whether the chat causes no notifications and does not count in the badge.
    public var isMuted = false
    /// The names of the members who are typing.
    public var typingAuthors: [String] = []

    /// The author of a message in a group.
    public struct Sender: Hashable, Sendable {
        /// The name; `nil` for the user.
        public let name: String?
    }

    /// The identifier of the row.
    public var name: String { id.message.map { "\(id.chat)/\($0)" } ?? id.chat.rawValue }
}

/// The first chats or search results, and whether there are more.
public struct ListPage: Hashable, Sendable {
    /// The request that this page answers.
    public var request: ListRequest
    /// The entries in display order, at most `request.limit`.
    public var entries: [ListEntry]
    /// Whether a higher limit would give more entries.
    public var hasMore: Bool

    public init(request: ListRequest, entries: [ListEntry] = [], hasMore: Bool = false) {
        (self.request, self.entries, self.hasMore) = (request, entries, hasMore)
    }
}

extension Session {
    /// Returns a live query of the chats with the newest messages, or of search results, updated after each change.
    public nonisolated func list(_ request: ListRequest) -> LiveQuery<ListRequest, QueryResult<ListPage>> {
        query(request, dependingOn: .account) { [weak self] request, reader in
            guard request.searchText.isEmpty else {
                let page = try reader.search(request.searchText, limit: request.limit)
                return ListPage(request: request, entries: page.hits.map { ListEntry($0) }, hasMore: page.hasMore)
            }
            // One more chat than requested shows whether there are more.
            let chats = try reader.chats(limit: request.limit + 1)
            let typingAuthors = self?.typingAuthorsByChat ?? [:]
            var entries: [ListEntry] = []
            for chat in chats.prefix(request.limit) {
                let names = try reader.names(of: typingAuthors[chat.id, default: []], in: chat.id)
                entries.append(ListEntry(chat, typingAuthors: names))
            }
            return ListPage(request: request, entries: entries, hasMore: chats.count > request.limit)
        }
    }
}

extension ListEntry {
    fileprivate init(_ chat: StoredChat, typingAuthors: [String]) {
        self.typingAuthors = typingAuthors
        if chat.group != nil { sender = chat.newest.map { Sender(name: $0.senderName) } }
        isMuted = chat.isMuted
        id = ID(chat: chat.id, message: nil)
        contact = chat.contact
        text = chat.newest?.text ?? ""
        imageCount = chat.newest?.imageCount ?? 0
        isDeleted = chat.newest?.isDeleted ?? false
        time = chat.newest?.time ?? chat.activity
        unreadCount = chat.unreadCount
    }

    fileprivate init(_ hit: SearchHit) {
        id = ID(chat: hit.chat, message: hit.message)
        contact = hit.contact
        if hit.isGroup, hit.author != nil { sender = Sender(name: hit.senderName) }
        text = hit.context
        imageCount = 0
        time = hit.time
        unreadCount = hit.unreadCount
        isMuted = hit.notifications == .muted
    }
}
