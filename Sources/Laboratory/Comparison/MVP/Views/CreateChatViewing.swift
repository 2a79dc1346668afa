import ChatTypes

/// The form's view as its presenter sees it.
protocol CreateChatViewing: AnyObject {
    func show(name: String)
    func show(message: String?)
    func show(added: [String])
    func show(suggestions: [String])
    func show(isBusy: Bool)
    func show(alert: String)
    func openChat(_ chat: ChatID)
}
