public import ChatTypes

/// A stretch of a chat's history.
public struct Timeline: Hashable, Sendable {
    /// Who the chat is with; of a group, its title.
    public let contact: Contact
    /// Nil between two.
    public let group: GroupState?
    /// In order: by position, then those that wait in the outbox.
    public let messages: [ChatMessage]
    /// Whether older messages are stored than these.
    public let hasStoredEarlier: Bool
    /// Whether there are messages behind these.
    public let hasLater: Bool
    /// How far we have read.
    public let marker: Position?
    /// What is typed but not sent, as it is on disk; empty for none.
    public let draft: String
    /// Whether its messages are neither announced nor counted in the badge.
    public let isMuted: Bool
    /// The first message that is unread, here or before; nil when there is none, or when more than 200 that do not count, our
    /// own and tombstones, stand between it and the marker.
    public internal(set) var firstUnread: MessageID?

    /// Whether the conversation's start is still to come: earlier messages are stored, or the server has some.
    public var hasEarlier: Bool { hasStoredEarlier || (messages.first?.followsGap ?? false) }
}
