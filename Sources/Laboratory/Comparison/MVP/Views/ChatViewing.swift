import ChatStore
import ChatTypes

/// A chat's view as its presenter sees it.
protocol ChatViewing: TimeViewing {
    func show(title: String)
    func show(subtitle: String?)
    func show(status: String?)
    func show(alert: String)
    func show(isMuted: Bool)
    func show(typing: String?)
    /// Shows a text in the input field.
    func show(draft: String)
    /// Shows the new rows. The view finds the changed rows, and requests their content from the presenter.
    func showRows(from old: [ChatMessage], to new: [ChatMessage], hasEarlier: Bool)
}

/// The content of a row of a chat.
struct MessageRow: Equatable {
    let id: String
    let sender: String?
    let text: String
    let isEdited: Bool
    let editFailure: String?
    let answered: String?
    let reactions: [MessageReaction]
    let isMine: Bool
    let time: String
    let delivery: Delivery
    let followsGap: Bool
}
