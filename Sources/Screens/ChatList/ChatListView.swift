public import Transport

/// The list as a screen shows it: display-ready, immutable, comparable in a test.
public struct ChatListViewState: Sendable, Equatable {
    /// A chat, or what was found in one, ready to show.
    public struct Row: Sendable, Equatable, Identifiable {
        public let id: ChatSummary.ID
        public let title: String
        /// The newest message, or the text around what was found; empty when there is none.
        public let preview: String
        /// For people, such as "9:00 am" or "Yesterday".
        public let time: String
        public let unreadCount: Int
        /// Nil hides it.
        public let badge: String?
        /// Comes later than the row, if at all.
        public let picture: Picture?
    }

    public let rows: [Row]
    /// Whether `.showMore` would bring more rows.
    public let hasMore: Bool
    /// What is searched for; empty when the rows are the chats themselves.
    public let searchText: String
    /// Says that the rows may be out of date, and why; nil while connected.
    public let status: String?
    public let problem: ScreenProblem?
}

/// What a person can do on this screen.
public enum ChatListAction: Sendable, Equatable {
    case open(ChatID)
    /// Opens the chat with a contact of that name.
    case openContact(named: String)
    case createChat
    /// Each change of the search field; an empty text ends the search.
    case search(String)
    /// Shows a page more of rows; does nothing unless `hasMore`.
    case showMore
    /// Which rows can be seen: their contacts' pictures are worth loading.
    case see([ChatSummary.ID])
}

/// A screen for the list.
///
/// The requirement is `async` so that an actor, a `@MainActor` class or a test's spy can be the view; the witness is
/// written without `async` (a `@MainActor` class's `async` witness would be inferred nonisolated).
public protocol ChatListView: Sendable {
    /// Shows a state; called only with one that differs from the last, never twice at once.
    func render(_ state: ChatListViewState) async
}
