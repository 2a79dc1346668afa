import Transport

/// The form as its presenter knows it: it shows what it is told.
protocol CreateChatViewing: AnyObject {
    func show(name: String)
    func show(message: String?)
    func show(added: [String])
    func show(suggestions: [String])
    func show(isBusy: Bool)
    func show(alert: String)
    func openChat(_ chat: ChatID)
}
