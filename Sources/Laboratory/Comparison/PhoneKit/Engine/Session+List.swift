public import ChatSession
import ChatStore
public import Foundation
public import Transport

/// What the list of chats asks for.
public struct ListRequest: Hashable, Sendable {
    /// Each word typed must begin a word of a name or a message; empty for the chats themselves.
    public var searchText: String
    /// How many rows are asked for at most, from the first on.
    public var limit: Int

    public init(searchText: String = "", limit: Int) {
        (self.searchText, self.limit) = (searchText, limit)
    }
}

/// A chat, or a place in one where a searched text was found.
public struct ListEntry: Hashable, Sendable, Identifiable {
    /// Names a chat, or one message found in it.
    public struct ID: Hashable, Sendable {
        /// The chat that a tap opens.
        public let chat: ChatID
        /// The message that was found; nil for the chat itself, listed or found by its name.
        public let message: MessageID?
    }

    /// Stays the same from one page to the next.
    public let id: ID
    /// Who the chat is with; of a group, its title.
    public let contact: Contact
    /// Who wrote the text, in a group; nil between two.
    public var sender: Sender?
    /// The newest message, or the text around what was found; empty when there is none.
    public let text: String
    /// How many images the newest message has; 0 for what was found.
    public let imageCount: Int
    /// Whether its author has taken the newest message back.
    public var isRemoved = false
    /// When the newest message was sent, or the one that was found; when the chat was made, if there is none.
    public let time: Date
    /// How many messages of the whole chat are unread.
    public let unreadCount: Int
    /// Whether its messages are neither announced nor counted in the badge.
    public var isMuted = false
    /// What those who type are called.
    public var typists: [String] = []

    /// Someone who writes in a group.
    public struct Sender: Hashable, Sendable {
        /// Nil for ourselves.
        public let name: String?
    }

    /// Names its row.
    public var name: String { id.message.map { "\(id.chat)/\($0)" } ?? id.chat.rawValue }
}

/// The first chats or finds, and whether there are more.
public struct ListPage: Hashable, Sendable {
    /// What the page answers.
    public var request: ListRequest
    /// In the order in which they are to be shown; at most `request.limit`.
    public var entries: [ListEntry]
    /// Whether a higher limit would bring more.
    public var hasMore: Bool

    public init(request: ListRequest, entries: [ListEntry] = [], hasMore: Bool = false) {
        (self.request, self.entries, self.hasMore) = (request, entries, hasMore)
    }
}

extension Session {
    /// The chats with the newest messages, or what a search finds, as they stand after each change.
    public nonisolated func list(_ request: ListRequest) -> LiveQuery<ListRequest, Snapshot<ListPage>> {
        query(request, dependingOn: .account) { [weak self] request, reader in
            guard request.searchText.isEmpty else {
                let page = try reader.search(request.searchText, limit: request.limit)
                return ListPage(request: request, entries: page.hits.map { ListEntry($0) }, hasMore: page.hasMore)
            }
            // One more than asked for tells whether there are more.
            let chats = try reader.chats(limit: request.limit + 1)
            let typists = self?.typistsByChat ?? [:]
            var entries: [ListEntry] = []
            for chat in chats.prefix(request.limit) {
                let names = try reader.names(of: typists[chat.id, default: []], in: chat.id)
                entries.append(ListEntry(chat, typists: names))
            }
            return ListPage(request: request, entries: entries, hasMore: chats.count > request.limit)
        }
    }

    /// How many messages are unread in all chats, after each change.
    public nonisolated func unreadTotal(_ strategy: Strategy) -> LiveQuery<Void, Int?> {
        if strategy.keepsCounts { return unreadCounts() }
        return query((), dependingOn: .account) { _, reader in
            try reader.chats(limit: 1 << 20).reduce(0) { $1.isMuted ? $0 : $0 + $1.unreadCount }
        }
        .map { try? $0.content.get() }
    }
}

extension ListEntry {
    fileprivate init(_ chat: StoredChat, typists: [String]) {
        self.typists = typists
        if chat.group != nil { sender = chat.newest.map { Sender(name: $0.senderName) } }
        isMuted = chat.isMuted
        id = ID(chat: chat.id, message: nil)
        contact = chat.contact
        text = chat.newest?.text ?? ""
        imageCount = chat.newest?.imageCount ?? 0
        isRemoved = chat.newest?.isRemoved ?? false
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
        isMuted = hit.isMuted
    }
}
