public import ChatTypes
public import Foundation
public import ScreenKit

/// A screen for one chat.
public typealias ChatView = ScreenView<ChatViewState>

/// The chat as a screen shows it: display-ready, immutable, comparable in a test.
public struct ChatViewState: Sendable, Equatable {
    /// A message, ready to show.
    public struct Row: Sendable, Equatable, Identifiable {
        /// The message's, by which actions name it.
        public var id: MessageID
        /// Who wrote it: ourselves, the contact, or in a group a member.
        public var author: Author
        /// What its author is called, in a group; nil for one's own, and between two.
        public var sender: String?
        /// What was written, or that it was taken back; empty when it carries images or a file alone.
        public var text: String
        /// Whether its author has taken it back; the text says so.
        public var isRemoved: Bool
        /// Whether its author has changed the text.
        public var isEdited: Bool
        /// Why the server did not take the last change of one's own message.
        public var editFailure: String?
        /// What is said of its images; nil when it has none.
        public var attachment: String?
        /// How many images it has, its file included where that is a picture.
        public var imageCount: Int
        /// The picture or file that it carries; nil when it carries none, or only counts images.
        public var file: File?
        /// For people, such as "9:00 am" or "Yesterday 9:00 am".
        public var time: String
        /// The moment itself.
        public var date: Date
        /// How far the message has come; `.received` for one that is not one's own.
        public var delivery: Delivery
        /// Whether messages are known to be missing directly before this one.
        public var followsGap: Bool

        public init(
            id: MessageID,
            author: Author,
            sender: String? = nil,
            text: String = "",
            isRemoved: Bool = false,
            isEdited: Bool = false,
            editFailure: String? = nil,
            attachment: String? = nil,
            imageCount: Int = 0,
            file: File? = nil,
            time: String = "",
            date: Date = .distantPast,
            delivery: Delivery = .received,
            followsGap: Bool = false
        ) {
            self.id = id
            self.author = author
            self.sender = sender
            self.text = text
            self.isRemoved = isRemoved
            self.isEdited = isEdited
            self.editFailure = editFailure
            self.attachment = attachment
            self.imageCount = imageCount
            self.file = file
            self.time = time
            self.date = date
            self.delivery = delivery
            self.followsGap = followsGap
        }
    }

    /// The contact's name, or the group's title; empty as long as the chat cannot be read.
    public var title: String
    /// How many are in the group, or that we have left it; nil between two.
    public var subtitle: String?
    /// The newest last.
    public var rows: [Row]
    /// Whether `.loadEarlier` would bring more rows.
    public var hasEarlier: Bool
    /// Whether `.loadEarlier` is still at work.
    public var isLoadingEarlier: Bool
    /// Whether there are rows behind the last one: `.showLater` brings a page of them, `.showNewest` the end.
    public var hasLater: Bool
    /// The row of the message that was searched for and opened; nil when the chat was not opened at one.
    public var found: MessageID?
    /// The first message that was not read when a person began to look, among the rows or not; it stays while they look, for a
    /// line above its row. Nil when everything was read.
    public var firstUnread: MessageID?
    /// What is typed and not sent: what was kept when the screen was last left, then what the text field says it holds.
    public var draft: String
    /// Whether something can be sent: not to a group that we have left.
    public var canWrite: Bool
    /// Whether its messages are neither announced nor counted in the badge.
    public var isMuted: Bool
    /// What is said of those who type; nil while no one does.
    public var typing: String?
    /// Says that the rows may be out of date, and why; nil while all is well.
    public var status: String?
    /// What the person is to be told, until there is something newer; nil before the first.
    public var problem: ScreenProblem?

    public init(
        title: String = "",
        subtitle: String? = nil,
        rows: [Row] = [],
        hasEarlier: Bool = false,
        isLoadingEarlier: Bool = false,
        hasLater: Bool = false,
        found: MessageID? = nil,
        firstUnread: MessageID? = nil,
        draft: String = "",
        canWrite: Bool = true,
        isMuted: Bool = false,
        typing: String? = nil,
        status: String? = nil,
        problem: ScreenProblem? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.rows = rows
        self.hasEarlier = hasEarlier
        self.isLoadingEarlier = isLoadingEarlier
        self.hasLater = hasLater
        self.found = found
        self.firstUnread = firstUnread
        self.draft = draft
        self.canWrite = canWrite
        self.isMuted = isMuted
        self.typing = typing
        self.status = status
        self.problem = problem
    }
}

/// What a person can do on this screen.
public enum ChatAction: Sendable, Equatable {
    /// Sends a text; one that is empty or too long is refused with a problem, as is any in a group that we have left.
    case send(String)
    /// Sends the file that lies there, with a text or without, behind those before it; the original may go away once its row is
    /// shown. One that cannot be read or sent is refused with a problem, if the screen was not left meanwhile. The text is a draft
    /// until the file has gone, unless there is another.
    case sendFile(path: String, text: String = "")
    /// Fetches a message's file, once; one that cannot be fetched is refused with a problem.
    case fetch(MessageID)
    /// Fetches it no further, and forgets what has come of it; what is here stays.
    case cancelFetch(MessageID)
    /// Sends a failed message once more.
    case resend(MessageID)
    /// Sends every failed message that is shown once more, in their order.
    case resendFailed
    /// Takes one of one's own messages back, sent or waiting.
    case unsend(MessageID)
    /// Gives one of one's own messages another text, sent or waiting; one that is empty or too long is refused with a problem.
    case edit(MessageID, to: String)
    /// Mutes the chat, or lets it be heard again.
    case setMuted(Bool)
    /// Shows an earlier page, from the server when none is held; does nothing unless `hasEarlier`.
    case loadEarlier
    /// Shows a later page; does nothing unless `hasLater`.
    case showLater
    /// Goes to the newest end.
    case showNewest
    /// Each change of the text field; kept once typing pauses, or the screen is left.
    case draft(String)
    /// The newest row that can be seen: to be said after each render that shows other rows, and when the person scrolls. As long
    /// as it is not the newest of all, the rows stay, whatever comes below.
    case rowsVisible(upTo: MessageID)
    /// Shows what is known of the chat.
    case showDetails
    /// Shows the pictures of the chat.
    case showPictures
    /// Goes back to where the chat was opened from.
    case leave
}
