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
    let hasNotice: Bool
    /// The text of a compact row; `nil` for a full row.
    let line: String?
}

/// A builder of view models for the chat list.
struct ChatListViewModelBuilder {
    let environment: ChatEnvironment

    func build(for list: ChatListModel) -> ChatListViewModel {
        ChatListViewModel(
            rows: list.page.entries.map { build(for: $0, in: list) },
            hasMore: list.page.hasMore,
            status: list.status.connection.text,
            alert: alertText(fault: list.fault, status: list.status)
        )
    }

    private func build(for entry: ListEntry, in list: ChatListModel) -> ChatListItemViewModel {
        let preview = previewText(of: entry.text, imageCount: entry.imageCount, isDeleted: entry.isDeleted)
        let typing = typingText(of: entry.typingAuthors)
        return ChatListItemViewModel(
            id: entry.name,
            chat: entry.id.chat,
            contact: entry.contact.id,
            title: entry.contact.name,
            sender: entry.sender.map { $0.name ?? ownName },
            preview: preview,
            time: environment.timeText(for: entry.time),
            unreadCount: entry.unreadCount,
            picture: list.pictures[entry.contact.id],
            isMuted: entry.isMuted,
            typing: typing,
            hasNotice: !list.notices(in: entry.id.chat).isEmpty,
            line: list.isCompact ? lineText(title: entry.contact.name, preview: preview, typing: typing) : nil
        )
    }
}

/// Returns the alert about a history that cannot be read or written.
func alertText(fault: StorageProblem?, status: ModelStatus) -> String? {
    if let fault { return "Cannot read the history: \(errorText(fault))" }
    return status.storageProblem.map { "Cannot save: \(errorText($0))" }
}
