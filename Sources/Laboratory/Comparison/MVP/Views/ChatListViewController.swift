import ChatTypes
import PhoneKit

/// The view of the chat list. It forwards touches to its presenter, and shows what the presenter decides.
final class ChatListViewController: ViewController {
    private let presenter: ChatListPresenter
    private let scenes: Scenes
    private let listView: ChatListView

    init(presenter: ChatListPresenter, scenes: Scenes) {
        (self.presenter, self.scenes) = (presenter, scenes)
        listView = ChatListView()
        super.init(view: listView)
        presenter.view = self
    }

    override func viewDidLoad() {
        listView.table.dataSource = self
        listView.table.delegate = self
        listView.searchField.onChange = { [presenter] in presenter.didSearch($0) }
        listView.newChatButton.onTap = { [presenter] in presenter.didTapNewChat() }
        presenter.viewDidLoad()
    }
}

extension ChatListViewController: ChatListViewing {
    func show(status: String?) { listView.status = status }

    func show(alert: String) { listView.alert = alert }

    func showRows(from old: [ListEntry], to new: [ListEntry], hasMore: Bool) {
        listView.table.hasFurtherRows = hasMore
        listView.table.reload(from: old, to: new)
    }

    func redrawRows(_ rows: [Int]) { listView.table.reloadRows { rows.contains($0) } }

    func redrawAllRows() { listView.table.reloadData() }

    func openForm() { navigationController?.push(scenes.form()) }

    func openChat(_ chat: ChatID) { navigationController?.push(scenes.chat(chat)) }
}

extension ChatListViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<ChatCell>) -> Int { presenter.rowCount }

    func cell(forRow row: Int, in table: TableView<ChatCell>) -> ChatCell {
        let row = presenter.row(at: row)
        return ChatCell(
            id: row.id,
            title: row.title,
            sender: row.sender,
            preview: row.preview,
            time: row.time,
            unreadCount: row.unreadCount,
            picture: row.picture,
            isMuted: row.isMuted,
            typing: row.typing
        )
    }
}

extension ChatListViewController: TableViewDelegate {
    func table(_ table: TableView<ChatCell>, didShow rows: Range<Int>) { presenter.didShow(rows) }

    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) { presenter.didSelect(row) }

    func tableDidReachEnd(_ table: TableView<ChatCell>) { presenter.didReachEnd() }
}
