import ChatSession
import ChatTypes
import PhoneKit

protocol ChatListening: AnyObject {
    func updated(chat: ChatViewModel)
    func handles(_ chat: ChatID) -> Bool
}

/// The handler of message events. It builds view models for the listeners of a chat, and shows notifications.
enum MessageEventHandler {
    private static let chatListening = Static([Weak<any ChatListening>]())

    static func add(listener: any ChatListening) {
        chatListening.value.append(Weak { [weak listener] in listener })
        for (id, chat) in ChatModelController.chats.value where listener.handles(id) {
            listener.updated(chat: ChatViewModelBuilder.build(for: chat))
        }
    }

    static func remove(listener: any ChatListening) {
        chatListening.value.removeAll { $0.listener() === listener }
    }

    static func update(_ id: ChatID, isFirstLoad: Bool = false, field: String? = nil, error: (any Error)? = nil) {
        guard let chat = ChatModelController.chats.value[id] else { return }
        let draft = isFirstLoad && !chat.hasTyped ? chat.draft : nil
        let viewModel = ChatViewModelBuilder.build(for: chat, field: field ?? draft, error: error)
        for case let listener? in chatListening.value.map({ $0.listener() }) where listener.handles(id) {
            listener.updated(chat: viewModel)
        }
    }

    static func updateAllChats() {
        for id in ChatModelController.chats.value.keys { update(id) }
    }

    static func received(_ notification: ChatNotification) {
        AppProcess.current?.context.window.banners.append(Window.Banner(notification))
    }
}
