public import ChatTypes
public import ScreenKit

/// A view of a chat's pinned messages.
public typealias PinnedMessagesView = ScreenView<PinnedMessagesViewState>

/// A chat's pinned messages as a screen shows them: display-ready, immutable, comparable in a test.
public struct PinnedMessagesViewState: Sendable, Equatable {
    /// The contact's name, or the group's title.
    public var title: String
    /// The contact's ID; for a group, its own. It tells the contact as an author.
    public var contact: ContactID?
    /// The one pinned last first.
    public var rows: [MessageExcerpt]
    /// The number of the first row, counted from 1: above it are rows that `.showPrevious` brings back.
    public var firstNumber: Int
    /// Whether `.showMore` would bring more rows.
    public var hasMore: Bool
    /// A sentence about pins that are not among the rows however far one pages; `nil` if all are.
    public var limitText: String?
    /// Whether the user's role allows to remove pins.
    public var canUnpin: Bool
    /// Why the rows may be out of date; `nil` while all is well.
    public var status: String?
    /// The newest problem; `nil` before the first.
    public var problem: ScreenProblem?

    public init(
        title: String = "",
        contact: ContactID? = nil,
        rows: [MessageExcerpt] = [],
        firstNumber: Int = 1,
        hasMore: Bool = false,
        limitText: String? = nil,
        canUnpin: Bool = true,
        status: String? = nil,
        problem: ScreenProblem? = nil
    ) {
        (self.title, self.contact) = (title, contact)
        (self.rows, self.firstNumber, self.hasMore, self.limitText) = (rows, firstNumber, hasMore, limitText)
        self.canUnpin = canUnpin
        (self.status, self.problem) = (status, problem)
    }
}

/// An action of the user on this screen.
public enum PinnedMessagesAction: Sendable, Equatable {
    /// Goes to a pinned message in its chat. It is a problem if the message is not here.
    case open(MessageID)
    /// Removes the pin of a message for everybody. A refusal, for the user's role or by the server, is a problem.
    case unpin(MessageID)
    /// Shows a page more; does nothing unless `hasMore`.
    case showMore
    /// Shows the page before the first row again; does nothing unless there is one.
    case showPrevious
    /// Leaves the screen.
    case leave
}
