public import ChatList
public import ChatSession
import ChatStore
public import ChatTypes
public import RuntimeKit
import ScreenKit
import Synchronization

extension Session: ChatListModel {
    /// What a search finds is paged through by places, which the query keeps: a page goes on behind the one before it.
    public nonisolated func chats(
        _ request: ChatListRequest
    ) -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        query(request, dependingOn: .account) { [weak self, places = SearchPlaces()] request, reader in
            let typists = self?.typistsByChat ?? [:]
            return try request.searchText.isEmpty
                ? reader.chats(request, typists: typists) : reader.finds(request, from: places, typists: typists)
        }
    }

    public nonisolated func chat(withContactNamed name: String) async throws -> ChatID? {
        do {
            return try await read { try $0.chat(withContactNamed: name, includingGroups: true)?.id }
        } catch {
            throw StorageProblem(error)
        }
    }
}

extension ChatReader {
    fileprivate func chats(_ request: ChatListRequest, typists: [ChatID: [Author]]) throws -> ChatSummaryWindow {
        let page = try request.rows.page { try chats(offset: $0, limit: $1) }
        var summaries: [ChatSummary] = []
        for chat in page.rows {
            summaries.append(ChatSummary(chat, typists: try names(of: typists[chat.id, default: []], in: chat.id)))
        }
        return ChatSummaryWindow(summaries: summaries, hasMore: page.hasMore)
    }

    fileprivate func finds(
        _ request: ChatListRequest,
        from places: SearchPlaces,
        typists: [ChatID: [Author]]
    ) throws -> ChatSummaryWindow {
        let (text, rows) = (request.searchText, request.rows)
        let (place, passed) = places.nearest(to: rows.offset, searching: text)
        // Rows that were never paged through are read and passed over.
        let unknown = max(0, rows.offset - passed)
        let page = try search(text, after: place, limit: unknown + rows.limit)
        places.note(page, behind: passed, searching: text)
        var summaries: [ChatSummary] = []
        for hit in page.hits.dropFirst(unknown) {
            // What was found in a chat says nothing of who types there.
            let authors = hit.message == nil ? typists[hit.chat, default: []] : []
            summaries.append(ChatSummary(hit, typists: try names(of: authors, in: hit.chat)))
        }
        return ChatSummaryWindow(summaries: summaries, hasMore: page.hasMore)
    }
}

extension ChatSummary {
    fileprivate init(_ chat: StoredChat, typists: [String]) {
        self.init(
            chat: chat.id,
            contact: chat.contact,
            isGroup: chat.group != nil,
            text: chat.newest?.text ?? "",
            author: chat.newest?.author,
            senderName: chat.newest?.senderName,
            imageCount: chat.newest?.imageCount ?? 0,
            fileName: chat.newest?.fileName,
            isRemoved: chat.newest?.isRemoved ?? false,
            time: chat.newest?.time ?? chat.activity,
            unreadCount: chat.unreadCount,
            isMuted: chat.isMuted,
            typists: typists
        )
    }

    fileprivate init(_ hit: SearchHit, typists: [String]) {
        self.init(
            chat: hit.chat,
            message: hit.message,
            contact: hit.contact,
            isGroup: hit.isGroup,
            text: hit.context,
            author: hit.author,
            senderName: hit.senderName,
            time: hit.time,
            unreadCount: hit.unreadCount,
            isMuted: hit.isMuted,
            typists: typists
        )
    }
}

/// Where the pages of one query's search ended, so that each page costs the same however far down it stands.
///
/// Holds a place for each row that was paged through, so a page that is gone back to goes on behind the same row as before,
/// though more is found above it by then. The first page begins at the top each time.
final class SearchPlaces: Sendable {
    private struct State {
        var text = ""
        /// Of the first rows, in order.
        var places: [SearchPlace] = []
    }

    private let state = Mutex(State())

    /// The place nearest before row `offset`, and how many rows that passes over.
    func nearest(to offset: Int, searching text: String) -> (place: SearchPlace?, passed: Int) {
        state.withLock { state in
            if state.text != text { state = State(text: text) }
            let passed = max(0, min(offset, state.places.count))
            return (passed == 0 ? nil : state.places[passed - 1], passed)
        }
    }

    /// Takes the places of a page behind so many rows; what was known of those further down is forgotten.
    func note(_ page: SearchPage, behind passed: Int, searching text: String) {
        state.withLock { state in
            guard state.text == text, passed <= state.places.count else { return }
            state.places.removeSubrange(passed...)
            state.places += page.places
        }
    }
}
