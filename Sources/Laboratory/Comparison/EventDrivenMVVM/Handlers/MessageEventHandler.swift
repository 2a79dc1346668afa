import ChatSession
import ChatTypes
import PhoneKit

/// A listener that shows the messages of one chat.
protocol ChatListening: AnyObject {
    func handles(_ chat: ChatID) -> Bool
    func updated(chat: ChatViewModel)
}

/// A listener that shows notifications.
protocol NotificationListening: AnyObject {
    func received(banner: Window.Banner)
}

/// A handler that builds view models for message events and sends them to the listeners concerned.
final class MessageEventHandler {
    private let builder: ChatViewModelBuilder
    private var chats = Listeners<any ChatListening>()
    private var banners = Listeners<any NotificationListening>()

    init(builder: ChatViewModelBuilder) {
        self.builder = builder
    }

    func add(listener: any ChatListening) { chats.add { [weak listener] in listener } }
    func add(listener: any NotificationListening) { banners.add { [weak listener] in listener } }

    func updated(_ chat: ChatModel, field: String? = nil, error: (any Error)? = nil) {
        let viewModel = builder.build(for: chat, field: field, error: error)
        chats.tell { if $0.handles(chat.id) { $0.updated(chat: viewModel) } }
    }

    func received(_ notification: ChatNotification) {
        let banner = Window.Banner(notification)
        banners.tell { $0.received(banner: banner) }
    }
}
