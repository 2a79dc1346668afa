import PhoneKit

/// The controller of the chat list. It binds each property of a view model to its part of the view.
final class ChatListViewController: ViewController {
    private let model: any ChatListViewModel
    private let screens: Screens
    private let listView: ChatListView
    private var rows: [ChatRow] = []

    init(_ model: any ChatListViewModel, screens: Screens) {
        (self.model, self.screens) = (model, screens)
        listView = ChatListView()
        super.init(view: listView)
    }

    override func viewDidLoad() {
        listView.table.dataSource = self
        listView.table.delegate = self
        listView.searchField.onChange = { [model] in model.search($0) }
        listView.newChatButton.onTap = { [weak self] in
            guard let self else { return }
            navigationController?.push(screens.form())
        }
        // A listener that held its view would keep it: the view holds the model by its touches.
        model.status.bindAndFire { [weak listView] in listView?.status = $0 }
        model.alert.bindAndFire { [weak listView] in listView?.alert = $0 }
        model.hasMore.bindAndFire { [weak listView] in listView?.table.hasFurtherRows = $0 }
        model.rows.bind { [weak self] in self?.show($0) }
        model.start()
    }

    private func show(_ new: [ChatRow]) {
        let old = rows
        rows = new
        listView.table.reload(from: old, to: new)
    }
}

extension ChatListViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<ChatCell>) -> Int { rows.count }

    func cell(forRow row: Int, in table: TableView<ChatCell>) -> ChatCell {
        let row = rows[row]
        row.picture.bind { [weak self, weak picture = row.picture] _ in
            guard let self else { return }
            listView.table.reloadRows { self.rows[$0].picture === picture }
        }
        return ChatCell(
            id: row.id,
            title: row.title,
            sender: row.sender,
            preview: row.preview,
            time: row.time,
            unreadCount: row.unreadCount,
            picture: row.picture.value,
            isMuted: row.isMuted,
            typing: row.typing
        )
    }
}

extension ChatListViewController: TableViewDelegate {
    func table(_ table: TableView<ChatCell>, didShow rows: Range<Int>) { model.didShow(self.rows[rows]) }

    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) {
        navigationController?.push(screens.chat(rows[row].chat))
    }

    func tableDidReachEnd(_ table: TableView<ChatCell>) { model.showMore() }
}

extension ChatListViewController: TimeShowing {
    func timeTextsDidChange() { model.timeTextsDidChange() }
}
