public import ChatTypes
public import ScreenKit

/// A screen for what is known of a chat.
public typealias ChatDetailsView = ScreenView<ChatDetailsViewState>

/// What is known of a chat as a screen shows it: display-ready, immutable, comparable in a test.
public struct ChatDetailsViewState: Sendable, Equatable {
    /// Someone who is in the chat, ready to show.
    public struct Row: Sendable, Equatable, Identifiable {
        /// Ourselves, the contact, or in a group a member.
        public var id: Author
        /// "You", for ourselves.
        public var name: String

        public init(id: Author, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// A picture or file that was shared in the chat, ready to show.
    public struct File: Sendable, Equatable, Identifiable {
        /// The message that carries it.
        public var id: MessageID
        /// Without a path.
        public var name: String
        /// What it is, for people: "application/pdf, 1.2 MB".
        public var detail: String

        public init(id: MessageID, name: String, detail: String = "") {
            self.id = id
            self.name = name
            self.detail = detail
        }
    }

    /// The group's title, or the contact's name.
    public var title: String
    /// How many are in the group, or that we have left; nil between two.
    public var subtitle: String?
    /// Who is in the group, ourselves first; between two, the contact alone.
    public var rows: [Row]
    /// The number of the first row, counted from 1: above it are rows that `.showPrevious` brings back.
    public var firstNumber: Int
    /// The newest first.
    public var files: [File]
    /// The number of the first file, likewise.
    public var firstFileNumber: Int
    /// Whether `.showMore` would bring more rows or files.
    public var hasMore: Bool
    /// Whether its messages are neither announced nor counted in the badge.
    public var isMuted: Bool
    /// Whether `.leaveChat` would do something now.
    public var canLeave: Bool
    /// Whether the server is being asked to let us out.
    public var isLeaving: Bool
    /// Says that the rows may be out of date, and why; nil while all is well.
    public var status: String?
    /// What the person is to be told, until there is something newer; nil before the first.
    public var problem: ScreenProblem?

    public init(
        title: String = "",
        subtitle: String? = nil,
        rows: [Row] = [],
        firstNumber: Int = 1,
        files: [File] = [],
        firstFileNumber: Int = 1,
        hasMore: Bool = false,
        isMuted: Bool = false,
        canLeave: Bool = false,
        isLeaving: Bool = false,
        status: String? = nil,
        problem: ScreenProblem? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.rows = rows
        self.firstNumber = firstNumber
        self.files = files
        self.firstFileNumber = firstFileNumber
        self.hasMore = hasMore
        self.isMuted = isMuted
        self.canLeave = canLeave
        self.isLeaving = isLeaving
        self.status = status
        self.problem = problem
    }
}

/// What a person can do on this screen.
public enum ChatDetailsAction: Sendable, Equatable {
    /// Shows a page more of members, and of files; does nothing unless `hasMore`.
    case showMore
    /// Shows the page before the first row again, and the one before the first file; does nothing unless there is one.
    case showPrevious
    /// Mutes the chat, or lets it be heard again.
    case setMuted(Bool)
    /// Leaves the chat, or declines an invitation: the server is asked, and a refusal told. The screen stays. Does nothing unless
    /// `canLeave`.
    case leaveChat
    /// Leaves the screen.
    case leave
}
