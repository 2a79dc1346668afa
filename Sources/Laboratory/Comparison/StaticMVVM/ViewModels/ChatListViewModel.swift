import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// The chat list, ready for display, and what the user can do there.
struct ChatListViewModel {
    /// The rows; `nil` until they have been loaded.
    let chats: [ChatListItemViewModel]?
    let hasMore: Bool
    let status: String?
    /// An alert to show once.
    let alert: String?
    let addChat: () -> Void
    let search: (String) -> Void
    let reachEnd: () -> Void
}

/// A row of the chat list, ready for display, and what the user can do with it.
struct ChatListItemViewModel: Equatable, Identifiable {
    fileprivate let entry: ListEntry
    let preview: String
    let time: String
    let picture: Picture?
    let open: () -> Void
    let show: () -> Void

    var id: String { entry.name }
    var title: String { entry.contact.name }
    var sender: String? { entry.sender.map { $0.name ?? ownName } }
    var unreadCount: Int { entry.unreadCount }
    var isMuted: Bool { entry.isMuted }
    var typing: String? { typingText(of: entry.typingAuthors) }

    static func == (left: Self, right: Self) -> Bool {
        (left.entry, left.time, left.picture) == (right.entry, right.time, right.picture)
    }
}

enum ChatListViewModelBuilder {
    static func build(for list: ChatListModel) -> ChatListViewModel {
        ChatListViewModel(
            chats: list.page.entries.map { build(for: $0, picture: list.pictures[$0.contact.id]) },
            hasMore: list.page.hasMore,
            status: list.status.connection.text,
            alert: alertText(fault: list.fault, status: list.status),
            addChat: addChat,
            search: { ChatEventRouter.route(event: .searching($0)) },
            reachEnd: { ChatEventRouter.route(event: .reachedEnd) }
        )
    }

    static func buildLoading() -> ChatListViewModel {
        ChatListViewModel(
            chats: nil,
            hasMore: false,
            status: nil,
            alert: nil,
            addChat: addChat,
            search: { ChatEventRouter.route(event: .searching($0)) },
            reachEnd: {}
        )
    }

    private static func build(for entry: ListEntry, picture: Picture?) -> ChatListItemViewModel {
        ChatListItemViewModel(
            entry: entry,
            preview: previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted),
            time: AppProcess.current?.context.environment.timeText(for: entry.time) ?? "",
            picture: picture,
            open: { BaseNavigationViewController.pushViewController(ChatViewController(for: entry.id.chat)) },
            show: { ChatEventRouter.route(event: .showing(entry.contact.id)) }
        )
    }

    private static func addChat() {
        BaseNavigationViewController.pushViewController(CreateChatViewController())
    }
}

/// Returns the alert about a history that cannot be read or written.
func alertText(fault: StorageProblem?, status: ModelStatus) -> String? {
    if let fault { return "Cannot read the history: \(errorText(fault))" }
    return status.storageProblem.map { "Cannot save: \(errorText($0))" }
}
