import ChatSession
import ChatStore
import ChatTypes
import PhoneKit
import RuntimeKit

/// An event that concerns the messages of a chat, from the push connection, the socket, a request or the user.
enum MessageEvent {
    case opened(ChatID)
    case loaded(QueryResult<Timeline?>, in: ChatID)
    case othersType([String], in: ChatID)
    case typing(String, in: ChatID)
    case sending(in: ChatID)
    case failedSending(String, in: ChatID, any Error)
    case failed(in: ChatID, any Error)
    case userReads(in: ChatID)
    case reachedEnd(in: ChatID)
    case received(ChatNotification)
    case closed(ChatID)
}

/// The router of message events. It changes models, calls endpoints, and tells the handler.
enum MessageEventRouter {
    static func route(event: MessageEvent) {
        switch event {
        case .opened(let chat):
            ChatModelController.chats.value[chat] = ChatModel(id: chat)
            ChatWebSocketController.startSocket(for: chat)
        case .loaded(let messages, let chat):
            let isFirstLoad = ChatModelController.load(messages: messages, of: chat)
            MessageEventHandler.update(chat, isFirstLoad: isFirstLoad)
        case .othersType(let names, let chat):
            ChatModelController.chats.value[chat]?.typingAuthors = names
            MessageEventHandler.update(chat)
        case .typing(let text, let chat):
            ChatModelController.chats.value[chat]?.hasTyped = true
            ChatEndpoint.keepDraft(text, in: chat)
        case .sending(let chat):
            MessageEventHandler.update(chat, field: "")
        case .failedSending(let text, let chat, let error):
            MessageEventHandler.update(chat, field: text, error: error)
        case .failed(let chat, let error):
            MessageEventHandler.update(chat, error: error)
        case .userReads(let chat):
            guard let message = ChatModelController.chats.value[chat]?.timeline?.newestUnread else { return }
            ChatEndpoint.read(upTo: message, in: chat)
        case .reachedEnd(let chat):
            guard let timeline = ChatModelController.chats.value[chat]?.timeline, timeline.hasEarlier else { return }
            if timeline.hasStoredEarlier {
                ChatWebSocketController.showEarlier(in: chat)
            } else {
                ChatEndpoint.fetchEarlier(in: chat)
            }
        case .received(let notification):
            MessageEventHandler.received(notification)
        case .closed(let chat):
            ChatWebSocketController.disconnectSocket(for: chat)
            ChatModelController.chats.value[chat] = nil
        }
    }
}
