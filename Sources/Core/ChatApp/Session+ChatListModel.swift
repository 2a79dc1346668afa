public import ChatList
public import ChatSession
import ChatStore
public import Transport

extension Session: ChatListModel {
    public nonisolated func listChanges() -> AsyncStream<Void> {
        changes(of: .account)
    }

    public func summaries(limit: Int) throws -> ChatSummaryWindow {
        try read { database in
            // One more than asked for tells whether there are more.
            let chats = try database.chats(limit: limit + 1)
            return ChatSummaryWindow(
                summaries: chats.prefix(limit).map(ChatSummary.init(_:)),
                hasMore: chats.count > limit
            )
        }
    }

    public func search(_ text: String, limit: Int) throws -> ChatSummaryWindow {
        try read { database in
            let page = try database.search(text, limit: limit)
            return ChatSummaryWindow(summaries: page.hits.map(ChatSummary.init(_:)), hasMore: page.hasMore)
        }
    }

    public func chat(withContactNamed name: String) throws -> ChatID? {
        try read { try $0.chat(withContactNamed: name)?.id }
    }
}

extension ChatSummary {
    fileprivate init(_ chat: StoredChat) {
        self.init(
            chat: chat.id,
            contact: chat.contact,
            text: chat.newest?.text ?? "",
            imageCount: chat.newest?.imageCount ?? 0,
            time: chat.newest?.time ?? chat.activity,
            unreadCount: chat.unreadCount
        )
    }

    fileprivate init(_ hit: SearchHit) {
        self.init(
            chat: hit.chat,
            message: hit.message,
            contact: hit.contact,
            text: hit.context,
            time: hit.time,
            unreadCount: hit.unreadCount
        )
    }
}
