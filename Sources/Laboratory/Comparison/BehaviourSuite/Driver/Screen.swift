/// What a person can see at a moment: the screen on top, and what the system shows around it.
public struct Screen: Hashable, Sendable {
    /// What the screen on top shows.
    public enum Content: Hashable, Sendable {
        /// The app is not there, or has not drawn the screen on top yet.
        case nothing
        case list(ListScreen)
        case form(FormScreen)
        case chat(ChatScreen)
    }

    /// The screen on top; `nothing` while there is none to look at.
    public var content: Content
    /// How many screens are on the stack; the list alone is one.
    public var depth: Int
    /// The number on the app's icon; zero when there is none.
    public var badge: Int
    /// Everything that was announced since the app started, the latest last.
    public var notifications: [Notification]

    /// One announcement, as the system shows it.
    public struct Notification: Hashable, Sendable {
        /// The contact's name, or the group's.
        public var title: String
        /// The message, by the preview rule; in a group, after the name of who wrote it.
        public var text: String

        public init(title: String, text: String) {
            self.title = title
            self.text = text
        }
    }

    public init(content: Content = .nothing, depth: Int = 0, badge: Int = 0, notifications: [Notification] = []) {
        self.content = content
        self.depth = depth
        self.badge = badge
        self.notifications = notifications
    }

    /// The list, when it is on top.
    public var list: ListScreen? { if case .list(let list) = content { list } else { nil } }
    /// The form, when it is on top.
    public var form: FormScreen? { if case .form(let form) = content { form } else { nil } }
    /// The chat on top, if one is.
    public var chat: ChatScreen? { if case .chat(let chat) = content { chat } else { nil } }
}

/// The list of chats, or of what a search found.
public struct ListScreen: Hashable, Sendable {
    /// A chat, or a place in one where a searched text was found.
    public struct Row: Hashable, Sendable {
        /// Names the row for `Gesture.open(row:)`, for as long as the app runs.
        public var id: String
        /// The contact's name, or the group's.
        public var title: String
        /// Who is said to have written what is shown, in a group.
        public var sender: String?
        /// The newest message by the preview rule, or what was found.
        public var preview: String
        /// For people, such as "9:00 am" or "Yesterday".
        public var time: String
        /// How many messages are said to be unread in the whole chat.
        public var unreadCount: Int
        /// Whether the contact's picture has come.
        public var hasPicture: Bool
        /// Whether the chat is shown as muted.
        public var isMuted: Bool
        /// What is said of those who type.
        public var typing: String?

        public init(
            id: String,
            title: String,
            sender: String? = nil,
            preview: String,
            time: String,
            unreadCount: Int,
            hasPicture: Bool,
            isMuted: Bool = false,
            typing: String? = nil
        ) {
            self.id = id
            self.title = title
            self.sender = sender
            self.preview = preview
            self.time = time
            self.unreadCount = unreadCount
            self.hasPicture = hasPicture
            self.isMuted = isMuted
            self.typing = typing
        }
    }

    /// In the order in which they stand there, from the top.
    public var rows: [Row]
    /// Whether `Gesture.showMore` would bring more.
    public var hasMore: Bool
    /// What the search field holds.
    public var searchText: String
    /// What is said of a server that is not there, by `Connection.text`.
    public var status: String?
    /// What the last alert said; nil where there was none.
    public var problem: String?

    public init(
        rows: [Row],
        hasMore: Bool = false,
        searchText: String = "",
        status: String? = nil,
        problem: String? = nil
    ) {
        self.rows = rows
        self.hasMore = hasMore
        self.searchText = searchText
        self.status = status
        self.problem = problem
    }
}

/// The form for a new chat.
public struct FormScreen: Hashable, Sendable {
    /// What the field holds.
    public var name: String
    /// Why that is no name; nil when it is one.
    public var message: String?
    /// Whether `Gesture.create` would make a chat now.
    public var canCreate: Bool
    /// The names that are offered for what is typed.
    public var suggestions: [String]
    /// Who is to be in the group, beside who is typed.
    public var added: [String]
    /// Whether a chat is being made.
    public var isBusy: Bool
    /// What the last alert said; nil where there was none.
    public var problem: String?

    public init(
        name: String,
        message: String?,
        canCreate: Bool,
        suggestions: [String],
        added: [String] = [],
        isBusy: Bool,
        problem: String? = nil
    ) {
        self.name = name
        self.message = message
        self.canCreate = canCreate
        self.suggestions = suggestions
        self.added = added
        self.isBusy = isBusy
        self.problem = problem
    }
}
