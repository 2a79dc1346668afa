import ChatTypes

/// The form: a property for each part of the view, and a method for each of the user's actions.
protocol CreateChatViewModel: AnyObject {
    var name: Dynamic<String> { get }
    var message: Dynamic<String?> { get }
    var added: Dynamic<[String]> { get }
    var suggestions: Dynamic<[String]> { get }
    var isBusy: Dynamic<Bool> { get }
    var alert: Dynamic<String?> { get }
    /// The created chat.
    var chat: Dynamic<ChatID?> { get }

    func type(_ text: String)
    func add()
    func create()
    func cancel()
}
