public import Foundation

/// A message that the server has taken: it has a position and the server's time.
public struct Message: Hashable, Codable, Sendable, Identifiable {
    /// The one that an app of ours sent it under, else the server's.
    public let id: MessageID
    /// Who wrote it: ourselves, the contact, or in a group a member.
    public let author: Author
    /// Empty where there are images or a file alone; cut to `Limits.textBytes` before it is kept.
    public let text: String
    /// How many images it has; what says more than `Limits.imageCount` counts as having so many.
    public let imageCount: Int
    /// The picture or file that it carries; its image, if it is a picture, is counted.
    public let attachment: AttachedFile?
    /// Whether its author has taken it back: then it has neither text nor images nor an attachment.
    public let isRemoved: Bool
    /// The number of the edit that the text is of; 0 as it was written.
    public let editNumber: Int64
    /// By the server's clock.
    public let sentAt: Date
    /// Where it stands in the chat, in the server's order; no other message of the chat has the same.
    public let position: Position
    /// What stands directly before it in the chat; nil says that the conversation starts here.
    public let predecessor: Predecessor?

    public init(
        id: MessageID,
        author: Author,
        text: String,
        imageCount: Int = 0,
        attachment: AttachedFile? = nil,
        isRemoved: Bool = false,
        editNumber: Int64 = 0,
        sentAt: Date,
        position: Position,
        predecessor: Predecessor?
    ) {
        self.id = id
        self.author = author
        self.text = text
        self.imageCount = imageCount
        self.attachment = attachment
        self.isRemoved = isRemoved
        self.editNumber = editNumber
        self.sentAt = sentAt
        self.position = position
        self.predecessor = predecessor
    }
}

/// The server's word on what stands directly before a message: where, and the cursor that pages back from there.
///
/// Because each message carries it, two messages are enough to know whether any are missing between them, whichever
/// sources brought them and in whatever order.
public struct Predecessor: Hashable, Codable, Sendable {
    /// Of the message before: below that of the message itself.
    public let position: Position
    /// Pages back from there, the message before included.
    public let cursor: PageCursor

    public init(position: Position, cursor: PageCursor) {
        self.position = position
        self.cursor = cursor
    }
}

/// A message on its way to the server, under the id that it was born with.
public struct OutgoingMessage: Hashable, Codable, Sendable, Identifiable {
    /// The longest text that the server takes, in bytes of UTF-8.
    public static let textLimit = 65_536

    /// The one that it keeps on the server.
    public let id: MessageID
    /// The chat that it goes to.
    public let chat: ChatID
    /// At most `textLimit` bytes; empty only beside a file.
    public let text: String
    /// What it carries, which is on the server already.
    public let attachment: AttachedFile?

    public init(id: MessageID, chat: ChatID, text: String, attachment: AttachedFile? = nil) {
        self.id = id
        self.chat = chat
        self.text = text
        self.attachment = attachment
    }

    /// Why it cannot be sent: without a text only a file goes out. Nil when it can.
    public var fault: TextError? {
        let fault = TextError(of: text)
        return fault == .empty && attachment != nil ? nil : fault
    }
}

/// What is shown in the place of a message that was taken back.
public let removedText = "Message deleted"

/// What one line shows of a message: its text, how many images it carries, what the file is called that comes without a text,
/// or that it was taken back.
public func previewText(
    of text: String,
    imageCount: Int,
    fileName: String? = nil,
    isRemoved: Bool = false
) -> String {
    if isRemoved { return removedText }
    return switch imageCount {
    case ..<1: if text.isEmpty, let fileName { "Attachment: \(fileName)" } else { text }
    case 1: "Attachment: 1 Image"
    default: "Attachment: \(imageCount) Images"
    }
}
