import ChatTypes
import PhoneKit

/// The chat list's view as its presenter sees it.
protocol ChatListViewing: TimeViewing {
    func show(status: String?)
    func show(alert: String)
    /// Shows the new rows. The view finds the changed rows, and requests their content from the presenter.
    func showRows(from old: [ListEntry], to new: [ListEntry], hasMore: Bool)
    func redrawRows(_ rows: [Int])
    func openForm()
    func openChat(_ chat: ChatID)
}

/// A view whose rows show relative times such as "Yesterday".
protocol TimeViewing: AnyObject {
    func redrawAllRows()
}

/// The content of a row of the chat list.
struct ChatRow: Equatable {
    let id: String
    let title: String
    let sender: String?
    let preview: String
    let time: String
    let unreadCount: Int
    let picture: Picture?
    let isMuted: Bool
    let typing: String?
}
