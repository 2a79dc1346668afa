public import Chat
public import ChatDetails
public import ChatList
public import ChatTypes
public import CreateChat
public import ScreenKit

/// An entry of the navigation stack.
public enum AppScreen: Hashable, Sendable {
    /// All chats, at the bottom of the stack.
    case chatList
    /// The form for a new chat.
    case createChat
    /// A chat, opened at its newest end or at a message that was found.
    case chat(ChatID, at: MessageID? = nil)
    /// What is known of a chat, opened from it.
    case details(of: ChatID)

    /// The chat that it shows, and that is looked at there; nil for other screens, also for what is known of a chat.
    public var chat: ChatID? {
        if case .chat(let chat, _) = self { chat } else { nil }
    }
}

/// A screen that wants a view.
///
/// A host that shows only some of them answers `default` with `AppModule.unseen`.
public enum AppModule: Sendable {
    /// The list of all chats.
    case chatList(ChatListModule)
    /// The form for a new chat.
    case createChat(CreateChatModule)
    /// A chat.
    case chat(ChatModule, of: ChatID)
    /// What is known of a chat.
    case details(ChatDetailsModule, of: ChatID)

    /// For a screen that is not shown: it runs, and is rendered nowhere.
    public var unseen: RenderedScreen {
        switch self {
        case .chatList(let module): module.rendered { _ in }
        case .createChat(let module): module.rendered { _ in }
        case .chat(let module, _): module.rendered { _ in }
        case .details(let module, _): module.rendered { _ in }
        }
    }
}
