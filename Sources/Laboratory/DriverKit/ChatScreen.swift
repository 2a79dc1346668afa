public import ChatTypes

/// The screen of a chat.
public struct ChatScreen: Hashable, Sendable {
    /// A message on the screen.
    public struct Row: Hashable, Sendable {
        /// The row's identifier for `Gesture.resend(row:)`, valid as long as the app runs.
        public var id: String
        /// The displayed name of the author; nil for the user's messages, and in a chat with one contact.
        public var sender: String?
        /// The message; one with images follows the preview rule.
        public var text: String
        /// Whether the message is marked as edited.
        public var isEdited: Bool
        /// The text shown for an edit that the server rejected.
        public var editFailure: String?
        /// The line that shows the answered message; nil unless it is a reply.
        public var answered: String?
        /// The reactions shown, in order of first use.
        public var reactions: [MessageReaction]
        /// Whether the message is shown as the user's own.
        public var isMine: Bool
        /// The displayed time, such as "9:00 am" or "Yesterday 9:00 am".
        public var time: String
        /// The displayed delivery state; `.received` for messages of others.
        public var delivery: Delivery
        /// Whether a gap is shown directly before this message.
        public var followsGap: Bool

        public init(
            id: String,
            sender: String?,
            text: String,
            isEdited: Bool,
            editFailure: String?,
            answered: String?,
            reactions: [MessageReaction],
            isMine: Bool,
            time: String,
            delivery: Delivery,
            followsGap: Bool
        ) {
            (self.id, self.sender, self.text, self.isMine, self.time) = (id, sender, text, isMine, time)
            (self.isEdited, self.editFailure, self.answered) = (isEdited, editFailure, answered)
            (self.reactions, self.delivery, self.followsGap) = (reactions, delivery, followsGap)
        }
    }

    /// The name of the contact or group.
    public var title: String
    /// The displayed number of members of a group; nil in a chat with one contact.
    public var subtitle: String?
    /// The rows, the newest last.
    public var rows: [Row]
    /// Whether `Gesture.showMore` would load earlier messages.
    public var hasEarlier: Bool
    /// The text in the message field.
    public var field: String
    /// Whether the chat is shown as muted.
    public var isMuted: Bool
    /// The displayed typing notice.
    public var typing: String?
    /// The displayed text for an unreachable server, from `Connection.text`.
    public var status: String?
    /// The text of the last alert; nil without one.
    public var problem: String?

    public init(
        title: String,
        subtitle: String?,
        rows: [Row],
        hasEarlier: Bool,
        field: String,
        isMuted: Bool,
        typing: String?,
        status: String?,
        problem: String?
    ) {
        (self.title, self.subtitle, self.rows, self.hasEarlier) = (title, subtitle, rows, hasEarlier)
        (self.field, self.isMuted, self.typing) = (field, isMuted, typing)
        (self.status, self.problem) = (status, problem)
    }
}
