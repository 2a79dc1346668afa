import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import TerminalHost
import Transport

/// What the app and the terminal have to say.
enum ModelEvent: Sendable {
    case terminal(TerminalEvent)
    /// A screen begins: what was shown of its kind is gone.
    case begins(AppScreen)
    case list(ChatListViewState)
    case form(CreateChatViewState)
    case chat(ChatViewState)
    case details(ChatDetailsViewState)
    case stack([AppScreen])
    case badge(Int)
    case notification(AppNotification)
    case notice(String)
    /// The chats that a text for the switcher finds.
    case foundChats([FoundChat], for: String)
}

/// What is to be done.
enum ModelEffect: Equatable, Sendable {
    case list(ChatListAction)
    case form(CreateChatAction)
    case chat(ChatAction)
    case details(ChatDetailsAction)
    case openChat(ChatID, at: MessageID?)
    case openContact(named: String)
    /// By its place among all chats, from 1.
    case openNumber(Int)
    /// The first one that is unread, but for the one that is open.
    case openUnread(besides: ChatID?)
    /// Answered by `foundChats`; all of them, the newest first, for an empty text.
    case findChats(String)
    case membership(ChatMembership, ChatID)
    /// Answered by a notice.
    case useFile(FileUse, ChatViewState.File, of: MessageID, in: ChatID)
    case focus(Bool)
    /// Lets time pass before the next key is taken.
    case wait(Duration)
    case ring
    case notify(title: String, text: String)
    case redraw
    case suspend
    case leave
}
