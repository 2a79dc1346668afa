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

    private var place: (chat: ChatID?, subject: ChatID?) {
        switch self {
        case .chatList, .createChat, .verification: (nil, nil)
        case .chat(let chat, _): (chat, nil)
        case .details(let chat), .pictures(let chat), .pins(let chat), .thread(_, let chat, _), .threads(let chat):
            (nil, chat)
        }
    }

    /// The part of a chat whose messages this screen shows; `nil` for other screens.
    public var part: TimelinePart? {
        switch self {
        case .chat: .main
        case .thread(let root, _, _): .thread(root)
        case .threads: .threads
        case .chatList, .createChat, .details, .pictures, .pins, .verification: nil
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

    /// Returns the same module of an account, for a host that shows several.
    func of(_ account: AccountName?) -> AppModule {
        switch self {
        case .chatList, .createChat, .verification: self
        case .chat(let module, let chat): .chat(module, of: chat.of(account))
        case .details(let module, let chat): .details(module, of: chat.of(account))
        case .thread(let module, let part, let chat): .thread(module, part, of: chat.of(account))
        case .pictures(let module, let chat): .pictures(module, of: chat.of(account))
        case .pins(let module, let chat): .pins(module, of: chat.of(account))
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
