import PhoneKit
import Transport

/// The list as its presenter knows it: it shows what it is told.
protocol ChatListViewing: TimeViewing {
    func show(status: String?)
    func show(alert: String)
    /// Which rows have changed is for the view to find; what they say, the presenter is asked.
    func showRows(from old: [ListEntry], to new: [ListEntry], hasMore: Bool)
    func redrawRows(_ rows: [Int])
    func openForm()
    func openChat(_ chat: ChatID)
}

/// A view that says "Yesterday" in its rows.
protocol TimeViewing: AnyObject {
    func redrawAllRows()
}

/// What a row of the list says.
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
