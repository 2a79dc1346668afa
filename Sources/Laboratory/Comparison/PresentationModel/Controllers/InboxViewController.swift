import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit

/// The controller of the chat list. It makes the requests that its presentation needs, draws the presentation, and
/// opens tapped rows.
final class InboxViewController: ViewController {
    private let session: Session
    private let environment: ChatEnvironment
    private let queue: MainQueue
    private let pictures: PictureLoader
    private let listView: ChatListView
    private let query: LiveQuery<ListRequest, QueryResult<ListPage>>
    private var presentation: InboxPresentation

    init(session: Session, environment: ChatEnvironment, queue: MainQueue) {
        (self.session, self.environment, self.queue) = (session, environment, queue)
        pictures = PictureLoader(session: session, queue: queue)
        listView = ChatListView()
        presentation = InboxPresentation(pageSize: AppContext.pageSize, environment: environment)
        query = session.list(presentation.request)
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
        let old = presentation.entries
        presentation.take(snapshot)
        listView.status = presentation.status
        listView.alert = presentation.alert
        listView.table.hasFurtherRows = presentation.hasMore
        listView.table.reload(from: old, to: presentation.entries)
    }

    private func search(_ text: String) {
        presentation.searchText = text
        query.setRequest(presentation.request)
    }

    private func showForm() {
        let form = FormViewController(session: session, queue: queue)
        form.delegate = self
        navigationController?.push(form)
    }

    private func chatController(for chat: ChatID) -> ChatViewController {
        ChatViewController(chat: chat, session: session, environment: environment, queue: queue)
    }
}

extension InboxViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<ChatCell>) -> Int { presentation.entries.count }

    func cell(forRow row: Int, in table: TableView<ChatCell>) -> ChatCell {
        let presentable = presentation.presentable(at: row)
        return ChatCell(
            id: presentable.id,
            title: presentable.title,
            sender: presentable.sender,
            preview: presentable.preview,
            time: presentable.time,
            unreadCount: presentable.unreadCount,
            picture: presentable.picture,
            isMuted: presentable.isMuted,
            typing: presentable.typing
        )
    }
}

extension InboxViewController: TableViewDelegate {
    func table(_ table: TableView<ChatCell>, didShow rows: Range<Int>) {
        for entry in presentation.entries[rows] { pictures.load(entry.contact.id) }
    }

    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) {
        navigationController?.push(chatController(for: presentation.entries[row].id.chat))
    }

    func tableDidReachEnd(_ table: TableView<ChatCell>) {
        guard presentation.hasMore else { return }
        presentation.showMore()
        query.setRequest(presentation.request)
    }
}

extension InboxViewController: PictureLoaderDelegate {
    func pictureLoader(_ loader: PictureLoader, didLoad picture: Picture, of contact: ContactID) {
        presentation.take(picture, of: contact)
        listView.table.reloadRows { presentation.entries[$0].contact.id == contact }
    }
}

extension InboxViewController: FormViewControllerDelegate {
    func formViewController(_ controller: FormViewController, didCreate chat: ChatID) {
        navigationController?.replaceTop(with: chatController(for: chat))
    }
}

extension InboxViewController: TimeShowing {
    func timeTextsDidChange() { listView.table.reloadData() }
}
