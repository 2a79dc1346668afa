import BindingKit
import ChatTypes
import PhoneKit

/// The controller of the chat list, which binds the view to its view model.
final class ChatListViewController: ViewController {
    private let listView: ChatListView
    private let table: TableBinding<ChatRow, ChatCell>
    private let viewModel: any ViewModel<ChatListInput, ChatListOutput>
    private let showForm: () -> Void
    private let showChat: (ChatID) -> Void
    private let bag = DisposeBag()

    init(
        _ viewModel: any ViewModel<ChatListInput, ChatListOutput>,
        showForm: @escaping () -> Void,
        showChat: @escaping (ChatID) -> Void
    ) {
        (self.viewModel, self.showForm, self.showChat) = (viewModel, showForm, showChat)
        listView = ChatListView()
        table = TableBinding(listView.table, makeCell: ChatCell.init)
        super.init(view: listView)
    }

    override func viewDidLoad() {
        let output = viewModel.transform(
            ChatListInput(
                searchText: listView.searchField.typing(),
                shown: table.shown.observable,
                reachedEnd: table.reachedEnd.observable
            )
        )
        output.status.subscribe { [listView] in listView.status = $0 }.disposed(by: bag)
        output.alerts.subscribe { [listView] in listView.alert = $0 }.disposed(by: bag)
        output.hasMore.subscribe { [listView] in listView.table.hasFurtherRows = $0 }.disposed(by: bag)
        output.rows.subscribe { [table] in table.show($0) }.disposed(by: bag)
        listView.newChatButton.taps().subscribe(showForm).disposed(by: bag)
        table.performed.observable.map(\.row.id.chat).subscribe(showChat).disposed(by: bag)
    }
}

extension ChatCell {
    fileprivate init(_ row: ChatRow) {
        self.init(
            id: row.entry.name,
            title: row.title,
            sender: row.sender,
            preview: row.preview,
            time: row.time,
            unreadCount: row.entry.unreadCount,
            picture: row.picture,
            isMuted: row.isMuted,
            typing: row.typing
        )
    }
}
