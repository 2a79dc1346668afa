import ChatSession
import Transport

/// What can happen to the chats and to the form for a new one.
enum ChatEvent {
    /// The chats were read again, or a picture has come.
    case loaded(ChatListModel)
    /// This many messages are unread in all chats.
    case counted(unread: Int)
    /// A person wants to write in a chat, or to make one.
    case opening(ChatID)
    case openingForm
    /// Another name was typed, or suggestions have come.
    case editing(CreateChatModel)
    case creatingChat(CreateChatModel)
    case created(ChatID)
    case createChatFailed(CreateChatModel, any Error)
}

/// What can happen to messages.
enum MessageEvent {
    /// The messages were read for the first time, then again after each change.
    case opened(ChatModel)
    case changed(ChatModel)
    case sending(ChatModel)
    /// A message could not be kept for sending.
    case failedSending(String, ChatModel, any Error)
    /// Something else that a person wanted was refused.
    case failed(ChatModel, any Error)
    /// A message came that a person does not see on screen.
    case received(ChatNotification)
}
