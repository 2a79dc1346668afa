public import Transport

/// A live message to tell the person of: its chat was not being looked at when it came.
public struct ChatNotification: Hashable, Sendable {
    public let chat: ChatHeader
    public let message: Message
    /// The session's count when it was made.
    let retractionCount: Int

    package init(chat: ChatHeader, message: Message, retractionCount: Int = 0) {
        (self.chat, self.message, self.retractionCount) = (chat, message, retractionCount)
    }
}
