import ChatTypes

/// A chat: a property for each part of the view, and a method for each of the user's actions.
protocol ChatViewModel: AnyObject {
    var title: Dynamic<String> { get }
    var subtitle: Dynamic<String?> { get }
    var status: Dynamic<String?> { get }
    var alert: Dynamic<String?> { get }
    var isMuted: Dynamic<Bool> { get }
    var typing: Dynamic<String?> { get }
    /// The text in the input field, as far as the user did not type it.
    var field: Dynamic<String> { get }
    var rows: Dynamic<[MessageRow]> { get }
    var hasEarlier: Dynamic<Bool> { get }

    func start()
    func stop()
    func setShown(_ isShown: Bool)
    func didShowRows()
    func showEarlier()
    func type(_ text: String)
    func send(_ text: String)
    func mute(_ isMuted: Bool)
    func select(_ row: MessageRow)
    func delete(_ row: MessageRow)
    func edit(_ row: MessageRow, to text: String)
    func reply(_ text: String, to row: MessageRow)
    func react(_ text: String, to row: MessageRow)
    func timeTextsDidChange()
}

/// A message, ready for display.
struct MessageRow: Identifiable, Equatable {
    let id: MessageID
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
