public import Chat
public import ChatDetails
public import ChatList
public import ChatTypes
public import CreateChat
public import PinnedMessages
public import ScreenKit
public import SharedPictures
public import Verification

/// An entry of the navigation stack.
public enum AppScreen: Hashable, Sendable {
    /// All chats, at the bottom of the stack.
    case chatList
    /// The form for a new chat.
    case createChat
    /// A chat, opened at its newest end or at a message that was found.
    case chat(ChatID, at: MessageID? = nil)
    /// The details of a chat.
    case details(of: ChatID)
    /// The pictures of a chat.
    case pictures(of: ChatID)
    /// A thread of a chat, above the chat, opened at its newest end or at a message that was found.
    case thread(MessageID, of: ChatID, at: MessageID? = nil)
    /// The list of a chat's threads, above the chat.
    case threads(of: ChatID)
    /// The pinned messages of a chat.
    case pins(of: ChatID)
    /// The verification of a device, above any other screen.
    case verification

    /// The chat that the user looks at on this screen; `nil` for other screens, also for those about a chat.
    public var chat: ChatID? { place.chat }

    /// The chat that this screen is about, while it shows something else of it; `nil` for the chat itself. A screen that replaces this
    /// one replaces that chat, too.
    public var subject: ChatID? { place.subject }

    /// Returns the same screen of an account; with `nil`, as the account itself knows it.
    func of(_ account: AccountName?) -> AppScreen {
        switch self {
        case .chatList, .createChat, .verification: self
        case .chat(let chat, let message): .chat(chat.of(account), at: message)
        case .details(let chat): .details(of: chat.of(account))
        case .pictures(let chat): .pictures(of: chat.of(account))
        case .thread(let root, let chat, let message): .thread(root, of: chat.of(account), at: message)
        case .threads(let chat): .threads(of: chat.of(account))
        case .pins(let chat): .pins(of: chat.of(account))
        }
    }

    /// The part of a chat whose messages this screen shows; `nil` for other screens.
    public var part: TimelinePart? { place.part }

    private var place: (chat: ChatID?, subject: ChatID?, part: TimelinePart?) {
        switch self {
        case .chatList, .createChat, .verification: (nil, nil, nil)
        case .chat(let chat, _): (chat, nil, .main)
        case .thread(let root, let chat, _): (nil, chat, .thread(root))
        case .threads(let chat): (nil, chat, .threads)
        case .details(let chat), .pictures(let chat), .pins(let chat): (nil, chat, nil)
        }
    }
}

/// A screen that needs a view.
///
/// A host that shows only some screens returns `AppModule.unseen` for the rest, and leaves them with `Application.leave()`.
public enum AppModule: Sendable {
    /// The list of all chats.
    case chatList(ChatListModule)
    /// The form for a new chat.
    case createChat(CreateChatModule)
    /// A chat.
    case chat(ChatModule, of: ChatID)
    /// A thread of a chat, or the list of its threads: the same screen with other messages.
    case thread(ChatModule, TimelinePart, of: ChatID)
    /// The details of a chat.
    case details(ChatDetailsModule, of: ChatID)
    /// The pictures of a chat.
    case pictures(SharedPicturesModule, of: ChatID)
    /// The pinned messages of a chat.
    case pins(PinnedMessagesModule, of: ChatID)
    /// The verification of a device.
    case verification(VerificationModule)

    /// Its entry of the stack, without the message that a chat was opened at.
    public var screen: AppScreen {
        switch self {
        case .chatList: .chatList
        case .createChat: .createChat
        case .chat(_, let chat): .chat(chat)
        case .thread(_, let part, let chat): part.thread.map { .thread($0, of: chat) } ?? .threads(of: chat)
        case .details(_, let chat): .details(of: chat)
        case .pictures(_, let chat): .pictures(of: chat)
        case .pins(_, let chat): .pins(of: chat)
        case .verification: .verification
        }
    }

    /// The screen joined to no view: it runs, and is rendered nowhere.
    public var unseen: RenderedScreen {
        switch self {
        case .chatList(let module): module.rendered { _ in }
        case .createChat(let module): module.rendered { _ in }
        case .chat(let module, _): module.rendered { _ in }
        case .thread(let module, _, _): module.rendered { _ in }
        case .details(let module, _): module.rendered { _ in }
        case .pictures(let module, _): module.rendered { _ in }
        case .pins(let module, _): module.rendered { _ in }
        case .verification(let module): module.rendered { _ in }
        }
    }
}
