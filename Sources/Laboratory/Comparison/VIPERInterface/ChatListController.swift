import ChatList
import ChatTypes
import PhoneKit
import ScreenKit

/// The controller of the chat list, which shows the module's states.
final class ChatListController: ViewController, RenderingController {
    let number: Int
    private let module: ChatListModule
    private let listView: PhoneKit.ChatListView
    private var rows: [ChatListViewState.Row] = []

    init(_ number: Int, _ module: ChatListModule) {
        (self.number, self.module) = (number, module)
        listView = PhoneKit.ChatListView()
        super.init(view: listView)
    }

    override func viewDidLoad() {
        listView.table.dataSource = self
        listView.table.delegate = self
        listView.searchField.onChange = { [module] in module.send(.search($0)) }
        listView.newChatButton.onTap = { [module] in module.send(.createChat) }
    }

    func render(_ state: ScreenState) {
        guard case .chatList(let state) = state else { return }
        listView.status = state.status
        listView.alert = state.problem?.text
        listView.table.hasFurtherRows = state.hasMore
        let old = rows
        rows = state.rows
        listView.table.reload(from: old, to: rows)
    }
}

extension ChatListController: TableViewDataSource {
    func numberOfRows(in table: TableView<ChatCell>) -> Int { rows.count }

    func cell(forRow row: Int, in table: TableView<ChatCell>) -> ChatCell {
        let row = rows[row]
        return ChatCell(
            id: row.id.message.map { "\(row.id.chat)/\($0)" } ?? row.id.chat.rawValue,
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

extension ChatListController: TableViewDelegate {
    func table(_ table: TableView<ChatCell>, didShow visible: Range<Int>) {
        module.send(.rowsVisible(rows[visible].map(\.id)))
    }

    func table(_ table: TableView<ChatCell>, didPerform action: RowAction, on row: Int) {
        module.send(.open(rows[row].id))
    }

    func tableDidReachEnd(_ table: TableView<ChatCell>) {
        module.send(.showMore)
    }
}
