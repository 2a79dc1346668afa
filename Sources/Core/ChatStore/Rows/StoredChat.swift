public import ChatTypes
public import Foundation

/// A chat as a list shows it.
public struct StoredChat: Hashable, Sendable, Identifiable {
    /// The server's ID, which sorts chats with the same `activity`.
    public let id: ChatID
    /// The person to chat with; for a group, its title.
    public let contact: Contact
    /// The group's state; nil between two.
    public let group: GroupState?
    /// The user's state and rights, and the topic.
    public let standing: ChatStanding
    /// The ID that tells the chat from others of the same name: the contact's, or the chat's own if the contact is the same, too.
    /// Nil for a name that no other chat has; one that was replaced and one that was not are told apart by their state.
    public let distinction: String?
    /// The time of the newest message, or else of the chat's creation, which sorts lists.
    public let activity: Date
    /// The number of other people's messages after the read marker, without tombstones.
    public let unreadCount: Int
    /// Whether the server does not count the chat's messages, and some after the marker are missing here: then more are unread. False without a
    /// marker: earlier messages may be from before the user joined.
    public let hasMoreUnread: Bool
    /// The number of those that mention the user.
    public let mentionCount: Int
    /// The messages of the chat that notify the user.
    public let notifications: NotificationMode
    /// The marks that the user set on it.
    public let marks: Set<ChatMark>
    /// Whether an unsent text is stored: a draft, or a reply, an edit or an answer in a thread that was begun.
    public let hasDraft: Bool
    /// Whether a message of the user's could not be sent, until it is sent again or deleted.
    public let hasFailed: Bool
    /// The last message of the outbox that has not failed, else the one at the highest position; nil without
    /// messages.
    public let newest: Newest?

    /// The bytes of a text that are read for a preview. Other people write the texts, and a list is read for every
    /// event.
    public static let previewBytes = 1024

    /// Whether the chat is muted.
    public var isMuted: Bool { notifications == .muted }

    /// The newest message, as far as a preview needs it.
    public struct Newest: Hashable, Sendable {
        /// The author: the user, the contact, or a member of a group.
        public let author: Author
        /// The author's name in a group; nil for the user's messages, and between two.
        public let senderName: String?
        /// The first `previewBytes` bytes of the text at most, without spoilers.
        public let text: String
        /// The number of images, including a picture file.
        public let imageCount: Int
        /// The name of the attached file; nil without one.
        public let fileName: String?
        /// Whether the author has deleted it.
        public let isDeleted: Bool
        /// The server's time; the client's until that arrives.
        public let time: Date
        /// The reason why nothing proves who wrote it; nil if something does, and in a chat that is not encrypted.
        public internal(set) var senderWarning: SenderWarning?
    }
}

/// A part of a chat's history.
public struct Timeline: Hashable, Sendable {
    /// The person to chat with; for a group, its title.
    public let contact: Contact
    /// The group's state; nil between two.
    public let group: GroupState?
    /// The user's state and rights, and the topic.
    public let standing: ChatStanding
    /// The ID that tells the chat from others of the same name; see `StoredChat.distinction`.
    public let distinction: String?
    /// The messages in order of position, then those in the outbox.
    public let messages: [ChatMessage]
    /// Whether older messages than these are stored.
    public let hasStoredEarlier: Bool
    /// Whether messages follow these.
    public let hasLater: Bool
    /// The user's read marker.
    public let marker: Position?
    /// The stored draft; empty without one.
    public let draft: String
    /// Whether the user has begun a reply to a message, or an edit of one.
    public internal(set) var hasUnfinished = false
    /// The messages of the chat that notify the user.
    public internal(set) var notifications: NotificationMode = .all
    /// The marks that the user set on the chat.
    public internal(set) var marks: Set<ChatMark> = []
    /// The first unread message, here or before; nil if there is none, or if more than 200 uncounted messages, the
    /// user's own and tombstones, come between it and the marker.
    public internal(set) var firstUnread: MessageID?
    /// Whether the chat, or the thread, has unread messages, or something that the server counts besides them.
    public internal(set) var isCountedUnread = false

    /// Whether the server may have a thread's answers, of which none is here.
    var mayHaveMore = false

    /// Whether the chat is muted.
    public var isMuted: Bool { notifications == .muted }

    /// Whether earlier messages are stored, or the server has some.
    public var hasEarlier: Bool { hasStoredEarlier || (messages.first?.followsGap ?? mayHaveMore) }
}

/// A message's file, as far as the history knows it.
public struct StoredFile: Hashable, Sendable {
    /// The message's description of the file; without an ID before the upload.
    public let attachment: AttachedFile
    /// The name in the folder beside the history; nil if the file was never requested.
    public let name: String?
    /// Whether the file is complete.
    public let isComplete: Bool
    /// Whether its message waits to be sent.
    public let isOutgoing: Bool
    /// The reason why the transfer failed; nil without a failure.
    public let failure: String?
}

/// A requested download.
public struct RequestedDownload: Hashable, Sendable {
    /// The message that carries the file.
    public let message: MessageID
    /// The message's chat.
    public let chat: ChatID
    /// The message's description of the file: its place on the server, and its size.
    public let attachment: AttachedFile
    /// The name in the folder beside the history.
    public let name: String
}

/// The current text of a message for its notification.
public struct NotificationText: Hashable, Sendable {
    /// The whole text, with the newest edit.
    public let text: String
    /// The formatted parts of the text.
    public internal(set) var spans: [TextSpan] = []
    /// The author's name in a group; nil between two.
    public let senderName: String?
    /// The reason why nothing proves who wrote it; nil if something does, and in a chat that is not encrypted.
    public internal(set) var senderWarning: SenderWarning?
}
