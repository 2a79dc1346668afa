import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit
import ScreenKit

/// The presenter of the chat list. It decides what the list shows and what a touch does.
final class ChatListPresenter {
    weak var view: (any ChatListViewing)?
    private let environment: ChatEnvironment
    private let pageSize: Int
    private let queue: MainQueue
    private let pictures: PictureStore
    private let query: LiveQuery<ListRequest, QueryResult<ListPage>>
    private var page: ListPage

    init(session: Session, environment: ChatEnvironment, pageSize: Int, queue: MainQueue) {
        (self.environment, self.pageSize, self.queue) = (environment, pageSize, queue)
        pictures = PictureStore(session: session, queue: queue)
        page = ListPage(request: ListRequest(limit: pageSize))
        query = session.list(page.request)
    }

    func viewDidLoad() {
        pictures.delegate = self
        queue.follow(query) { [weak self] in self?.present($0) }
    }

    var rowCount: Int { page.entries.count }

    /// Returns the content of a visible row.
    func row(at index: Int) -> ChatRow {
        let entry = page.entries[index]
        return ChatRow(
            id: entry.name,
            title: entry.contact.name,
            sender: entry.sender.map { $0.name ?? ownName },
            preview: previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted),
            time: environment.timeText(for: entry.time),
            unreadCount: entry.unreadCount,
            picture: pictures.picture(of: entry.contact.id),
            isMuted: entry.isMuted,
            typing: typingText(of: entry.typingAuthors)
        )
    }

    func didShow(_ rows: Range<Int>) {
        for entry in page.entries[rows] { pictures.load(entry.contact.id) }
    }

    func didSelect(_ row: Int) {
        view?.openChat(page.entries[row].id.chat)
    }

    func didReachEnd() {
        guard page.hasMore else { return }
        query.setRequest(ListRequest(searchText: query.request.searchText, limit: page.request.limit + pageSize))
    }

    func didSearch(_ text: String) {
        query.setRequest(ListRequest(searchText: text, limit: pageSize))
    }

    func didTapNewChat() {
        view?.openForm()
    }

    private func present(_ snapshot: QueryResult<ListPage>) {
        view?.show(status: snapshot.status.connection.text)
        if let problem = snapshot.status.storageProblem { view?.show(alert: "Cannot save: \(errorText(problem))") }
        do {
            let old = page.entries
            page = try snapshot.content.get()
            view?.showRows(from: old, to: page.entries, hasMore: page.hasMore)
        } catch {
            view?.show(alert: "Cannot read the history: \(errorText(error))")
        }
    }
}

extension ChatListPresenter: PictureStoreDelegate {
    func pictureStore(_ store: PictureStore, didLoadPictureOf contact: ContactID) {
        view?.redrawRows(page.entries.indices.filter { page.entries[$0].contact.id == contact })
    }
}
