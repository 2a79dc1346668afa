public import ChatList
public import ChatSession
import ChatStore
public import Transport

extension Session: ChatListModel {
    public nonisolated func chats(
        _ request: ChatListRequest
    ) -> LiveQuery<ChatListRequest, Snapshot<ChatSummaryWindow>> {
        query(request, dependingOn: .account) { request, database in
            try request.searchText.isEmpty ? database.window(request) : database.finds(request)
        }
    }

    public func chat(withContactNamed name: String) throws -> ChatID? {
        try read { try $0.chat(withContactNamed: name)?.id }
    }
}

extension ChatDatabase {
    fileprivate func window(_ request: ChatListRequest) throws -> ChatSummaryWindow {
        // One more than asked for tells whether there are more.
        let found = try chats(limit: request.offset + request.limit + 1).dropFirst(request.offset)
        return ChatSummaryWindow(
            summaries: found.prefix(request.limit).map(ChatSummary.init(_:)),
            hasMore: found.count > request.limit
        )
    }

    fileprivate func finds(_ request: ChatListRequest) throws -> ChatSummaryWindow {
        let page = try search(request.searchText, offset: request.offset, limit: request.limit)
        return ChatSummaryWindow(
            summaries: page.hits.map(ChatSummary.init(_:)),
            hasMore: page.hasMore
        )
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
