import ChatTypes
import PhoneKit
import RuntimeKit
import ScreenKit

/// The chat list, ready for display.
struct ChatListViewModel: Equatable {
    let rows: [ChatListItemViewModel]
    let hasMore: Bool
    let status: String?
    /// An alert to show once.
    let alert: String?
}

/// A row of the chat list, ready for display.
struct ChatListItemViewModel: Equatable, Identifiable {
    let id: String
    let chat: ChatID
    let contact: ContactID
    let title: String
    let sender: String?
    let preview: String
    let time: String
    let unreadCount: Int
    let picture: Picture?
    let isMuted: Bool
    let typing: String?
}

/// A builder of view models for the chat list.
struct ChatListViewModelBuilder {
    let environment: ChatEnvironment

    func build(for list: ChatListModel) -> ChatListViewModel {
        ChatListViewModel(
            rows: list.page.entries.map { build(for: $0, picture: list.pictures[$0.contact.id]) },
            hasMore: list.page.hasMore,
            status: list.status.connection.text,
            alert: alertText(fault: list.fault, status: list.status)
        )
    }

    private func build(for entry: ListEntry, picture: Picture?) -> ChatListItemViewModel {
        ChatListItemViewModel(
            id: entry.name,
            chat: entry.id.chat,
            contact: entry.contact.id,
            title: entry.contact.name,
            sender: entry.sender.map { $0.name ?? ownName },
            preview: previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted),
            time: environment.timeText(for: entry.time),
            unreadCount: entry.unreadCount,
            picture: picture,
            isMuted: entry.isMuted,
            typing: typingText(of: entry.typingAuthors)
        )
    }
}

/// Returns the alert about a history that cannot be read or written.
func alertText(fault: StorageProblem?, status: ModelStatus) -> String? {
    if let fault { return "Cannot read the history: \(errorText(fault))" }
    return status.storageProblem.map { "Cannot save: \(errorText($0))" }
}
