import ChatSession
import ChatTypes
package import PhoneKit

/// The app delegate. It assembles the app, connects each screen to its event handler, and shows the badge and
/// notifications.
package final class AppDelegate: PhoneApp {
    private let context: AppContext
    private let chatHandler: ChatEventHandler
    private let messageHandler: MessageEventHandler
    private let chatRouter: ChatEventRouter
    private let messageRouter: MessageEventRouter
    private let chats: ChatModelController
    /// The model controller of the open chat.
    private weak var messages: MessageModelController?

    package init(_ context: AppContext) {
        self.context = context
        chatHandler = ChatEventHandler(builder: ChatListViewModelBuilder(environment: context.environment))
        messageHandler = MessageEventHandler(builder: ChatViewModelBuilder(environment: context.environment))
        chatRouter = ChatEventRouter(handler: chatHandler)
        messageRouter = MessageEventRouter(handler: messageHandler)
        chats = ChatModelController(context, router: chatRouter, messageRouter: messageRouter)
    }

    package func didFinishLaunching() {
        chatHandler.add(listener: self)
        messageHandler.add(listener: self)
        let list = ChatListViewController(chats: chats, router: chatRouter)
        chatHandler.add(listener: list)
        context.window.navigation.push(list)
        context.queue.run { [session = context.session] in await session.run() }
    }

    package func setActive(_ isActive: Bool) {
        context.session.setFocus(isActive)
    }

    package func significantTimeDidChange() {
        chats.emit()
        messages?.emit()
    }
}

extension AppDelegate: WindowListening {
    func updated(badge: Int) { context.window.badge = badge }

    func open(_ chat: ChatID, replacesForm: Bool) {
        let messages = MessageModelController(chat, context, router: messageRouter)
        let controller = ChatViewController(chat: chat, messages: messages)
        messageHandler.add(listener: controller)
        self.messages = messages
        let navigation = context.window.navigation
        if replacesForm { navigation.replaceTop(with: controller) } else { navigation.push(controller) }
    }

    func openForm() {
        let form = CreateChatViewController(form: CreateChatModelController(context, router: chatRouter))
        chatHandler.add(listener: form)
        context.window.navigation.push(form)
    }
}

extension AppDelegate: NotificationListening {
    func received(banner: Window.Banner) { context.window.banners.append(banner) }
}
