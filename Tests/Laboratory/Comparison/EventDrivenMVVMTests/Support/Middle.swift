import ScreenTesting
import Transport

@testable import EventDrivenMVVM

/// Routers and handlers without anything before them, and behind them a spy.
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
