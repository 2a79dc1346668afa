import PhoneKit

/// The view controller of the chat list. It shows the list and forwards touches.
final class ChatListViewController: ViewController {
    private let chats: ChatModelController
    private let router: ChatEventRouter
    private let listView: ChatListView
    private var rows: [ChatListItemViewModel] = []

    init(chats: ChatModelController, router: ChatEventRouter) {
        (self.chats, self.router, listView) = (chats, router, ChatListView())
        super.init(view: listView)
    }

    override func viewDidLoad() {
        listView.table.dataSource = self
        listView.table.delegate = self
        listView.searchField.onChange = { [chats] in chats.search($0) }
        listView.newChatButton.onTap = { [router] in router.route(.openingForm) }
        chats.load()
    }
}

extension ChatListViewController: ChatListListening {
    func updated(list: ChatListViewModel) {
        let old = rows
        rows = list.rows
        listView.status = list.status
        if let alert = list.alert { listView.alert = alert }
        listView.table.hasFurtherRows = list.hasMore
        listView.table.reload(from: old, to: rows)
    }
}

extension ChatListViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<ChatCell>) -> Int { rows.count }

    func cell(forRow row: Int, in table: TableView<ChatCell>) -> ChatCell {
        let row = rows[row]
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
    func table(_ table: TableView<ChatCell>, didShow visible: Range<Int>) {
        for row in rows[visible] { chats.loadPicture(of: row.contact) }
    }

    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) {
        router.route(.opening(rows[row].chat))
    }

    func tableDidReachEnd(_ table: TableView<ChatCell>) { chats.loadMore() }
}
