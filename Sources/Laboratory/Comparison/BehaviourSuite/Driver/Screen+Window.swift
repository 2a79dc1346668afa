public import DriverKit
public import PhoneKit

extension Screen {
    /// Creates a screen from the visible part of a phone app.
    public init(_ window: Window) {
        let content: Content? =
            switch window.navigation.topViewController?.view {
            case let list as ChatListView: ListScreen(list).map(Content.list)
            case let form as CreateChatView: .form(FormScreen(form))
            case let chat as ChatView: ChatScreen(chat).map(Content.chat)
            default: nil
            }
        self.init()
        self.content = content ?? .nothing
        depth = window.navigation.viewControllers.count
        badge = window.badge
        notifications = window.banners.map { Notification(title: $0.title, text: $0.text) }
    }
}

extension ListScreen {
    /// Creates a list screen. Returns `nil` until the list is drawn.
    fileprivate init?(_ view: ChatListView) {
        guard let cells = view.table.cells else { return nil }
        self.init(
            rows: cells.map { cell in
                Row(
                    id: cell.id,
                    title: cell.title,
                    sender: cell.sender,
                    preview: cell.preview,
                    time: cell.time,
                    unreadCount: cell.unreadCount,
                    hasPicture: cell.picture != nil,
                    isMuted: cell.isMuted,
                    typing: cell.typing
                )
            },
            hasMore: view.table.hasMore,
            searchText: view.searchField.text,
            status: view.status,
            problem: view.alert
        )
    }
}

extension FormScreen {
    fileprivate init(_ view: CreateChatView) {
        self.init(
            name: view.nameField.text,
            message: view.message,
            canCreate: view.message == nil && !view.isBusy,
            suggestions: view.suggestions,
            added: view.added,
            isBusy: view.isBusy,
            problem: view.alert
        )
    }
}

extension ChatScreen {
    /// Creates a chat screen. Returns `nil` until the chat is drawn.
    fileprivate init?(_ view: ChatView) {
        guard let cells = view.table.cells else { return nil }
        self.init(
            title: view.title,
            subtitle: view.subtitle,
            rows: cells.map { cell in
                Row(
                    id: cell.id,
                    sender: cell.sender,
                    text: cell.text,
                    isEdited: cell.isEdited,
                    editFailure: cell.editFailure,
                    answered: cell.answered,
                    reactions: cell.reactions,
                    isMine: cell.isMine,
                    time: cell.time,
                    delivery: cell.delivery,
                    followsGap: cell.followsGap
                )
            },
            hasEarlier: view.table.hasMore,
            field: view.field.text,
            isMuted: view.muteSwitch.isOn,
            typing: view.typing,
            status: view.status,
            problem: view.alert
        )
    }
}
