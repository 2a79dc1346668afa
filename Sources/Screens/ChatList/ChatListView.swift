public import ChatTypes
public import Foundation
public import ScreenKit

/// A view of the list.
public typealias ChatListView = ScreenView<ChatListViewState>

/// The list as a screen shows it: display-ready, immutable, comparable in a test.
public struct ChatListViewState: Sendable, Equatable {
    /// A chat or a search result, ready to show.
    public struct Row: Sendable, Equatable, Identifiable {
        /// The chat's id, or the search result's, which actions use.
        public var id: ChatSummary.ID
        /// The contact's name, or the group's title.
        public var title: String
        /// The contact's ID; `nil` for a group.
        public var contact: ContactID?
        /// The ID that tells the chat from others of the same title; `nil` if no other has it.
        public var distinction: String?
        /// The user's place in the chat.
        public var state: ChatState
        /// The newest message, or the text around the search result; empty if there is none. The user's state if another person decided
        /// it.
        public var preview: String
        /// The author; `nil` if there is no message, and for an unsent text.
        public var author: Author?
        /// The author's name in a group, "You" for the user; `nil` in a chat of two, and if there is no message.
        public var sender: String?
        /// Why nothing proves who wrote the preview; `nil` if something does, and in a chat that is not encrypted.
        public var senderWarning: SenderWarning?
        /// The time as text, such as "9:00 am" or "Yesterday".
        public var time: String
        /// The time in the shortest way, such as "9:00 am", "Tue" or "17 Nov".
        public var shortTime: String
        /// The time, by which chats are sorted.
        public var date: Date
        /// The number of unread messages in the whole chat.
        public var unreadCount: Int
        /// Whether more are unread, which are missing here.
        public var hasMoreUnread: Bool
        /// The number of those that mention the user, unless the chat is muted.
        public var mentionCount: Int
        /// The unread count as text; `nil` hides it.
        public var badge: String?
        /// The messages of the chat that notify the user, and are part of the badge.
        public var notifications: NotificationMode
        /// The marks that the user set on the chat.
        public var marks: Set<ChatMark>
        /// Whether an unsent text was stored when the row was made.
        public var hasDraft: Bool
        /// Whether a message of the user's could not be sent.
        public var hasFailed: Bool
        /// The text about people who are typing; `nil` if no one is.
        public var typing: String?
        /// The contact's picture, which arrives after the row, if at all.
        public var picture: Picture?

        public init(
            id: ChatSummary.ID,
            title: String,
            contact: ContactID? = nil,
            distinction: String? = nil,
            state: ChatState = .joined,
            preview: String = "",
            author: Author? = nil,
            sender: String? = nil,
            senderWarning: SenderWarning? = nil,
            time: String = "",
            shortTime: String = "",
            date: Date = .distantPast,
            unreadCount: Int = 0,
            hasMoreUnread: Bool = false,
            mentionCount: Int = 0,
            badge: String? = nil,
            notifications: NotificationMode = .all,
            marks: Set<ChatMark> = [],
            hasDraft: Bool = false,
            hasFailed: Bool = false,
            typing: String? = nil,
            picture: Picture? = nil
        ) {
            self.id = id
            (self.title, self.contact) = (title, contact)
            (self.distinction, self.state) = (distinction, state)
            self.preview = preview
            self.author = author
            self.sender = sender
            self.senderWarning = senderWarning
            self.time = time
            self.shortTime = shortTime
            self.date = date
            (self.unreadCount, self.hasMoreUnread) = (unreadCount, hasMoreUnread)
            self.mentionCount = mentionCount
            self.badge = badge
            self.notifications = notifications
            self.marks = marks
            (self.hasDraft, self.hasFailed) = (hasDraft, hasFailed)
            self.typing = typing
            self.picture = picture
        }

        /// Whether the chat is muted.
        public var isMuted: Bool { notifications == .muted }
    }

    /// The chats in their `order`, or the search results.
    public var rows: [Row]
    /// The number of the first row, counted from 1: above it are rows that `.showPrevious` brings back.
    public var firstNumber: Int
    /// Whether `.showMore` would bring more rows.
    public var hasMore: Bool
    /// The text of the search field; empty for the chats themselves.
    public var searchText: String
    /// Whether the rows still answer an earlier search.
    public var isSearching: Bool
    /// The account whose chats are shown, of several; `nil` for all.
    public var account: AccountName?
    /// The order of the chats.
    public var order: ChatOrder
    /// The space whose chats are shown; `nil` for all.
    public var space: ChatSpace?
    /// Whether the chats with an unsent text are shown, with that text.
    public var isOfDrafts: Bool
    /// Why the rows may be out of date; `nil` while all is well.
    public var status: String?
    /// The newest problem to show; `nil` before the first.
    public var problem: ScreenProblem?

    public init(
        rows: [Row] = [],
        firstNumber: Int = 1,
        hasMore: Bool = false,
        searchText: String = "",
        isSearching: Bool = false,
        account: AccountName? = nil,
        order: ChatOrder = .favourites,
        space: ChatSpace? = nil,
        isOfDrafts: Bool = false,
        status: String? = nil,
        problem: ScreenProblem? = nil
    ) {
        self.rows = rows
        self.firstNumber = firstNumber
        self.hasMore = hasMore
        self.searchText = searchText
        self.isSearching = isSearching
        (self.account, self.order, self.space, self.isOfDrafts) = (account, order, space, isOfDrafts)
        self.status = status
        self.problem = problem
    }
}

/// An action of the user on this screen.
public enum ChatListAction: Sendable, Equatable {
    /// Opens a row: its chat, or the message found in it.
    case open(ChatSummary.ID)
    /// Opens the chat with the contact or group of that name or ID. A name that several have is a problem.
    case openContact(named: String)
    /// Shows the pictures of a row's chat.
    case showPictures(ChatSummary.ID)
    /// Shows the details of a chat, which stays unread.
    case showDetails(of: ChatID)
    /// Opens the form for a new chat.
    case createChat
    /// Each change of the search field; an empty text ends the search.
    case search(String)
    /// Shows the chats of one account, of several; with `nil`, those of all.
    case showAccount(AccountName?)
    /// Sorts the chats in another way; search results keep their order.
    case setOrder(ChatOrder)
    /// Shows the chats of the space of that name or ID; with `nil`, all. A name that several have, or none, is a problem.
    case showSpace(named: String?)
    /// Shows the chats with an unsent text, with that text; `.showSpace(named: nil)` shows all again.
    case showDrafts
    /// Shows a page more of rows; does nothing unless `hasMore`.
    case showMore
    /// Shows the page before the first row again; does nothing unless there is one.
    case showPrevious
    /// The visible rows, whose contacts' pictures are loaded.
    case rowsVisible([ChatSummary.ID])
}
