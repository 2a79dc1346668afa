import Chat
import ChatApp
import ChatDetails
import ChatList
import ChatTypes
import CreateChat
import JSONKit
import PinnedMessages
import SharedPictures
import Verification

/// Everything that a page shows, in its newest state.
struct PageState: Sendable {
    var stack: [AppScreen] = []
    var badge = 0
    var list: ChatListViewState?
    var form: CreateChatViewState?
    /// The open chat, or a thread of it, on top or below its details.
    var chat: (id: ChatID, state: ChatViewState)?
    var details: ChatDetailsViewState?
    var pictures: SharedPicturesViewState?
    var pins: PinnedMessagesViewState?
    /// The verification as it was reported last, on whatever screen.
    var verification: VerificationViewState?
    /// The answer to the newest search for a chat by name.
    var found: FoundChats?
    /// The answer to the newest search in a chat, until a page is sent it.
    var hits: FoundMessages?
    /// Whether time passes only with actions.
    var isTimeVirtual = false
    /// The news that the page has not been sent: the newest of each chat.
    var notices: [PageNotice] = []
}

/// Chats found by name, for the switcher.
struct FoundChats: Sendable, Equatable {
    let text: String
    let chats: [Chat]

    struct Chat: Sendable, Equatable {
        let id: ChatID
        let title: String
        let unreadCount: Int
    }
}

/// Messages of a chat found by their text, the newest first.
struct FoundMessages: Sendable, Equatable {
    let text: String
    let chat: ChatID
    let messages: [MessageID]
}

/// A notification, or a sentence about the program.
struct PageNotice: Sendable, Equatable {
    /// The chat to open; nil for a sentence.
    var chat: ChatID?
    var title = ""
    var text: String
    /// Whether nothing proves who sent the message.
    var isWarned = false
    /// The number of notifications of the chat that this one stands for.
    var count = 1
}

extension PageState {
    /// The most notices that wait for a page.
    static let noticeLimit = 50

    /// Adds a notice. One of the same chat takes its place, so that a page that sleeps finds a few lines and not thousands.
    mutating func add(_ notice: PageNotice) {
        var notice = notice
        if let chat = notice.chat, let old = notices.firstIndex(where: { $0.chat == chat }) {
            notice.count += notices.remove(at: old).count
        }
        notices.append(notice)
        if notices.count > Self.noticeLimit { notices.removeFirst() }
    }
}

/// A chat's messages outside threads, one of its threads, or the list of these.
struct ChatPlace: Hashable, Sendable {
    let chat: ChatID
    var part = TimelinePart.main
}

extension AppScreen {
    /// The messages that it shows; nil for another screen.
    var chatPlace: ChatPlace? {
        guard let part, let chat = chat ?? subject else { return nil }
        return ChatPlace(chat: chat, part: part)
    }

    /// The name of the screen for the page. A thread is a chat with other messages.
    var pageName: String {
        switch self {
        case .chatList: "list"
        case .createChat: "form"
        case .chat, .thread, .threads: "chat"
        case .details: "details"
        case .pictures: "pictures"
        case .pins: "pins"
        case .verification: "verification"
        }
    }
}
