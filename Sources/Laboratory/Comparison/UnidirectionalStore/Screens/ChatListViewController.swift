import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// The chat list as a function of its state.
final class ChatListViewController: ViewController {
    private let store: ScreenStore<ListState, ListAction>
    private let environment: ChatEnvironment
    private let listView: ChatListView
    private var rows: [ListRow] = []

    init(_ store: ScreenStore<ListState, ListAction>, environment: ChatEnvironment) {
        (self.store, self.environment, listView) = (store, environment, ChatListView())
        super.init(view: listView)
    }

    override func viewDidLoad() {
        listView.table.dataSource = self
        listView.table.delegate = self
        listView.searchField.onChange = { [store] in store.send(.searched($0)) }
        listView.newChatButton.onTap = { [store] in store.send(.newChatTapped) }
        store.observe(self) { [weak self] in self?.render($0) }
    }

    private func render(_ state: ListState) {
        let old = rows
        rows = state.rows
        listView.searchField.text = state.request.searchText
        listView.status = state.health.connection.text
        listView.alert = state.health.alert
        listView.table.hasFurtherRows = state.page.hasMore
        // Other parts of the state do not affect the rows.
        if rows != old || listView.table.cells == nil { listView.table.reload(from: old, to: rows) }
    }
}

extension ChatListViewController: TableViewDataSource {
    func numberOfRows(in table: TableView<ChatCell>) -> Int { rows.count }

    func cell(forRow row: Int, in table: TableView<ChatCell>) -> ChatCell {
        let entry = rows[row].entry
        return ChatCell(
            id: entry.name,
            title: entry.contact.name,
            sender: entry.sender.map { $0.name ?? ownName },
            preview: previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted),
            time: environment.timeText(for: entry.time),
            unreadCount: entry.unreadCount,
            picture: rows[row].picture,
            isMuted: entry.isMuted,
            typing: typingText(of: entry.typingAuthors)
        )
    }
}

extension ChatListViewController: TableViewDelegate {
    func table(_ table: TableView<ChatCell>, didShow visible: Range<Int>) {
        store.send(.shown(rows[visible].map(\.entry.contact.id)))
    }

    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) {
        store.send(.tapped(rows[row].entry.id.chat))
    }

    func tableDidReachEnd(_ table: TableView<ChatCell>) { store.send(.reachedEnd) }
}
