import BehaviourSuite
import ClassicMVC
import Transport

extension Screen.Content {
    init(_ controller: ViewController) {
        self =
            switch controller {
            case let list as ChatListController: ListScreen(list.view).map(Self.list) ?? .nothing
            case let form as CreateChatController: .form(FormScreen(form.view))
            case let chat as ChatController: ChatScreen(chat.view).map(Self.chat) ?? .nothing
            default: .nothing
            }
    }
}

extension ChatListView.Cell {
    var id: String { message.map { "\(chat)/\($0)" } ?? chat.rawValue }
}

extension ListScreen {
    fileprivate init?(_ view: ChatListView) {
        guard case .loaded(let cells, let searchText) = view.state else { return nil }
        self.init(
            rows: cells.map { cell in
                Row(
                    id: cell.id,
                    title: cell.title,
                    preview: cell.preview,
                    time: cell.time,
                    unreadCount: cell.unreadCount,
                    hasPicture: cell.picture != nil
                )
            },
            searchText: searchText,
            status: view.status,
            problem: view.problem
        )
    }
}

extension FormScreen {
    fileprivate init(_ view: CreateChatView) {
        var (message, canCreate, isBusy): (String?, Bool, Bool) = (nil, false, false)
        switch view.state {
        case .invalid(let text): message = text
        case .valid: canCreate = true
        case .busy: isBusy = true
        }
        self.init(
            name: view.field,
            message: message,
            canCreate: canCreate,
            suggestions: view.suggestions,
            isBusy: isBusy,
            problem: view.problem
        )
    }
}

extension ChatScreen {
    fileprivate init?(_ view: ChatView) {
        guard case .loaded(let cells, let hasEarlier) = view.state else { return nil }
        self.init(
            title: view.title,
            rows: cells.map { cell in
                Row(
                    id: cell.message.rawValue,
                    text: cell.text,
                    isMine: cell.isMine,
                    time: cell.time,
                    delivery: cell.delivery,
                    followsGap: cell.followsGap
                )
            },
            hasEarlier: hasEarlier,
            field: view.field,
            status: view.status,
            problem: view.problem
        )
    }
}
