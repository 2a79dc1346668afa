import ChatSession
import ChatTypes

/// An event that concerns the chats or the new chat form.
enum ChatEvent {
    /// The chats were read again, or a picture was loaded.
    case loaded(ChatListModel)
    /// The total number of unread messages has been counted.
    case counted(unread: Int)
    /// The user opens a chat or the new chat form.
    case opening(ChatID)
    case openingForm
    /// The typed name or the suggestions have changed.
    case editing(CreateChatModel)
    case creatingChat(CreateChatModel)
    case created(ChatID)
    case createChatFailed(CreateChatModel, any Error)
}

/// An event that concerns messages.
enum MessageEvent {
    /// The messages were read for the first time, or again after a change.
    case opened(ChatModel)
    case changed(ChatModel)
    case sending(ChatModel)
    /// A message could not be saved for sending.
    case failedSending(String, ChatModel, any Error)
    /// Another action of the user failed.
    case failed(ChatModel, any Error)
    /// A message arrived that is not visible to the user.
    case received(ChatNotification)
}
