public import ChatTypes

/// A live message to tell the person of: its chat was not being looked at when it came.
public struct ChatNotification: Hashable, Sendable {
    /// The chat that it came in.
    public let chat: ChatHeader
    /// The message, as it came or as it is by now.
    public let message: Message
    /// What its author is called in a group, when it came or was looked at again; nil between two.
    public let senderName: String?
    /// The session's count when it was made.
    let retractionCount: Int

    package init(chat: ChatHeader, message: Message, senderName: String? = nil, retractionCount: Int = 0) {
        (self.chat, self.message, self.senderName) = (chat, message, senderName)
        self.retractionCount = retractionCount
    }
}
