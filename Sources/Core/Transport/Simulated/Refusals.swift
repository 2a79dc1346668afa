extension RefusalCode {
    /// There is nothing in the message.
    public static let emptyMessage = Self(rawValue: "empty_message")
    /// A receipt, a removal or an edit names a message that the chat does not hold, or that another author wrote.
    public static let unknownMessage = Self(rawValue: "unknown_message")
}

extension ServiceError {
    /// Why a text is refused; nil without a fault.
    init?(_ fault: TextFault?) {
        switch fault {
        case .empty: self = .emptyMessage
        case .tooLong: self = .tooLong
        case nil: return nil
        }
    }

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
