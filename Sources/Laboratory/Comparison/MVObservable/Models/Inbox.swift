import ChatSession
import ChatTypes
import Observation
import OneThread
import PhoneKit
import RuntimeKit

/// The chats or search results, and the total number of unread messages.
@Observable final class Inbox {
    private(set) var page: ListPage?
    private(set) var unreadTotal = 0
    private(set) var connection: Connection?
    private(set) var problem: Problem?
    private let query: LiveQuery<ListRequest, QueryResult<ListPage>>

    init(session: Session, queue: MainQueue) {
        query = session.list(ListRequest(limit: AppContext.pageSize))
        queue.follow(query) { [weak self] in self?.take($0) }
        queue.follow(session.unreadCounts()) { [weak self] in if let count = $0 { self?.unreadTotal = count } }
    }

    func search(_ text: String) {
        query.setRequest(ListRequest(searchText: text, limit: AppContext.pageSize))
    }

    func showMore() {
        guard let page, page.hasMore else { return }
        query.setRequest(
            ListRequest(searchText: query.request.searchText, limit: page.request.limit + AppContext.pageSize)
        )
    }

    private func take(_ snapshot: QueryResult<ListPage>) {
        connection = snapshot.status.connection
        if let error = snapshot.status.storageProblem { problem = .saving(error) }
        do { page = try snapshot.content.get() } catch { problem = .reading(error) }
    }
}
