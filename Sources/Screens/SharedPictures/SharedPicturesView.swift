public import ChatTypes
public import ScreenKit

/// A view of a chat's pictures.
public typealias SharedPicturesView = ScreenView<SharedPicturesViewState>

/// A chat's pictures as a screen shows them: display-ready, immutable, comparable in a test.
public struct SharedPicturesViewState: Sendable, Equatable {
    /// A picture, ready to show.
    public struct Row: Sendable, Equatable, Identifiable {
        /// The message that carries it.
        public var id: MessageID
        /// The file's name, without a path.
        public var name: String
        /// The type and size, such as "image/png, 1.2 MB".
        public var detail: String

        public init(id: MessageID, name: String, detail: String = "") {
            self.id = id
            self.name = name
            self.detail = detail
        }
    }

    /// The contact's name, or the group's title.
    public var title: String
    /// The newest first.
    public var rows: [Row]
    /// The number of the first row, counted from 1: above it are rows that `.showPrevious` brings back.
    public var firstNumber: Int
    /// Whether `.showMore` would bring more rows.
    public var hasMore: Bool
    /// Why the rows may be out of date; `nil` while all is well.
    public var status: String?
    /// The newest problem; `nil` before the first.
    public var problem: ScreenProblem?

    public init(
        title: String = "",
        rows: [Row] = [],
        firstNumber: Int = 1,
        hasMore: Bool = false,
        status: String? = nil,
        problem: ScreenProblem? = nil
    ) {
        self.title = title
        self.rows = rows
        self.firstNumber = firstNumber
        self.hasMore = hasMore
        self.status = status
        self.problem = problem
    }
}

/// An action of the user on this screen.
public enum SharedPicturesAction: Sendable, Equatable {
    /// Opens the message that carries a picture, in its chat.
    case open(MessageID)
    /// Shows a page more; does nothing unless `hasMore`.
    case showMore
    /// Shows the page before the first row again; does nothing unless there is one.
    case showPrevious
    /// Leaves the screen.
    case leave
}
