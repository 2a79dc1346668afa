import ChatStore
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
    var rows: Dynamic<[ChatMessage]> { get }
    var hasEarlier: Dynamic<Bool> { get }

    func start()
    func stop()
    func setShown(_ isShown: Bool)
    func didShowRows()
    func showEarlier()
    func type(_ text: String)
    func send(_ text: String)
    func mute(_ isMuted: Bool)
    func select(_ message: ChatMessage)
    func delete(_ message: ChatMessage)
    func edit(_ message: ChatMessage, to text: String)
    func reply(_ text: String, to message: ChatMessage)
    func react(_ text: String, to message: ChatMessage)
}
