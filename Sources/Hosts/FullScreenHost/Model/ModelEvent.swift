import Chat
import ChatApp
import ChatList
import ChatTypes
import CreateChat
import HostKit
import Transport
import Verification

/// An event for the model.
enum ModelEvent: Sendable {
    case terminal(TerminalEvent)
    /// A screen begins; it replaces a former one of its kind.
    case begins(AppScreen)
    case list(ChatListViewState)
    case form(CreateChatViewState)
    /// A chat, with the pictures in its complete files by their paths; nil if no pictures are shown.
    case chat(ChatViewState, files: [String: RasterPicture]? = nil)
    /// A screen with a panel of its own.
    case screen(any PanelState, on: ScreenName)
    /// The verification has changed, on whatever screen the user is.
    case reported(VerificationViewState)
    case stack([AppScreen])
    case badge(Int)
    case notification(AppNotification)
    case notice(String)
    /// The invitation to a chat was declined, since the user ignores the person.
    case declined(ChatID)
    /// The chats whose names match the text in the switcher.
    case foundChats([FoundChat], for: String)
    /// The messages of a chat that match a text, the newest first.
    case foundMessages([MessageID], for: String, in: ChatID)
    /// The names of a group's other members.
    case members([String], of: ChatID)
    /// The text as another program has changed it.
    case edited(String)
    /// A picture was decoded, or could not be.
    case picture(Result<DrawnPicture, PictureFailure>, for: PictureRequest)
}

/// An effect for the loop to perform.
enum ModelEffect: Equatable, Sendable {
    case list(ChatListAction)
    case form(CreateChatAction)
    case chat(ChatAction)
    /// An action of a screen with a panel of its own.
    case screen(ScreenAction)
    case showVerification
    /// Asks the other devices of the account of a chat, or one of them, to compare emoji, and shows that; a notice says why not.
    case verifyOwn(device: String?, in: ChatID?)
    case openChat(ChatID, at: MessageID?)
    case openContact(named: String)
    /// Opens the chat that a link leads to, at its message if it is here; without such a chat, the link itself.
    case openPlace(MatrixLink, link: String)
    /// Opens a chat by its position among all chats, from 1.
    case openNumber(Int)
    /// Opens the first chat with unread messages besides the open one.
    case openUnread(besides: ChatID?)
    /// Finds chats by name, or the newest for a blank text; `foundChats` answers.
    case findChats(String)
    /// Finds messages of a part of a chat by text; `foundMessages` answers.
    case findMessages(String, in: ChatID, TimelinePart = .main)
    /// Finds a group's members; `members` answers.
    case findMembers(of: ChatID)
    /// Changes a chat of the list without opening it; a notice says why not.
    case changeListed(ChatID, ListedChatChange)
    /// Marks all messages of all chats as read; a notice answers.
    case markAllRead
    /// Ignores a person, or hears them again; a notice answers.
    case ignore(Bool, String?, in: ChatID?)
    /// Shows the ignored people in a notice.
    case showIgnored
    /// Shows who has read a message, in a notice or a line below it.
    case showReaders(MessageID, in: ChatID)
    /// Lets the user edit a text of so many bytes at most in another program; `edited` answers, or a notice.
    case editText(String, limit: Int)
    /// Opens a file in another program; a notice answers.
    case openFile(ChatViewState.File)
    /// Decodes these pictures, in this order, and no others; `picture` answers for each.
    case decode([PictureRequest])
    case focus(Bool)
    /// Lets virtual time pass before the next key is read.
    case wait(Duration)
    case ring
    /// Copies a text to the terminal's clipboard.
    case copy(String)
    /// Opens a web address in its default program; a notice answers.
    case openLink(String)
    case notify(title: String, text: String)
    case redraw
    case suspend
    case leave
}
