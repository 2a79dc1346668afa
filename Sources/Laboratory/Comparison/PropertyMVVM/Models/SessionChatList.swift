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
    private let environment: ChatEnvironment
    private let queue: MainQueue
    private let pictureRequests: PictureRequests
    private let query: LiveQuery<ListRequest, QueryResult<ListPage>>
    /// The pictures, each shared by all rows of a contact.
    private var pictures: [ContactID: Dynamic<Picture?>] = [:]
    private var entries: [ListEntry] = []

    init(session: Session, environment: ChatEnvironment, queue: MainQueue) {
        (self.environment, self.queue) = (environment, queue)
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
        let shown = Set(rows.map(\.id))
        for entry in entries where shown.contains(entry.name) { load(entry.contact.id) }
    }

    func timeTextsDidChange() {
        rows.value = entries.map(row)
    }

    private func take(_ result: QueryResult<ListPage>) {
        status.value = result.status.connection.text
        if let problem = result.status.storageProblem { alert.value = "Cannot save: \(errorText(problem))" }
        do {
            let page = try result.content.get()
            hasMore.value = page.hasMore
            entries = page.entries
            rows.value = entries.map(row)
        } catch {
            alert.value = "Cannot read the history: \(errorText(error))"
        }
    }

    private func row(for entry: ListEntry) -> ChatRow {
        ChatRow(
            id: entry.name,
            chat: entry.id.chat,
            title: entry.contact.name,
            sender: entry.sender.map { $0.name ?? ownName },
            preview: previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted),
            time: environment.timeText(for: entry.time),
            unreadCount: entry.unreadCount,
            isMuted: entry.isMuted,
            typing: typingText(of: entry.typingAuthors),
            picture: picture(of: entry.contact.id)
        )
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
