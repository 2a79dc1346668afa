public import ChatList
public import ChatSession
import ChatStore
public import ChatTypes
public import RuntimeKit
import ScreenKit
import Synchronization

extension Session: ChatListModel {
    /// The query remembers where each page of a search ended, so that the next page continues there.
    public nonisolated func chats(
        _ request: ChatListRequest
    ) -> LiveQuery<ChatListRequest, QueryResult<ChatSummaryWindow>> {
        query(request, dependingOn: .account) { [weak self, places = SearchPlaces()] request, reader in
            let typingAuthors = self?.typingAuthorsByChat ?? [:]
            return try request.searchText.isEmpty
                ? reader.chats(request, typingAuthors: typingAuthors)
                : reader.finds(request, from: places, typingAuthors: typingAuthors)
        }
    }

    public nonisolated func space(named name: String) async throws -> ChatSpace? {
        do { return try await read { try $0.space(named: name) } } catch let error as SessionError { throw error } catch
        {
            throw StorageProblem(error)
        }
    }

    public nonisolated func chat(withContactNamed name: String) async throws -> ChatID? {
        do {
            if let chat = try await read({ try $0.chat(withContactNamed: name, includingGroups: true)?.id }) {
                return chat
            }
        } catch let error as SessionError { throw error } catch {
            throw StorageProblem(error)
        }
        return try await chat(withAlias: name)
    }
}

extension ChatReader {
    fileprivate func chats(_ request: ChatListRequest, typingAuthors: [ChatID: [Author]]) throws -> ChatSummaryWindow {
        let page = try request.rows.page { offset, limit in
            if request.isOfDrafts { return try chats(withDraftIn: request.order, offset: offset, limit: limit) }
            if let space = request.space {
                return try chats(ofSpace: space.id, in: request.order, offset: offset, limit: limit)
            }
            return try chats(in: request.order, offset: offset, limit: limit)
        }
        var summaries: [ChatSummary] = []
        for chat in page.rows {
            summaries.append(
                ChatSummary(
                    chat,
                    draft: request.isOfDrafts ? try draftText(in: chat.id) : nil,
                    typingAuthors: try names(of: typingAuthors[chat.id, default: []], in: chat.id)
                )
            )
        }
        return ChatSummaryWindow(summaries: summaries, hasMore: page.hasMore)
    }

    fileprivate func finds(
        _ request: ChatListRequest,
        from places: SearchPlaces,
        typingAuthors: [ChatID: [Author]]
    ) throws -> ChatSummaryWindow {
        let (text, rows) = (request.searchText, request.rows)
        let (place, passed) = places.nearest(to: rows.offset, searching: text)
        // Rows that were never paged through are read and skipped.
        let unknown = max(0, rows.offset - passed)
        let page = try search(text, after: place, limit: unknown + rows.limit)
        places.note(page, behind: passed, searching: text)
        var summaries: [ChatSummary] = []
        for hit in page.hits.dropFirst(unknown) {
            // A message found in a chat does not show who is typing there.
            let authors = hit.message == nil ? typingAuthors[hit.chat, default: []] : []
            summaries.append(ChatSummary(hit, typingAuthors: try names(of: authors, in: hit.chat)))
        }
        return ChatSummaryWindow(summaries: summaries, hasMore: page.hasMore)
    }
}

extension ChatSummary {
    /// - Parameter draft: an unsent text, which stands in the place of the newest message.
    fileprivate init(_ chat: StoredChat, draft: String?, typingAuthors: [String]) {
        let newest = draft == nil ? chat.newest : nil
        self.init(
            chat: chat.id,
            contact: chat.contact,
            isGroup: chat.group != nil,
            state: chat.standing.state,
            distinction: chat.distinction,
            text: draft ?? newest?.text ?? "",
            author: newest?.author,
            senderName: newest?.senderName,
            imageCount: newest?.imageCount ?? 0,
            fileName: newest?.fileName,
            isDeleted: newest?.isDeleted ?? false,
            senderWarning: newest?.senderWarning,
            time: chat.newest?.time ?? chat.activity,
            unreadCount: chat.unreadCount,
            hasMoreUnread: chat.hasMoreUnread,
            mentionCount: chat.mentionCount,
            notifications: chat.notifications,
            marks: chat.marks,
            hasDraft: chat.hasDraft,
            hasFailed: chat.hasFailed,
            typingAuthors: typingAuthors
        )
    }

    fileprivate init(_ hit: SearchHit, typingAuthors: [String]) {
        self.init(
            chat: hit.chat,
            message: hit.message,
            contact: hit.contact,
            isGroup: hit.isGroup,
            distinction: hit.distinction,
            text: hit.context,
            author: hit.author,
            senderName: hit.senderName,
            senderWarning: hit.senderWarning,
            time: hit.time,
            unreadCount: hit.unreadCount,
            mentionCount: hit.mentionCount,
            notifications: hit.notifications,
            typingAuthors: typingAuthors
        )
    }
}

/// The ends of a search's pages, so that each page costs the same however far down it is.
///
/// Holds a place for each row that was paged through. A page that is shown again continues after the same row as
/// before, even if more is found above it. The first page always begins at the top.
final class SearchPlaces: Sendable {
    private struct State {
        var text = ""
        /// The places of the first rows, in order.
        var places: [SearchPlace] = []
    }

    private let state = Mutex(State())

    /// Returns the nearest known place before row `offset`, and the number of rows before it.
    func nearest(to offset: Int, searching text: String) -> (place: SearchPlace?, passed: Int) {
        state.withLock { state in
            if state.text != text { state = State(text: text) }
            let passed = max(0, min(offset, state.places.count))
            return (passed == 0 ? nil : state.places[passed - 1], passed)
        }
    }

    /// Stores the places of a page after a number of rows, and drops the places after that page.
    func note(_ page: SearchPage, behind passed: Int, searching text: String) {
        state.withLock { state in
            guard state.text == text, passed <= state.places.count else { return }
            state.places.removeSubrange(passed...)
            state.places += page.places
        }
    }
}
