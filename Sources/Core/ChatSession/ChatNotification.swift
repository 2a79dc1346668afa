public import Transport

/// A message that a person should hear of although its chat is not on screen.
public struct ChatNotification: Hashable, Sendable {
    public let chat: ChatHeader
    public let message: Message
}
