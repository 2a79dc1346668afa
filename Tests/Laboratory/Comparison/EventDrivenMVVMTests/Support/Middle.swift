import RuntimeKit
import ScreenTesting

@testable import EventDrivenMVVM

/// Routers and handlers with no sources, and with a spy as the listener.
final class Middle {
    let chatHandler: ChatEventHandler
    let messageHandler: MessageEventHandler
    let spy: ListenerSpy

    init(_ environment: ChatEnvironment = .test(), spy: ListenerSpy = ListenerSpy()) {
        chatHandler = ChatEventHandler(builder: ChatListViewModelBuilder(environment: environment))
        messageHandler = MessageEventHandler(builder: ChatViewModelBuilder(environment: environment))
        self.spy = spy
        chatHandler.add(listener: spy as any ChatListListening)
        chatHandler.add(listener: spy as any CreateChatListening)
        chatHandler.add(listener: spy as any WindowListening)
        messageHandler.add(listener: spy as any ChatListening)
        messageHandler.add(listener: spy as any NotificationListening)
    }

    var chatRouter: ChatEventRouter { ChatEventRouter(handler: chatHandler) }
    var messageRouter: MessageEventRouter { MessageEventRouter(handler: messageHandler) }
}
