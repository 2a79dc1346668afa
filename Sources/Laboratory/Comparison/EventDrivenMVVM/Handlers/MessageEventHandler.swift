import ChatSession
import PhoneKit
import Transport

/// Shows the messages of one chat.
protocol ChatListening: AnyObject {
    func handles(_ chat: ChatID) -> Bool
    func updated(chat: ChatViewModel)
}

/// Shows notifications.
protocol NotificationListening: AnyObject {
    func received(banner: Window.Banner)
}

/// Builds view models from what message events bring, and sends them to the listeners whom they concern.
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
        let message = notification.message
        let text = previewText(of: message.text, imageCount: message.imageCount)
        let said = notification.senderName.map { "\($0): \(text)" } ?? text
        banners.tell { $0.received(banner: Window.Banner(title: notification.chat.contact.name, text: said)) }
    }
}
