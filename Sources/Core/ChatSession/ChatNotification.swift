public import Transport

/// A live message to tell the person of: its chat was not being looked at when it came.
public struct ChatNotification: Hashable, Sendable {
    public let chat: ChatHeader
    public let message: Message
}
