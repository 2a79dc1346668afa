/// The visible state of the phone at a moment: the top screen, the badge and the notifications.
public struct Screen: Hashable, Sendable {
    /// The content of the top screen.
    public enum Content: Hashable, Sendable {
        /// The app is not running, or has not drawn the top screen yet.
        case nothing
        case list(ListScreen)
        case form(FormScreen)
        case chat(ChatScreen)
    }

    /// The top screen; `nothing` if none is visible.
    public var content: Content
    /// The number of screens on the stack; 1 for the list alone.
    public var depth: Int
    /// The number on the app's icon; 0 for none.
    public var badge: Int
    /// All notifications since the app started, the latest last.
    public var notifications: [Notification]

    /// A notification as the system shows it.
    public struct Notification: Hashable, Sendable {
        /// The name of the contact or group.
        public var title: String
        /// The message by the preview rule; in a group, preceded by the author's name.
        public var text: String

        public init(title: String, text: String) {
            self.title = title
            self.text = text
        }
    }

    /// Creates a screen without an app.
    public init() { (content, depth, badge, notifications) = (.nothing, 0, 0, []) }

    /// The list, if it is the top screen.
    public var list: ListScreen? { if case .list(let list) = content { list } else { nil } }
    /// The form, if it is the top screen.
    public var form: FormScreen? { if case .form(let form) = content { form } else { nil } }
    /// The chat, if it is the top screen.
    public var chat: ChatScreen? { if case .chat(let chat) = content { chat } else { nil } }
}

/// The list of chats, or of search results.
public struct ListScreen: Hashable, Sendable {
    /// A chat, or a message in one that matches the search.
    public struct Row: Hashable, Sendable {
        /// The row's identifier for `Gesture.open(row:)`, valid as long as the app runs.
        public var id: String
        /// The name of the contact or group.
        public var title: String
        /// The displayed author of the preview, in a group.
        public var sender: String?
        /// The newest message by the preview rule, or the search result.
        public var preview: String
        /// The displayed time, such as "9:00 am" or "Yesterday".
        public var time: String
        /// The displayed number of unread messages in the whole chat.
        public var unreadCount: Int
        /// Whether the contact's picture is shown.
        public var hasPicture: Bool
        /// Whether the chat is shown as muted.
        public var isMuted: Bool
        /// The displayed typing notice.
        public var typing: String?

        public init(
            id: String,
            title: String,
            sender: String? = nil,
            preview: String,
            time: String,
            unreadCount: Int,
            hasPicture: Bool,
            isMuted: Bool,
            typing: String? = nil
        ) {
            (self.id, self.title, self.sender, self.preview, self.time) = (id, title, sender, preview, time)
            (self.unreadCount, self.hasPicture, self.isMuted, self.typing) = (unreadCount, hasPicture, isMuted, typing)
        }
    }

    /// The rows in display order, from the top.
    public var rows: [Row]
    /// Whether `Gesture.showMore` would load more rows.
    public var hasMore: Bool
    /// The text in the search field.
    public var searchText: String
    /// The displayed text for an unreachable server, from `Connection.text`.
    public var status: String?
    /// The text of the last alert; nil without one.
    public var problem: String?

    public init(rows: [Row], hasMore: Bool, searchText: String, status: String? = nil, problem: String? = nil) {
        (self.rows, self.hasMore, self.searchText) = (rows, hasMore, searchText)
        (self.status, self.problem) = (status, problem)
    }
}

/// The form for a new chat.
public struct FormScreen: Hashable, Sendable {
    /// The text in the name field.
    public var name: String
    /// The reason why the name is invalid; nil for a valid name.
    public var message: String?
    /// Whether `Gesture.create` would create a chat now.
    public var canCreate: Bool
    /// The names suggested for the typed text.
    public var suggestions: [String]
    /// The names added to the group, without the typed one.
    public var added: [String]
    /// Whether a chat is being created.
    public var isBusy: Bool
    /// The text of the last alert; nil without one.
    public var problem: String?

    public init(
        name: String,
        message: String?,
        canCreate: Bool,
        suggestions: [String],
        added: [String],
        isBusy: Bool,
        problem: String?
    ) {
        (self.name, self.message, self.canCreate, self.suggestions) = (name, message, canCreate, suggestions)
        (self.added, self.isBusy, self.problem) = (added, isBusy, problem)
    }
}
