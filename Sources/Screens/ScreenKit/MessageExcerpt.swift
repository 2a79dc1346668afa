public import ChatTypes

/// A message in one line: as a reply to it, and a list of pinned messages, show it.
public struct MessageExcerpt: Sendable, Equatable, Identifiable {
    /// The message's id, by which it is shown.
    public var id: MessageID
    /// The author; `nil` if the message is not here.
    public var author: Author?
    /// The author's name in a group; `nil` for the user, and in a chat of two.
    public var sender: String?
    /// The text on one line, shortened; or that the message was deleted, or is not here.
    public var text: String
    /// Why nothing proves who wrote it; `nil` if something does, and in a chat that is not encrypted.
    public var senderWarning: SenderWarning?

    public init(
        id: MessageID,
        author: Author? = nil,
        sender: String? = nil,
        text: String,
        senderWarning: SenderWarning? = nil
    ) {
        (self.id, self.author, self.sender, self.text) = (id, author, sender, text)
        self.senderWarning = senderWarning
    }

    /// Whether the message is here.
    public var isHere: Bool { author != nil }
}

extension MessageExcerpt {
    /// The characters of a message that are shown.
    private static let characters = 100

    /// The line about a message, for any display.
    package init(_ message: AnsweredMessage) {
        guard let author = message.author else {
            self.init(id: message.id, text: "a message that is not here")
            return
        }
        let line = message.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let text = line.count > Self.characters ? line.prefix(Self.characters) + "…" : line
        self.init(
            id: message.id,
            author: author,
            sender: message.senderName,
            text: String(text),
            senderWarning: message.senderWarning
        )
    }
}
