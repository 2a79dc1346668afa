extension RefusalCode {
    /// There is nothing in the message.
    public static let emptyMessage = Self(rawValue: "empty_message")
    /// A receipt names a message that the chat does not hold.
    public static let unknownMessage = Self(rawValue: "unknown_message")
}

extension ServiceError {
    static let emptyMessage = refused(.emptyMessage, text: "An empty message cannot be sent")
    static let tooLong = refused(
        .tooLong,
        text: "A message can have at most \(OutgoingMessage.textLimit) bytes of text; shorten it"
    )
    static let unknownChat = refused(
        .unknownChat,
        text: "The server does not know this chat: it can be read; to write in it, bring back the server's journal, too"
    )
    static let unknownCursor = refused(.unknownCursor, text: "The server does not know this place; start again")
    static let unknownMessage = refused(.unknownMessage, text: "The chat holds no such message")
}
