import BehaviourSuite
import EventDrivenMVVM

extension Screen.Content {
    init(_ screen: ScreenView) {
        self =
            switch screen {
            case .chatList(let view): .list(ListScreen(view.viewModel))
            case .createChat(let view): .form(FormScreen(view.viewModel))
            case .chat(let view): .chat(ChatScreen(view.viewModel))
            }
    }
}

extension ListScreen {
    fileprivate init(_ viewModel: ChatListViewModel) {
        self.init(
            rows: viewModel.rows.map { row in
                Row(
                    id: row.id,
                    title: row.title,
                    preview: row.preview,
                    time: row.time,
                    unreadCount: row.unreadCount,
                    hasPicture: row.picture != nil
                )
            },
            searchText: viewModel.searchText,
            status: viewModel.status,
            problem: viewModel.problem
        )
    }
}

extension FormScreen {
    fileprivate init(_ viewModel: CreateChatViewModel) {
        self.init(
            name: viewModel.name,
            message: viewModel.message,
            canCreate: viewModel.canCreate,
            suggestions: viewModel.suggestions,
            isBusy: viewModel.isBusy,
            problem: viewModel.problem
        )
    }
}

extension ChatScreen {
    fileprivate init(_ viewModel: ChatViewModel) {
        self.init(
            title: viewModel.title,
            rows: viewModel.messages.map { message in
                Row(
                    id: message.id,
                    text: message.text,
                    isMine: message.isMine,
                    time: message.time,
                    delivery: message.delivery,
                    followsGap: message.followsGap
                )
            },
            hasEarlier: viewModel.showEarlier != nil,
            field: viewModel.field,
            status: viewModel.status,
            problem: viewModel.problem
        )
    }
}
