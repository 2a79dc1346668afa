import PhoneKit

/// The view controller of the chat list. It shows view models, whose closures are its actions.
final class ChatsViewController: ViewController {
    private let listView: ChatListView
    private var rows: [ChatListItemViewModel] = []
    private var reachEnd: () -> Void = {}

    init() {
        listView = ChatListView()
        super.init(view: listView)
    }

    override func viewDidLoad() {
        listView.table.dataSource = self
        listView.table.delegate = self
        ChatEventHandler.add(listener: self)
        ChatEventRouter.route(event: .applicationInitialized)
    }
}

extension ChatsViewController: ChatListListening {
    func updated(list: ChatListViewModel) {
        listView.newChatButton.onTap = list.addChat
        listView.searchField.onChange = list.search
        reachEnd = list.reachEnd
        listView.status = list.status
        if let alert = list.alert { listView.alert = alert }
        guard let chats = list.chats else { return }
        let old = rows
        rows = chats
        listView.table.hasFurtherRows = list.hasMore
        listView.table.reload(from: old, to: rows)
    }
}

extension ChatsViewController: TableViewDataSource {
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

extension ChatsViewController: TableViewDelegate {
    func table(_ table: TableView<ChatCell>, didShow visible: Range<Int>) {
        for row in rows[visible] { row.show() }
    }

    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) { rows[row].open() }

    func tableDidReachEnd(_ table: TableView<ChatCell>) { reachEnd() }
}
