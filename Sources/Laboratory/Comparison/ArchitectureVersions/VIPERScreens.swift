import BehaviourSuite
import Chat
import ChatList
import CreateChat
import ScreenKit
import Transport

extension ChatSummary.ID {
    var text: String { message.map { "\(chat)/\($0)" } ?? chat.rawValue }
}

extension ListScreen {
    init(_ state: ChatListViewState) {
        self.init(
            rows: state.rows.map { row in
                Row(
                    id: row.id.text,
                    title: row.title,
                    preview: row.preview,
                    time: row.time,
                    unreadCount: row.unreadCount,
                    hasPicture: row.picture != nil
                )
            },
            hasMore: state.hasMore,
            searchText: state.searchText,
            status: state.status,
            problem: state.problem?.text
        )
    }
}

extension FormScreen {
    init(_ state: CreateChatViewState) {
        self.init(
            name: state.name,
            message: state.message,
            canCreate: state.canCreate,
            suggestions: state.suggestions,
            isBusy: state.isBusy,
            problem: state.problem?.text
        )
    }
}

extension ChatScreen {
    init(_ state: ChatViewState, field: String) {
        self.init(
            title: state.title,
            rows: state.rows.map { row in
                Row(
                    id: row.id.rawValue,
                    text: row.attachment ?? row.text,
                    isMine: row.author == .me,
                    time: row.time,
                    delivery: row.delivery,
                    followsGap: row.followsGap
                )
            },
            hasEarlier: state.hasEarlier,
            field: field,
            status: state.status,
            problem: state.problem?.text
        )
    }
}
