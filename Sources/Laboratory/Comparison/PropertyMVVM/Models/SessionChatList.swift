import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit
import ScreenKit

/// The chat list's view model from the session.
final class SessionChatList: ChatListViewModel {
    let status = Dynamic<String?>(nil)
    let alert = Dynamic<String?>(nil)
    let rows = Dynamic<[ChatRow]>([])
    let hasMore = Dynamic(false)
    private let queue: MainQueue
    private let pictureRequests: PictureRequests
    private let query: LiveQuery<ListRequest, QueryResult<ListPage>>
    /// The pictures, each shared by all rows of a contact.
    private var pictures: [ContactID: Dynamic<Picture?>] = [:]

    init(session: Session, queue: MainQueue) {
        self.queue = queue
        pictureRequests = PictureRequests(of: session, on: queue)
        query = session.list(ListRequest(limit: AppContext.pageSize))
    }

    func start() {
        queue.follow(query) { [weak self] in self?.take($0) }
    }

    func search(_ text: String) {
        query.setRequest(ListRequest(searchText: text, limit: AppContext.pageSize))
    }

    func showMore() {
        guard hasMore.value else { return }
        let request = query.request
        query.setRequest(ListRequest(searchText: request.searchText, limit: request.limit + AppContext.pageSize))
    }

    func didShow(_ rows: ArraySlice<ChatRow>) {
        for row in rows { load(row.entry.contact.id) }
    }

    private func take(_ result: QueryResult<ListPage>) {
        status.value = result.status.connection.text
        if let problem = result.status.storageProblem { alert.value = "Cannot save: \(errorText(problem))" }
        do {
            let page = try result.content.get()
            hasMore.value = page.hasMore
            rows.value = page.entries.map { ChatRow(entry: $0, picture: picture(of: $0.contact.id)) }
        } catch {
            alert.value = "Cannot read the history: \(errorText(error))"
        }
    }

    private func picture(of contact: ContactID) -> Dynamic<Picture?> {
        if let picture = pictures[contact] { return picture }
        let picture = Dynamic<Picture?>(nil)
        pictures[contact] = picture
        return picture
    }

    private func load(_ contact: ContactID) {
        pictureRequests.load(contact) { [weak self] in self?.picture(of: contact).value = $0 }
    }
}
