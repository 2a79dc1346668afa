public import Transport

/// One chat.
public struct ChatScreen: Hashable, Sendable {
    /// A message as it stands there.
    public struct Row: Hashable, Sendable {
        /// Names the row for `Gesture.resend(row:)`, for as long as the app runs.
        public var id: String
        /// Who else is said to have written it; nil for one's own, and between two.
        public var sender: String?
        /// The message, by the preview rule when it carries images.
        public var text: String
        /// Whether the text is said to have been changed.
        public var isEdited: Bool
        /// What is said of a change that the server did not take.
        public var editFailure: String?
        /// Whether it stands there as one's own.
        public var isMine: Bool
        /// For people, such as "9:00 am" or "Yesterday 9:00 am".
        public var time: String
        /// How far it is said to have come; `.received` for one that is not one's own.
        public var delivery: Delivery
        /// Whether messages are said to be missing directly before this one.
        public var followsGap: Bool

        public init(
            id: String,
            sender: String? = nil,
            text: String,
            isEdited: Bool = false,
            editFailure: String? = nil,
            isMine: Bool,
            time: String,
            delivery: Delivery,
            followsGap: Bool
        ) {
            self.id = id
            self.sender = sender
            self.text = text
            self.isEdited = isEdited
            self.editFailure = editFailure
            self.isMine = isMine
            self.time = time
            self.delivery = delivery
            self.followsGap = followsGap
        }
    }

    /// The contact's name, or the group's.
    public var title: String
    /// How many a group is said to have; nil between two.
    public var subtitle: String?
    /// The newest last.
    public var rows: [Row]
    /// Whether `Gesture.showMore` would bring earlier ones.
    public var hasEarlier: Bool
    /// What the message field holds.
    public var field: String
    /// Whether the switch says that the chat is muted.
    public var isMuted: Bool
    /// What is said of those who type.
    public var typing: String?
    /// What is said of a server that is not there, by `Connection.text`.
    public var status: String?
    /// What the last alert said; nil where there was none.
    public var problem: String?

    public init(
        title: String,
        subtitle: String? = nil,
        rows: [Row],
        hasEarlier: Bool,
        field: String,
        isMuted: Bool = false,
        typing: String? = nil,
        status: String? = nil,
        problem: String? = nil
    ) {
        self.title = title
        self.subtitle = subtitle
        self.rows = rows
        self.hasEarlier = hasEarlier
        self.field = field
        self.isMuted = isMuted
        self.typing = typing
        self.status = status
        self.problem = problem
    }
}
