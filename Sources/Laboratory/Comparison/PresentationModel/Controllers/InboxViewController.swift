import ChatSession
import ChatTypes
import OneThread
import PhoneKit
import RuntimeKit

/// The controller of the chat list. It draws its presentation, tells it what the user does, and opens tapped rows.
final class InboxViewController: ViewController {
    private let session: Session
    private let environment: ChatEnvironment
    private let queue: MainQueue
    private let listView: ChatListView
    private let presentation: InboxPresentation

    init(session: Session, environment: ChatEnvironment, queue: MainQueue) {
        (self.session, self.environment, self.queue) = (session, environment, queue)
        listView = ChatListView()
        presentation = InboxPresentation(
            store: SessionInbox(session: session, queue: queue),
            pageSize: AppContext.pageSize,
            environment: environment
        )
        super.init(view: listView)
    }

    override func viewDidLoad() {
        listView.table.dataSource = self
        listView.table.delegate = self
        listView.searchField.onChange = { [presentation] in presentation.searchText = $0 }
        listView.newChatButton.onTap = { [weak self] in self?.showForm() }
        presentation.didChange = { [weak self] in self?.redraw(from: $0) }
        presentation.start()
    }

    private func redraw(from old: [InboxPresentable]) {
        listView.status = presentation.status
        listView.alert = presentation.alert
        listView.table.hasFurtherRows = presentation.hasMore
        listView.table.reload(from: old, to: presentation.rows)
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
    func numberOfRows(in table: TableView<ChatCell>) -> Int { presentation.rows.count }

    func cell(forRow row: Int, in table: TableView<ChatCell>) -> ChatCell {
        let presentable = presentation.rows[row]
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
        presentation.didShow(rows)
    }

    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) {
        navigationController?.push(chatController(for: presentation.rows[row].chat))
    }

    func tableDidReachEnd(_ table: TableView<ChatCell>) {
        presentation.showMore()
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
