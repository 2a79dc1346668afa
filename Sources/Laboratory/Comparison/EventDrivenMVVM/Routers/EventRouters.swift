import ChatStore

/// A router that passes each chat event, whatever its source, to the handler.
struct ChatEventRouter {
    let handler: ChatEventHandler

    func route(_ event: ChatEvent) {
        switch event {
        case .loaded(let list): handler.loaded(list)
        case .counted(let unread): handler.counted(unread: unread)
        case .opening(let chat): handler.opening(chat, replacesForm: false)
        case .openingForm: handler.openingForm()
        case .editing(let form): handler.updated(form)
        case .creatingChat(let form): handler.updated(form, isSending: true)
        case .created(let chat): handler.opening(chat, replacesForm: true)
        case .createChatFailed(let form, let error): handler.updated(form, error: error)
        }
    }
}

/// A router that passes each message event, whatever its source, to the handler.
struct MessageEventRouter {
    let handler: MessageEventHandler

    func route(_ event: MessageEvent) {
        switch event {
        case .opened(let chat): handler.updated(chat, field: chat.unsavedDraft ?? chat.timeline?.draft)
        case .changed(let chat): handler.updated(chat)
        case .sending(let chat): handler.updated(chat, field: "")
        case .failedSending(let text, let chat, let error): handler.updated(chat, field: text, error: error)
        case .failed(let chat, let error): handler.updated(chat, error: error)
        case .received(let notification): handler.received(notification)
        }
    }
}
