public import ChatTypes
public import Foundation

/// A place where a searched text was found.
public struct SearchHit: Hashable, Sendable {
    /// The chat that was found, or that the message is in.
    public let chat: ChatID
    /// Who the chat is with; of a group, its title.
    public let contact: Contact
    /// Whether the contact is a group's title.
    public let isGroup: Bool
    /// Nil when it is the contact's name, or a group's title, that matches.
    public let message: MessageID?
    /// Who wrote the message, or the chat's newest; nil where there is none.
    public let author: Author?
    /// What its author is called in a group; nil for our own, and between two.
    public let senderName: String?
    /// The text around what was found, or the chat's newest message.
    public let context: String
    /// The message's, or the chat's `StoredChat.activity`.
    public let time: Date
    /// Of the whole chat, as `StoredChat.unreadCount`.
    public let unreadCount: Int
    /// Whether the chat's messages are neither announced nor counted in the badge.
    public let isMuted: Bool
}

/// One page of what was found.
public struct SearchPage: Hashable, Sendable {
    /// First the chats whose names match, then the messages, each newest first.
    public let hits: [SearchHit]
    /// Where each of them stands: a page may go on behind any.
    public let places: [SearchPlace]
    /// Whether there are more behind these.
    public let hasMore: Bool

    /// Where the next page begins; nil when there is none.
    public var next: SearchPlace? { hasMore ? places.last : nil }
}

/// Where a find stands: a page may end there, and the next one begin.
public struct SearchPlace: Hashable, Sendable {
    enum Last: Hashable {
        /// Names come first, by the chats' activity and id.
        case name(activity: Int64, chat: ChatID)
        case message(key: Int64)
    }

    let last: Last
}
