import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit
import ScreenKit

/// The controller of the chat list. It mediates between the chats and the view, and opens tapped rows.
final class ChatListViewController: ViewController {
    private let session: Session
    private let environment: ChatEnvironment
    private let queue: MainQueue
    private let pictures: PictureStore
    private let listView: ChatListView
    private let query: LiveQuery<ListRequest, QueryResult<ListPage>>
    private var page: ListPage

    init(session: Session, environment: ChatEnvironment, queue: MainQueue) {
        (self.session, self.environment, self.queue) = (session, environment, queue)
        pictures = PictureStore(session: session, queue: queue)
        listView = ChatListView()
        let request = ListRequest(limit: AppContext.pageSize)
        query = session.list(request)
        page = ListPage(request: request)
        super.init(view: listView)
    }

    override func viewDidLoad() {
        listView.table.dataSource = self
        listView.table.delegate = self
        pictures.delegate = self
        listView.searchField.onChange = { [weak self] in self?.search($0) }
        listView.newChatButton.onTap = { [weak self] in self?.showForm() }
        queue.follow(query) { [weak self] in self?.show($0) }
    }

    private func show(_ snapshot: QueryResult<ListPage>) {
        listView.status = snapshot.status.connection.text
        if let problem = snapshot.status.storageProblem { listView.alert = "Cannot save: \(errorText(problem))" }
        do {
            let old = page.entries
            page = try snapshot.content.get()
            listView.table.hasFurtherRows = page.hasMore
            listView.table.reload(from: old, to: page.entries)
        } catch {
            listView.alert = "Cannot read the history: \(errorText(error))"
        }
    }

    private func search(_ text: String) {
        query.setRequest(ListRequest(searchText: text, limit: AppContext.pageSize))
    }

    private func showForm() {
        let form = CreateChatViewController(session: session, queue: queue)
        form.delegate = self
        navigationController?.push(form)
    }

    private func chatController(for chat: ChatID) -> ChatViewController {
        ChatViewController(chat: chat, session: session, environment: environment, queue: queue)
    }
}

extension ChatListViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<ChatCell>) -> Int { page.entries.count }

    func cell(forRow row: Int, in table: TableView<ChatCell>) -> ChatCell {
        let entry = page.entries[row]
        return ChatCell(
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
}

extension ChatListViewController: TableViewDelegate {
    func table(_ table: TableView<ChatCell>, didShow rows: Range<Int>) {
        for entry in page.entries[rows] { pictures.load(entry.contact.id) }
    }

    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) {
        navigationController?.push(chatController(for: page.entries[row].id.chat))
    }

    func tableDidReachEnd(_ table: TableView<ChatCell>) {
        guard page.hasMore else { return }
        query.setRequest(
            ListRequest(searchText: query.request.searchText, limit: page.request.limit + AppContext.pageSize)
        )
    }
}

extension ChatListViewController: PictureStoreDelegate {
    func pictureStore(_ store: PictureStore, didLoadPictureOf contact: ContactID) {
        listView.table.reloadRows { page.entries[$0].contact.id == contact }
    }
}

extension ChatListViewController: CreateChatViewControllerDelegate {
    func createChatViewController(_ controller: CreateChatViewController, didCreate chat: ChatID) {
        navigationController?.replaceTop(with: chatController(for: chat))
    }
}

extension ChatListViewController: TimeShowing {
    func timeTextsDidChange() { listView.table.reloadData() }
}
