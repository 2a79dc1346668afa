public import Foundation
public import Transport

/// A chat as a list shows it.
public struct StoredChat: Hashable, Sendable, Identifiable {
    public let id: ChatID
    public let contact: Contact
    /// When something last happened in it, by which lists are sorted.
    public let activity: Date
    public let unreadCount: Int
    /// The last in the outbox, else the one at the highest position; nil when there is none.
    public let newest: Newest?

    /// How much of a text is read for a preview: a list is read with every event, and others write the texts.
    public static let previewBytes = 1024

    /// The newest message, as far as a preview needs it.
    public struct Newest: Hashable, Sendable {
        /// Its first `previewBytes` bytes at most.
        public let text: String
        public let imageCount: Int
        public let time: Date
    }
}

/// The newest stretch of a chat's history.
public struct Timeline: Hashable, Sendable {
    public let contact: Contact
    /// In order: by position, then those that wait in the outbox.
    public let messages: [StoredMessage]
    /// Whether older messages are stored than these.
    public let hasStoredEarlier: Bool
    /// How far we have read.
    public let marker: Position?
    public let draft: String

    public var hasLater: Bool { false }

    /// Whether the conversation's start is still to come: earlier messages are stored, or the server has some.
    public var hasEarlier: Bool { hasStoredEarlier || (messages.first?.followsGap ?? false) }
}
