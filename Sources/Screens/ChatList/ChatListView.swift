public import ChatTypes
public import Foundation
public import ScreenKit

/// A screen for the list.
public typealias ChatListView = ScreenView<ChatListViewState>

/// The list as a screen shows it: display-ready, immutable, comparable in a test.
public struct ChatListViewState: Sendable, Equatable {
    /// A chat, or what was found in one, ready to show.
    public struct Row: Sendable, Equatable, Identifiable {
        /// Names the chat, or the message found in it, for actions.
        public var id: ChatSummary.ID
        /// The contact's name, or the group's title.
        public var title: String
        /// The newest message, or the text around what was found; empty when there is none.
        public var preview: String
        /// Who wrote it; nil when there is none.
        public var author: Author?
        /// What they are called, in a group: "You", or a name; nil between two, and where there is no message.
        public var sender: String?
        /// For people, such as "9:00 am" or "Yesterday".
        public var time: String
        /// The moment itself, by which chats are sorted.
        public var date: Date
        /// How many messages of the whole chat are unread.
        public var unreadCount: Int
        /// Nil hides it.
        public var badge: String?
        /// Whether its messages are neither announced nor counted in the badge.
        public var isMuted: Bool
        /// What is said of those who type; nil while no one does.
        public var typing: String?
        /// Comes later than the row, if at all.
        public var picture: Picture?

        public init(
            id: ChatSummary.ID,
            title: String,
            preview: String = "",
            author: Author? = nil,
            sender: String? = nil,
            time: String = "",
            date: Date = .distantPast,
            unreadCount: Int = 0,
            badge: String? = nil,
            isMuted: Bool = false,
            typing: String? = nil,
            picture: Picture? = nil
        ) {
            self.id = id
            self.title = title
            self.preview = preview
            self.author = author
            self.sender = sender
            self.time = time
            self.date = date
            self.unreadCount = unreadCount
            self.badge = badge
            self.isMuted = isMuted
            self.typing = typing
            self.picture = picture
        }
    }

    /// The chats, the one in which something happened last first, or what was found.
    public var rows: [Row]
    /// The number of the first row, counted from 1: above it are rows that `.showPrevious` brings back.
    public var firstNumber: Int
    /// Whether `.showMore` would bring more rows.
    public var hasMore: Bool
    /// What is typed into the search field; empty for the chats themselves.
    public var searchText: String
    /// Whether the rows still answer what was searched for before.
    public var isSearching: Bool
    /// Says that the rows may be out of date, and why; nil while all is well.
    public var status: String?
    /// What the person is to be told, until there is something newer; nil before the first.
    public var problem: ScreenProblem?

    public init(
        rows: [Row] = [],
        firstNumber: Int = 1,
        hasMore: Bool = false,
        searchText: String = "",
        isSearching: Bool = false,
        status: String? = nil,
        problem: ScreenProblem? = nil
    ) {
        self.rows = rows
        self.firstNumber = firstNumber
        self.hasMore = hasMore
        self.searchText = searchText
        self.isSearching = isSearching
        self.status = status
        self.problem = problem
    }
}

/// What a person can do on this screen.
public enum ChatListAction: Sendable, Equatable {
    /// Opens what a row stands for: a chat, or the message found in it.
    case open(ChatSummary.ID)
    /// Opens the chat with a contact of that name, else the group of that title.
    case openContact(named: String)
    /// Shows the pictures of a row's chat.
    case showPictures(ChatSummary.ID)
    /// Opens the form for a new chat.
    case createChat
    /// Each change of the search field; an empty text ends the search.
    case search(String)
    /// Shows a page more of rows; does nothing unless `hasMore`.
    case showMore
    /// Shows the page before the first row again; does nothing unless there is one.
    case showPrevious
    /// Which rows can be seen: their contacts' pictures are worth loading.
    case rowsVisible([ChatSummary.ID])
}
