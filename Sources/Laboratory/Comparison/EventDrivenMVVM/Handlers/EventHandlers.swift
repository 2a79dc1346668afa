/// Where views listen.
struct EventHandlers {
    let chat = EventHandler<ChatEvent>()
    let message = EventHandler<MessageEvent>()

    /// Registers a view that shows the model anew after any event that may have changed it.
    func register(_ owner: AnyObject, _ show: @escaping (AppModel) -> Void) {
        chat.register(owner) { _, model in show(model) }
        message.register(owner) { event, model in
            if case .announced = event { return }
            show(model)
        }
    }

    func unregister(_ owner: AnyObject) {
        chat.unregister(owner)
        message.unregister(owner)
    }
}
