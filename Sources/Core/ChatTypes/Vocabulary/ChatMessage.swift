public import Foundation

/// A message of a chat, as the history stores it and a screen shows it.
public struct ChatMessage: Hashable, Sendable, Identifiable {
    /// The same while the message waits and once it is sent.
    public let id: MessageID
    /// The user, the contact, or in a group a member.
    public let author: Author
    /// The author's name in the group, or the id of a member without a name; `nil` for the user, and in a chat of two.
    public let senderName: String?
    /// The text with the newest edit, also with one of the user's own that waits to be sent. Empty if the message was deleted, or
    /// if it carries images or a file alone.
    public let text: String
    /// The formatted parts of the text.
    public let spans: [TextSpan]
    /// The number of images, including the attached file if that is a picture.
    public let imageCount: Int
    /// The picture or file that it carries; without an id while it is still to be uploaded.
    public let attachment: AttachedFile?
    /// The poll that it asks, with the votes; `nil` for any other message.
    public var poll: ChatPoll?
    /// The message that it answers; `nil` for any other message.
    public var answered: AnsweredMessage?
    /// The root of the thread that it is in; `nil` outside threads.
    public let inThread: MessageID?
    /// The thread of which it is the root; `nil` if it has none.
    public var thread: ThreadSummary?
    /// The kind of an event, whose text says what the author did; `nil` for a message that the author wrote.
    public var event: ChatEvent?
    /// How far the file has been uploaded or downloaded; `nil` if that was never requested, or if no one looked it up.
    public var transfer: FileTransfer?
    /// Whether the author deleted it: then it has neither text nor images nor an attachment.
    public let isDeleted: Bool
    /// Whether the author changed the text.
    public let isEdited: Bool
    /// Whether the text stands for a message that cannot be decrypted yet; false for a deleted one.
    public let isPlaceholder: Bool
    /// The reactions, in order of first use, those of others at most `Limits.reactions`. Reactions that the user removes disappear at once.
    public var reactions: [MessageReaction]
    /// Why the server refused the user's last edit; the text is then the one before it.
    public let editFailure: String?
    /// The server's time; the user's own clock until the server's time arrives.
    public let time: Date
    /// `nil` while the message waits in the outbox, or has been sent and its place is not known yet.
    public let position: Position?
    /// How far the message has come; `.received` for one that the user did not write.
    public let delivery: Delivery
    /// Whether the server is known to have more messages directly before it.
    public package(set) var followsGap: Bool
    /// Whether someone else wrote it and the user has not read it. A deleted message does not count.
    public package(set) var isUnread: Bool
    /// Whether it mentions the user, or contains a keyword of the user's.
    public let mentionsMe: Bool
    /// Whether it is pinned in its chat.
    public let isPinned: Bool
    /// Why nothing proves who wrote the text; `nil` if something does, and in a chat that is not encrypted.
    public var senderWarning: SenderWarning?

    public init(
        id: MessageID,
        author: Author,
        senderName: String? = nil,
        text: String,
        spans: [TextSpan] = [],
        imageCount: Int = 0,
        attachment: AttachedFile? = nil,
        poll: ChatPoll? = nil,
        answered: AnsweredMessage? = nil,
        inThread: MessageID? = nil,
        thread: ThreadSummary? = nil,
        event: ChatEvent? = nil,
        transfer: FileTransfer? = nil,
        isDeleted: Bool = false,
        isEdited: Bool = false,
        isPlaceholder: Bool = false,
        reactions: [MessageReaction] = [],
        editFailure: String? = nil,
        time: Date,
        position: Position? = nil,
        delivery: Delivery,
        followsGap: Bool = false,
        isUnread: Bool = false,
        mentionsMe: Bool = false,
        isPinned: Bool = false,
        senderWarning: SenderWarning? = nil
    ) {
        self.id = id
        self.author = author
        self.senderName = senderName
        self.text = text
        self.spans = spans
        self.imageCount = imageCount
        self.attachment = attachment
        self.poll = poll
        self.answered = answered
        (self.inThread, self.thread) = (inThread, thread)
        self.event = event
        self.transfer = transfer
        self.isDeleted = isDeleted
        self.isEdited = isEdited
        self.isPlaceholder = isPlaceholder && !isDeleted
        self.reactions = reactions
        self.editFailure = editFailure
        self.time = time
        self.position = position
        self.delivery = delivery
        self.followsGap = followsGap
        self.isUnread = isUnread
        (self.mentionsMe, self.isPinned) = (mentionsMe, isPinned)
        self.senderWarning = isDeleted ? nil : senderWarning
    }
}

/// A message as far as a reply to it, or a list of pinned messages, shows it.
public struct AnsweredMessage: Hashable, Sendable, Identifiable {
    /// The bytes of a text that are read.
    package static let textBytes = 512

    /// The message's id, under which it may arrive later.
    public let id: MessageID
    /// The author; `nil` if the message is not in the history.
    public let author: Author?
    /// The author's name in the group; `nil` for the user, and in a chat of two.
    public let senderName: String?
    /// One line for it, as in a list of chats, with the newest edit; empty if the message is not in the history.
    public let text: String
    /// Why nothing proves who wrote it; `nil` if something does, and in a chat that is not encrypted.
    public let senderWarning: SenderWarning?

    public init(
        id: MessageID,
        author: Author? = nil,
        senderName: String? = nil,
        text: String = "",
        senderWarning: SenderWarning? = nil
    ) {
        (self.id, self.author, self.senderName, self.text) = (id, author, senderName, text)
        self.senderWarning = senderWarning
    }
}

/// A picture or file that was shared in a chat.
public struct ChatFile: Hashable, Sendable, Identifiable {
    /// The message that carries it.
    public let id: MessageID
    /// The file; without an id while it is still to be uploaded.
    public let attachment: AttachedFile

    public init(id: MessageID, attachment: AttachedFile) {
        self.id = id
        self.attachment = attachment
    }
}
