public import Foundation

/// A message that the server has accepted, with its position and the server's time.
public struct Message: Hashable, Sendable, Identifiable {
    /// The ID that the user's client made; the server's for all other messages.
    public let id: MessageID
    /// The author: the user, the contact, or a member of a group.
    public let author: Author
    /// The text; empty for images or a file alone. Cut to `Limits.textBytes` before it is stored.
    public package(set) var text: String
    /// The formatted parts of the text.
    public package(set) var spans: [TextSpan]
    /// The number of images; more than `Limits.imageCount` count as that many.
    public package(set) var imageCount: Int
    /// The attached picture or file. A picture is also counted as an image.
    public package(set) var attachment: AttachedFile?
    /// The poll that it asks, whose question is the text; nil for any other message.
    public package(set) var poll: Poll?
    /// The message that it answers, of the same chat, which may be missing; nil for any other message.
    public package(set) var repliesTo: MessageID?
    /// The root of the thread that it is in, of the same chat, which may be missing; nil outside threads.
    public package(set) var thread: MessageID?
    /// Whether the author has deleted it: then it has no text, images or attachment, and answers nothing.
    public package(set) var isDeleted: Bool
    /// Whether it is shown without counting as unread and without being announced, as the line of a program.
    public package(set) var isQuiet: Bool
    /// Whether it mentions the user, or contains a keyword of the user's. A quiet message mentions nobody.
    public package(set) var mentionsMe: Bool
    /// The kind of an event; nil for a message that its author wrote. An event is quiet unless its source says otherwise.
    public let event: ChatEvent?
    /// The number of the edit that produced the text; 0 for the original text, `placeholderNumber` or `unreadableNumber` for one that
    /// stands for a message that cannot be read.
    public package(set) var editNumber: Int64
    /// The reason why nothing proves who wrote the text; nil if something does, and in a chat that is not encrypted.
    public package(set) var senderWarning: SenderWarning?
    /// The server's time.
    public let sentAt: Date
    /// The place in the chat, in the server's order; unique within the chat.
    public package(set) var position: Position
    /// The message directly before it in the chat; nil if the conversation starts here.
    public package(set) var predecessor: Predecessor?

    public init(
        id: MessageID,
        author: Author,
        text: String,
        spans: [TextSpan] = [],
        imageCount: Int = 0,
        attachment: AttachedFile? = nil,
        poll: Poll? = nil,
        repliesTo: MessageID? = nil,
        thread: MessageID? = nil,
        isDeleted: Bool = false,
        isQuiet: Bool? = nil,
        mentionsMe: Bool = false,
        event: ChatEvent? = nil,
        editNumber: Int64 = 0,
        senderWarning: SenderWarning? = nil,
        sentAt: Date,
        position: Position,
        predecessor: Predecessor?
    ) {
        self.id = id
        self.author = author
        self.text = text
        self.spans = spans
        self.imageCount = imageCount
        self.attachment = attachment
        self.poll = poll
        self.repliesTo = repliesTo
        self.thread = thread
        self.isDeleted = isDeleted
        self.isQuiet = isQuiet ?? (event != nil)
        self.mentionsMe = mentionsMe && !self.isQuiet
        self.event = event
        self.editNumber = editNumber
        self.senderWarning = senderWarning
        self.sentAt = sentAt
        self.position = position
        self.predecessor = predecessor
    }
}

extension Message {
    /// The `editNumber` of a placeholder: its text stands for a message that cannot be decrypted yet.
    public static let placeholderNumber: Int64 = -1

    /// The `editNumber` of a message whose content is not shown: its text says why, and never replaces a text that was read.
    public static let unreadableNumber: Int64 = -2

    /// Whether the text stands for one that cannot be read, yet or at all.
    public var isUnreadable: Bool { editNumber < 0 }

    /// Whether the same message may come again with its content, which then takes the placeholder's place.
    public var isPlaceholder: Bool { editNumber == Self.placeholderNumber }
}

/// The server's statement about the message directly before another: its position, and the cursor that pages back
/// from there.
///
/// Because each message carries one, two messages are enough to know whether others are missing between them,
/// whatever sources delivered them in whatever order.
public struct Predecessor: Hashable, Codable, Sendable {
    /// The position of the message before, which is lower than the message's own.
    public let position: Position
    /// The cursor that pages back from there, including that message.
    public let cursor: PageCursor

    public init(position: Position, cursor: PageCursor) {
        self.position = position
        self.cursor = cursor
    }
}

/// A message on its way to the server, under the ID that it keeps.
public struct OutgoingMessage: Hashable, Codable, Sendable, Identifiable {
    /// The longest text that the server accepts, in bytes of UTF-8.
    public static let textLimit = 65_536

    /// The ID, which stays the same on the server.
    public let id: MessageID
    /// The chat to send it to.
    public let chat: ChatID
    /// The text, at most `textLimit` bytes; empty only with a file.
    public let text: String
    /// The formatted parts of the text.
    public let spans: [TextSpan]
    /// The attached file, which is already on the server.
    public let attachment: AttachedFile?
    /// The poll that it asks, whose question is the text; nil for any other message.
    public let poll: Poll?
    /// The message that it answers; nil for any other message.
    public let repliesTo: MessageID?
    /// The root of the thread that it belongs to; nil outside threads.
    public let thread: MessageID?

    public init(
        id: MessageID,
        chat: ChatID,
        text: String,
        spans: [TextSpan] = [],
        attachment: AttachedFile? = nil,
        poll: Poll? = nil,
        repliesTo: MessageID? = nil,
        thread: MessageID? = nil
    ) {
        self.id = id
        self.chat = chat
        self.text = text
        self.spans = spans
        self.attachment = attachment
        self.poll = poll
        self.repliesTo = repliesTo
        self.thread = thread
    }

    /// The reason why it cannot be sent; nil if it can. A message without text needs a file.
    public var error: TextError? {
        let fault = TextError(of: text)
        return fault == .empty && attachment != nil ? nil : fault
    }
}

/// The text in place of a deleted message.
public let deletedText = "Message deleted"

/// Returns one line for a message: its text, the number of its images, the name of its file if it has no text, or
/// that it was deleted.
public func previewText(
    of text: String,
    imageCount: Int,
    fileName: String? = nil,
    isDeleted: Bool = false
) -> String {
    if isDeleted { return deletedText }
    return switch imageCount {
    case ..<1: if text.isEmpty, let fileName { "Attachment: \(fileName)" } else { text }
    case 1: "Attachment: 1 Image"
    default: "Attachment: \(imageCount) Images"
    }
}

extension Message {
    /// The line that stands for the message in a list and in a notification: `previewText` of its text without marks and spoilers.
    public var preview: String {
        previewText(
            of: FormattedText(text, spans).preview,
            imageCount: imageCount,
            fileName: attachment?.name,
            isDeleted: isDeleted
        )
    }
}

/// The progress of a message.
public enum Delivery: Hashable, Sendable {
    /// Another person's message.
    case received
    /// The user's message, waiting to be accepted by the server.
    case sending
    /// The server has it.
    case sent
    /// The contact has read it; in a group, every member has.
    case read
    /// The server refused it, or its file cannot be sent, for this reason.
    case failed(reason: String)
}

/// A bounded part of a chat's messages.
///
/// Messages are in the server's order. Waiting messages follow in the order in which they were written.
public enum MessageWindow: Hashable, Sendable {
    /// The last messages, that many, including waiting ones.
    case newest(Int)
    /// A message with that many directly before and after it. If it is not stored, the newest `before + after + 1`.
    case around(MessageID, before: Int, after: Int)
}
