import ChatStore
import Transport

/// A chat as its presenter knows it: it shows what it is told.
protocol ChatViewing: TimeViewing {
    func show(title: String)
    func show(subtitle: String?)
    func show(status: String?)
    func show(alert: String)
    func show(isMuted: Bool)
    func show(typing: String?)
    /// What stands in the field.
    func show(draft: String)
    /// Which rows have changed is for the view to find; what they say, the presenter is asked.
    func showRows(from old: [StoredMessage], to new: [StoredMessage], hasEarlier: Bool)
}

/// What a row of a chat says.
struct MessageRow: Equatable {
    let id: String
    let sender: String?
    let text: String
    let isEdited: Bool
    let editFailure: String?
    let isMine: Bool
    let time: String
    let delivery: Delivery
    let followsGap: Bool
}
