import ChatApp
import ChatList
import ChatSession
import ChatTypes
import RuntimeKit
import ScreenKit

/// The session as the list's model without windows: it answers every request with all chats.
struct WholeList: ChatListModel {
    let session: Session

    func chats(_ request: ChatListRequest) -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        session.chats(request).answering { ChatListRequest(searchText: $0.searchText, rows: RowRange(limit: 1 << 20)) }
    }

    func chat(withContactNamed name: String) async throws -> ChatID? {
        try await session.chat(withContactNamed: name)
    }

    func picture(of contact: ContactID) async throws -> Picture? {
        try await session.picture(of: contact)
    }
}
