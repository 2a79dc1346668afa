/// The kind of a message that tells what a person did in a chat, in place of a text that they wrote.
///
/// Its author is the person, and its text the rest of the sentence: "joined", or "removed Eve (spam)". It is quiet: it is neither
/// unread nor announced, and no preview.
public enum ChatEvent: String, Hashable, Codable, CaseIterable, Sendable {
    /// The person joined.
    case joined
    /// The person left.
    case left
    /// The person declined an invitation.
    case declined
    /// The person invited another, or took that back.
    case invited
    /// The person removed another, banned them, or lifted a ban.
    case removed
    /// The person changed the title, the topic or another property of the chat.
    case changed
    /// The person called.
    case called

    /// Whether lines of this kind that follow each other are shown as one.
    public var isCombined: Bool { self == .joined || self == .left || self == .declined }

    /// The verb for several people, after their names in a combined line.
    public var verb: String {
        switch self {
        case .joined: "joined"
        case .left: "left"
        case .declined: "declined the invitation"
        case .invited: "invited people"
        case .removed: "removed people"
        case .changed: "changed the chat"
        case .called: "called"
        }
    }
}

/// An event with the text of its message.
public struct ChatEventText: Hashable, Sendable {
    /// The kind.
    public let event: ChatEvent
    /// The sentence about the event, without the author's name at its beginning.
    public let text: String

    /// Creates a line from an event. The reason is cut to `Limits.eventBytes`; an empty one is none.
    public init(_ event: ChatEvent, _ text: String? = nil, reason: String = "") {
        self.event = event
        let reason = reason.cut(toBytes: Limits.eventBytes)
        self.text = (text ?? event.verb) + (reason.isEmpty ? "" : " (\(reason))")
    }

    /// The text for a call.
    public static let call = Self(.called, "called; calls cannot be answered here")

    /// The text for other pinned messages.
    package static let pinned = Self(.changed, "changed the pinned messages")

    /// The text for the end of a poll.
    package static let endedPoll = Self(.changed, "ended a poll")

    /// The text for another title.
    public static func renamed(to title: String) -> Self {
        Self(
            .changed,
            title.isEmpty ? "removed the title" : "changed the title to “\(title.cut(toBytes: Limits.eventBytes))”"
        )
    }

    /// The text for another topic.
    public static func topic(_ topic: String) -> Self {
        Self(
            .changed,
            topic.isEmpty ? "removed the topic" : "changed the topic to “\(topic.cut(toBytes: Limits.eventBytes))”"
        )
    }
}
